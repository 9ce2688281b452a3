// Working memory under pressure, on eight partitions, phased and fused. The expected numbers were computed by hand from
// the documented rules.
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

/// The text of observation `i`; none is like another. Of some the fact is the second sentence.
std::string text_of(const Cast& cast, int i) {
  const std::string word = std::string(1, static_cast<char>('a' + i % 26)) + "x" + std::to_string(i);
  const std::string fact = cast.persona == kCast.persona
                               ? "The " + word + " parser reads table " + word + " of customer " + word
                               : "Crate " + word + " waits at dock " + word + " for truck " + word;
  if (i % 10 == 1) {
    return "Good morning everyone! " + fact;
  }
  return i % 10 == 3 ? "Well that was it for the moment and it went as it always does around here on such days. " + fact
                     : fact;
}

/// A turn with `count` observations; every other one is ephemeral.
Json many(const Cast& cast, int turn_number, const std::string& time, int first, int count) {
  Json turn = turn_of(cast.persona, turn_number, time);
  for (int i = first; i < first + count; ++i) {
    Json one = observation("o" + std::to_string(i), text_of(cast, i));
    one["ephemeral"] = i % 2 == 0;
    turn["observations"].push_back(std::move(one));
  }
  return turn;
}

Json single(const std::string& persona, int number, const std::string& time, const std::string& text,
            const Json& importance = nullptr) {
  Json turn = turn_of(persona, number, time);
  turn["observations"] = Json::array({observation("o", text)});
  if (!importance.is_null()) {
    turn["observations"][0]["importance"] = importance;
  }
  return turn;
}

/// Seven hundred observations of the first persona and a hundred of the second within five minutes.
void fill_both(Pipeline& pipeline, const Cast& cast) {
  for (int turn = 0; turn < 7; ++turn) {
    pipeline.publish(many(cast, turn, at(turn * 35), turn * 100, 100));
  }
  Cast second = cast;
  second.persona = cast.other;
  pipeline.publish(many(second, 9, at(240), 0, 100));
}

/// Every one of the 50 insights is word for word the fact of the item that it names.
void check_extracted_insights(Pipeline& pipeline, const Cast& cast) {
  const auto insights = events_of(pipeline, cast.persona, "insights", "extracted");
  REQUIRE(insights.size() == 50);
  const auto working = pipeline.things("consolidation", "working", cast.persona);
  for (const Json& insight : insights) {
    CHECK(insight["derived_by"]["method"] == "extractive");
    REQUIRE(insight["sources"].size() == 1);
    const std::string source = insight["sources"][0]["id"];
    CHECK(insight["sources"][0]["turn_id"] == ulid(0));
    REQUIRE(working.count(source) == 1);
    CHECK(working.at(source)["consolidated"] == true);
    const std::string content = working.at(source)["content"];
    const std::size_t first_sentence = content.find_first_of("!.");
    CHECK(insight["summary"] == (first_sentence == std::string::npos ? content : content.substr(first_sentence + 2)));
  }
  CHECK(pipeline.things("consolidation", "insight", cast.persona).size() == 50);
}

void check_untouched(Pipeline& pipeline, const std::string& persona, std::size_t entries) {
  CAPTURE(persona);
  CHECK(events_of(pipeline, persona, "consolidation", "pass").empty());
  CHECK(pipeline.things("consolidation", "insight", persona).empty());
  const auto working = pipeline.things("consolidation", "working", persona);
  CHECK(working.size() == entries);
  for (const auto& [id, entry] : working) {
    CHECK(entry["consolidated"] == false);
  }
  CHECK(pipeline.things("consolidation", "stats", persona).at("working_memory")["working_memory_count"] == entries);
}

}  // namespace

TEST_CASE("working memory rests at seven hundred entries and one more brings a pass of one hundred") {
  check_apart(kCast);
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    fill_both(pipeline, kCast);
    tick_through(pipeline, 240, 840);
    CHECK(events(pipeline, "consolidation", "pass").empty());

    pipeline.publish(single(kCast.persona, 10, at(850), "The last parser reads the ledger of the harbour office"));
    pipeline.drain();
    CHECK(events(pipeline, "consolidation", "pass").empty());
    tick_through(pipeline, 850, 870);
    const auto passes = events(pipeline, "consolidation", "pass");
    REQUIRE(passes.size() == 1);
    CHECK(passes[0]["persona_id"] == kCast.persona);
    CHECK(passes[0]["trigger"] == "pressure");
    CHECK(passes[0]["processed"] == 100);
    CHECK(passes[0]["deleted"] == 50);
    CHECK(passes[0]["extracted"] == 50);
    CHECK(passes[0]["merged"] == 0);
    CHECK(passes[0]["gone"] == 0);
    CHECK(passes[0]["fallbacks"] == 0);
    CHECK(passes[0]["stats"] == Json{{"working_memory_count", 601},
                                     {"insight_count", 50},
                                     {"last_sweep", at(870)},
                                     {"memory_pressure", 0.601},
                                     {"total_consolidated", 100},
                                     {"total_ephemeral_deleted", 50},
                                     {"total_insights_extracted", 50}});
    check_extracted_insights(pipeline, kCast);
    check_sums(pipeline, kCast.persona);
    tick_through(pipeline, 870, 900);
    CHECK(events(pipeline, "consolidation", "pass").size() == 1);
    check_untouched(pipeline, kCast.other, 100);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

TEST_CASE("an old entry of little importance is deleted by the next pass and a younger or more important one is not") {
  for (const Cast& cast : {kCast, kOtherCast}) {
    Pipeline pipeline({.grouping = cast.persona == kCast.persona ? "fused" : "phased", .partitions = kPartitions});
    const std::string& persona = cast.third;
    pipeline.publish(single(persona, 1, at(0), "The old lamp of " + cast.word + " hangs in the cellar", 0.2));
    pipeline.publish(single(persona, 2, at(10), "The harbour office moved its ledger to Porto in June", 0.4));
    pipeline.drain();
    pipeline.tick(at(24, 30, 0));
    pipeline.drain();
    pipeline.publish(single(persona, 3, at(24, 30, 0), "The ferry to the islands leaves at nine on Sundays", 0.2));
    pipeline.drain();
    pipeline.tick(at(25, 0, 0));
    send(pipeline, 1, "sweep", {{"passes", Json::array({"consolidate"})}}, persona);
    const auto passes = events(pipeline, "consolidation", "pass");
    REQUIRE(passes.size() == 1);
    CHECK(passes[0]["trigger"] == "command");
    CHECK(passes[0]["processed"] == 3);
    CHECK(passes[0]["deleted"] == 1);
    CHECK(passes[0]["extracted"] == 2);
    for (const auto& [id, insight] : pipeline.things("consolidation", "insight", persona)) {
      CHECK(insight["summary"].get<std::string>().find(cast.word) == std::string::npos);
    }
    CHECK(memories_with(pipeline, cast.word) > 0);  // the item itself is not touched
    check_sums(pipeline, persona);
  }
}

TEST_CASE("a lower threshold and another size of passes hold from the next item on and the sums still agree") {
  const Cast& cast = kOtherCast;
  check_apart(cast);
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    fill_both(pipeline, cast);
    tick_through(pipeline, 240, 600);
    CHECK(events(pipeline, "consolidation", "pass").empty());
    pipeline.settings({{"consolidation", {{"pressure_threshold", 0.5}, {"batch_size", 40}}}});
    pipeline.drain();
    pipeline.publish(single(cast.persona, 10, at(610), "The night train to Porto leaves from track nine"));
    tick_through(pipeline, 610, 900);
    const auto passes = events(pipeline, "consolidation", "pass");
    REQUIRE(passes.size() == 6);
    int left = 701;
    for (const Json& pass : passes) {
      CHECK(pass["persona_id"] == cast.persona);
      CHECK(pass["processed"] == 40);
      CHECK(pass["deleted"] == 20);
      CHECK(pass["extracted"] == 20);
      CHECK(pass["stats"]["working_memory_count"] == (left -= 40));
    }
    CHECK(left == 461);
    send(pipeline, 1, "forget", {{"ids", Json::array({ulid(6)})}}, cast.persona);
    check_sums(pipeline, cast.persona);
    CHECK(pipeline.things("consolidation", "stats", cast.persona).at("working_memory")["working_memory_count"] == 361);
    check_untouched(pipeline, cast.other, 100);
  }
}

}  // namespace turnstream::scenario
