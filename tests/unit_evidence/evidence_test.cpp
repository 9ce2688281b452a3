#include <doctest/doctest.h>

#include "stages/common/evidence/evolution.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"

namespace turnstream::evidence {

TEST_CASE("two confidences of .8 combine to .96 and none ever exceeds .99") {
  CHECK(combined(800'000, 800'000) == 960'000);
  CHECK(combined(0, 500'000) == 500'000);
  CHECK(combined(960'000, 800'000) == 990'000);
  CHECK(combined(990'000, 990'000) == 990'000);
}

TEST_CASE("each idle period multiplies a score by the factor") {
  CHECK(decayed(660'000, 950'000, 0) == 660'000);
  CHECK(decayed(660'000, 950'000, 1) == 627'000);
  CHECK(decayed(660'000, 950'000, 2) == 595'650);
  CHECK(decayed(1, 0, 1'000'000'000'000) == 0);
  CHECK(decayed(500'000, 950'000, 1'000'000'000'000) < 20);
}

TEST_CASE("a source is listed once and the first of many stays") {
  model::SourceList sources;
  for (int i = 0; i < 40; ++i) {
    const std::string name = std::to_string(i);
    const model::Source source{name, "turn" + name, "s" + name};
    CHECK(add_source(sources, source));
    CHECK_FALSE(add_source(sources, source));
  }
  REQUIRE(sources.size() == model::kSourcesMax);
  CHECK(sources.front().id == "0");
  CHECK(sources[1].id == "25");
  CHECK(sources.back().id == "39");
  CHECK(has_turn(sources, "turn39"));
  CHECK_FALSE(has_session(sources, "s1"));
}

TEST_CASE("sources and evolutions are read as they were written") {
  const model::SourceList sources{{"a", "t", "s"}, {"", "", ""}};
  Evolution evolution;
  for (int i = 0; i < 40; ++i) {
    add_point(evolution, {EventTime{i}, i / 2});
  }
  CHECK(evolution.size() == 20);
  std::string bytes;
  ByteWriter writer(bytes);
  sources.write(writer);
  write_evolution(writer, evolution);
  ByteReader reader(bytes);
  CHECK(model::SourceList::read(reader) == sources);
  CHECK(read_evolution(reader) == evolution);
  CHECK(reader.done());
}

TEST_CASE("only the last 32 changes of a score are kept") {
  Evolution evolution;
  for (int i = 0; i < 40; ++i) {
    add_point(evolution, {EventTime{i}, i});
  }
  REQUIRE(evolution.size() == model::kEvolutionMax);
  CHECK(evolution.front().score == 8);
}

TEST_CASE("a memory is forgotten with any of its sources by item turn or session") {
  const Forgotten by_id(model::ForgetArgs{{"item", "turn"}, std::nullopt, false, false});
  CHECK(by_id.covers(model::Source{"item", "x", "x"}));
  CHECK(by_id.covers(model::SourceList{{"x", "x", "x"}, {"x", "turn", "x"}}));
  CHECK_FALSE(by_id.covers(model::Source{"x", "x", "item"}));
  const Forgotten by_session(model::ForgetArgs{{}, "s1", false, false});
  CHECK(by_session.covers(model::Source{"x", "x", "s1"}));
  CHECK_FALSE(by_session.covers(model::SourceList{}));
  CHECK(Forgotten(model::ForgetArgs{{}, std::nullopt, true, false}).has("anything"));
}

}  // namespace turnstream::evidence
