#include "pipeline/codec/skill.h"

#include <doctest/doctest.h>

namespace turnstream {

TEST_CASE("skills are written as published and read back") {
  const model::Skill skill{"id",
                           "helper",
                           {"search", "read"},
                           3,
                           1,
                           660'000,
                           true,
                           EventTime{0},
                           EventTime{1000},
                           {{EventTime{0}, 690'000}, {EventTime{1000}, 660'000}},
                           {{"837f", "01J", "s1"}}};
  std::string out;
  codec::append_skill(out, skill);
  CHECK(out ==
        R"({"kind":"skill","id":"id","persona_id":"helper","sequence":["search","read"],"successes":3,"failures":1,)"
        R"("proficiency":0.66,"capability":true,"first_seen":"1970-01-01T00:00:00.000Z",)"
        R"("last_seen":"1970-01-01T00:00:01.000Z","evolution":[{"at":"1970-01-01T00:00:00.000Z","proficiency":0.69},)"
        R"({"at":"1970-01-01T00:00:01.000Z","proficiency":0.66}],)"
        R"("sources":[{"id":"837f","turn_id":"01J","session_id":"s1"}]})");
  const auto read = codec::parse_skill(out);
  REQUIRE(read.ok());
  CHECK(*read == skill);
  CHECK_FALSE(codec::parse_skill("{}").ok());
}

}  // namespace turnstream
