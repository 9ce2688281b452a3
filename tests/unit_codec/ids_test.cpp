#include "pipeline/codec/ids.h"

#include <doctest/doctest.h>
#include <vector>

namespace codec = turnstream::codec;
using turnstream::to_string;

TEST_CASE("ids have the values that follow from the published rule") {
  CHECK(to_string(codec::memory_id("helper", "01JGFJJZ00000000000000000A", "/turn_data")) ==
        "61e2e4d0-312c-5278-9766-75be294db30c");
  const std::vector<std::string> sources{"837f", "a1"};
  CHECK(to_string(codec::insight_id("helper", sources)) == "6aa893f3-339f-5b5c-b483-837417750f0d");
  CHECK(to_string(codec::fact_id("helper", {"api port", "is", "8080"})) == "f8c14a7b-1eca-5bff-b481-c728ab48aa0c");
  const std::vector<std::string> tools{"search", "read"};
  CHECK(to_string(codec::skill_id("helper", tools)) == "73b31898-5e9f-56b6-9607-e36c1c715027");
  CHECK(to_string(codec::pattern_id("helper", "preference", "typescript")) == "541d0125-c043-5d36-a218-9a0f8780b922");
}

TEST_CASE("a pattern that a user stated has an id of its own") {
  // uuid5 of ["pattern","helper","preference","typescript","user/ann"] computed with another program.
  CHECK(to_string(codec::pattern_id("helper", "preference", "typescript", "ann")) ==
        "86e61a1e-00e7-5723-a1ad-cd17ce09fb7e");
  // uuid5 of ["fact","helper","user/ann","lives in","berlin"].
  CHECK(to_string(codec::fact_id("helper", {"user/ann", "lives in", "berlin"})) ==
        "f88151e5-bbfc-5596-b049-17d19f8492f3");
}

TEST_CASE("a note has an id of its own for each user") {
  // uuid5 of ["note","helper","helper","i moved the tickets"] and ["note","helper","user","porto to we","user/ann"].
  CHECK(to_string(codec::note_id("helper", "helper", "i moved the tickets")) == "590674c6-7c26-50ea-b8ab-adbd5dad5a4e");
  CHECK(to_string(codec::note_id("helper", "user", "porto to we", "ann")) == "ad0c2441-b984-5ca8-bcd5-ffdb2fcb6ec6");
}

TEST_CASE("the order of an insight's sources does not matter") {
  const std::vector<std::string> sources{"a1", "837f"};
  CHECK(to_string(codec::insight_id("helper", sources)) == "6aa893f3-339f-5b5c-b483-837417750f0d");
}

TEST_CASE("the parts of an id are escaped as compact JSON in UTF-8") {
  // uuid5 of ["memory","ä\"b\\","t\n","/errors/0"] computed with another program.
  CHECK(to_string(codec::memory_id("ä\"b\\", "t\n", "/errors/0")) == "42b46a24-270c-5487-a2b0-9e1bdb9d23b1");
}

TEST_CASE("episodes and effects have different ids for the same parts") {
  CHECK(to_string(codec::episode_id("helper", "s1", "837f")) == "7540a36b-12ee-5aa1-bf83-3f95cf8b8f19");
  CHECK(to_string(codec::effect_id("helper", "consolidation", "01J", 2)) == "557f6421-c34c-54a4-ade7-76ea7af3b67a");
}
