// When sessions are flushed and topics distilled, and what is left then, on eight partitions, phased and fused, with a model
// whose answers the test writes and without one.
#include <doctest/doctest.h>

#include "stages/consolidation/prompts/prompts.h"
#include "tests/scenario/effects.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr int kFirstCycleS = 360;  ///< the first cycle is due at most so long behind the first message
constexpr int kCycleS = 180;

std::string line_of(const std::string& session, int number) {
  return "My cousin " + session + std::to_string(number) + " moved to house " + std::to_string(40 + number) +
         " in Porto last May.";
}

/// A turn in which both sides say something worth keeping.
Json hotel_talk(const std::string& persona, const std::string& session, int number, int second) {
  Json turn = turn_of(persona, number, at(second), session);
  turn["turn_data"]["user_input"] = line_of(session, number);
  turn["turn_data"]["assistant_response"] =
      "I booked the hotel " + session + std::to_string(number) + " in Lisbon for the second week of June.";
  return turn;
}

Json greeting(const std::string& persona, const std::string& session, int number, int second) {
  Json turn = turn_of(persona, number, at(second), session);
  turn["turn_data"]["user_input"] = "Hi there!";
  turn["turn_data"]["assistant_response"] = "Hello Ann!";
  return turn;
}

/// `<session>:<messages>` of each flush of the persona.
Texts flushes_of(Pipeline& pipeline, const std::string& persona) {
  Texts found;
  for (const Json& flush : events_of(pipeline, persona, "consolidation", "flush")) {
    found.push_back(flush["session_id"].get<std::string>() + ":" + std::to_string(flush["messages"].get<int>()));
  }
  return found;
}

/// Twelve turns of session A of the first persona, a greeting in B of the second, and one turn each in D, B and A of the
/// third.
void speak(Pipeline& pipeline, const Cast& cast) {
  for (int i = 0; i < 12; ++i) {
    pipeline.publish(hotel_talk(cast.persona, "A", i, i));
  }
  pipeline.publish(greeting(cast.other, "B", 20, 0));
  int second = 0;
  for (const char* session : {"D", "B", "A"}) {
    pipeline.publish(hotel_talk(cast.third, session, 30 + second, second));
    ++second;
  }
}

void check_clean(Pipeline& pipeline, const std::string& persona, const std::string& session,
                 const std::string& cursor) {
  const Json row = pipeline.things("consolidation", "session", persona).at(session);
  CHECK(row["dirty"] == false);
  CHECK(row["dirty_since"].is_null());
  CHECK(row["messages_waiting"] == 0);
  CHECK(row["cursor"] == cursor);
}

/// The messages that the request shows, as one text.
std::string shown_in(const Request& request) {
  return Json::parse(request.json["request"]["messages"][1]["content"].get<std::string>())["messages"].dump();
}

Json searched(const std::string& persona, const Cast& cast, int number, int second) {
  Json turn = turn_of(persona, number, at(second));
  turn["observations"] = Json::array({observation("o" + std::to_string(number), "searched for " + cast.word)});
  turn["observations"][0]["tags"] = {"web", "search"};
  return turn;
}

void check_topic(Pipeline& pipeline, const std::string& persona, const Cast& cast) {
  const auto topics = events_of(pipeline, persona, "consolidation", "topic");
  REQUIRE(topics.size() == 1);
  CHECK(topics[0]["topic"] == "web");
  CHECK(topics[0]["event_count"] == 5);
  CHECK(topics[0]["facts"] == Json::array({"searched for " + cast.word}));
  CHECK(topics[0]["since"] == at(0));
  const auto working = pipeline.things("consolidation", "working", persona);
  CHECK(topics[0]["sources"].size() == 1);
  CHECK(working.count(topics[0]["sources"][0]) == 1);
}

}  // namespace

TEST_CASE("without a model a silent session is flushed as twenty messages and then four and greetings leave no entry") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    speak(pipeline, cast);
    tick_through(pipeline, 12, 900);
    CHECK(flushes_of(pipeline, cast.persona) == Texts{"A:20", "A:4"});
    const auto flushes = events_of(pipeline, cast.persona, "consolidation", "flush");
    const int first = second_of(pipeline, flushes[0]);
    CHECK(first >= 11 + 120);
    CHECK(first <= kFirstCycleS + kTickS);
    CHECK(second_of(pipeline, flushes[1]) == first + kCycleS);
    CHECK(flushes[0]["from"] == at(0));
    CHECK(flushes[1]["to"] == at(11));
    CHECK_FALSE(flushes[0]["entry"].is_null());
    check_clean(pipeline, cast.persona, "A", ulid(11) + "#assistant");
    CHECK(pipeline.things("consolidation", "daily", cast.persona).size() == 2);

    CHECK(flushes_of(pipeline, cast.other) == Texts{"B:2"});
    CHECK(events_of(pipeline, cast.other, "consolidation", "flush")[0]["entry"].is_null());
    CHECK(pipeline.things("consolidation", "daily", cast.other).empty());
    check_clean(pipeline, cast.other, "B", ulid(20) + "#assistant");

    CHECK(flushes_of(pipeline, cast.third) == Texts{"B:2", "D:2", "A:2"});
    CHECK(pipeline.read(pipeline.names().effect_requests()).empty());
  }
}

TEST_CASE("a session with a turn each minute is flushed in the first cycle after ten minutes") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    for (const std::string& persona : {cast.persona, cast.other}) {
      const std::string beat = neighbour_of(persona);  // so that each half minute has a tick
      for (int half_minute = 0; half_minute < 30; ++half_minute) {
        if (half_minute % 2 == 0) {
          pipeline.publish(hotel_talk(persona, "C", half_minute, half_minute * kTickS + 5));
        }
        pipeline.publish(turn_of(beat, 1000 + half_minute, at(half_minute * kTickS + 10)));
      }
    }
    pipeline.drain();
    for (const std::string& persona : {cast.persona, cast.other}) {
      const auto flushes = events_of(pipeline, persona, "consolidation", "flush");
      REQUIRE_FALSE(flushes.empty());
      const int second = second_of(pipeline, flushes[0]);
      CHECK(second >= 5 + 600);
      CHECK(second <= 5 + 780 + kTickS);
      CHECK(flushes[0]["messages"] == 20);
    }
  }
}

TEST_CASE("a model is asked about one session at a time and NO_REPLY writes nothing but moves the cursor") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions, .memory_settings = kModel});
    speak(pipeline, cast);
    tick_through(pipeline, 12, kFirstCycleS + kTickS);
    CHECK(events(pipeline, "consolidation", "flush").empty());
    const auto asked = requests_of(pipeline, cast.persona);
    REQUIRE(asked.size() == 1);
    CHECK(asked[0].json["purpose"] == "flush");
    CHECK(asked[0].json["attempt_limit"] == 1);
    CHECK(asked[0].json["request_hash"] == hash_of(asked[0]));
    CHECK(asked[0].json["request"]["prompt"] == "flush.v1");
    CHECK(asked[0].json["request"]["messages"][0]["content"] == consolidation::flush_prompt().text);
    CHECK(Json::parse(shown_in(asked[0])).size() == 20);
    reply(pipeline, asked[0], Json::array({line_of("A", 3)}).dump());
    reply(pipeline, requests_of(pipeline, cast.other).at(0), "NO_REPLY");
    for (std::size_t i = 0; i < 3; ++i) {
      const auto requests = requests_of(pipeline, cast.third);
      REQUIRE(requests.size() == i + 1);
      CHECK(shown_in(requests[i]).find(i == 0 ? "B31" : i == 1 ? "D30" : "A32") != std::string::npos);
      reply(pipeline, requests[i], "NO_REPLY");
    }
    tick_through(pipeline, kFirstCycleS + kTickS, kFirstCycleS + kTickS + kCycleS);
    const auto again = requests_of(pipeline, cast.persona);
    REQUIRE(again.size() == 2);
    CHECK(Json::parse(shown_in(again[1])).size() == 4);
    reply(pipeline, again[1], "[\"" + line_of("A", 11) + "\"]");

    CHECK(flushes_of(pipeline, cast.persona) == Texts{"A:20", "A:4"});
    const auto entries = events_of(pipeline, cast.persona, "consolidation", "flush");
    CHECK(entries[0]["entry"] == line_of("A", 3));
    CHECK(entries[1]["entry"] == line_of("A", 11));
    check_clean(pipeline, cast.persona, "A", ulid(11) + "#assistant");
    CHECK(flushes_of(pipeline, cast.other) == Texts{"B:2"});
    CHECK(events_of(pipeline, cast.other, "consolidation", "flush")[0]["entry"].is_null());
    check_clean(pipeline, cast.other, "B", ulid(20) + "#assistant");
    CHECK(flushes_of(pipeline, cast.third) == Texts{"B:2", "D:2", "A:2"});
    CHECK(pipeline.things("consolidation", "daily").size() == 2);
  }
}

TEST_CASE("five equal observations of one tag become one fact of a topic after two hours and fifteen idle minutes") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    for (int i = 0; i < 5; ++i) {
      pipeline.publish(searched(cast.persona, cast, i, i * 10));
      pipeline.publish(searched(cast.other, cast, 10 + i, i * 10));
    }
    pipeline.drain();
    CHECK(pipeline.things("consolidation", "working", cast.persona).size() == 1);
    tick_through(pipeline, 40, 120);
    pipeline.tick(at(1, 50, 0));
    pipeline.drain();
    pipeline.publish(greeting(cast.other, "s1", 20, 6600));
    tick_through(pipeline, 7140, 7170);
    CHECK(events(pipeline, "consolidation", "topic").empty());
    tick_through(pipeline, 7170, 7200);
    check_topic(pipeline, cast.persona, cast);
    CHECK(events_of(pipeline, cast.other, "consolidation", "topic").empty());
    tick_through(pipeline, 7440, 7470);
    CHECK(events_of(pipeline, cast.other, "consolidation", "topic").empty());
    tick_through(pipeline, 7470, 7500);
    check_topic(pipeline, cast.other, cast);
    for (const int hours : {4, 5, 14}) {
      pipeline.tick(at(hours, 30, 0));
    }
    pipeline.drain();
    check_topic(pipeline, cast.persona, cast);
    check_topic(pipeline, cast.other, cast);
  }
}

TEST_CASE("a settings command sets how long insights and topics and daily lines are kept and old ones leave first") {
  constexpr int kDayS = 86'400;
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    CAPTURE(run.grouping);
    Pipeline pipeline({.grouping = run.grouping, .partitions = kPartitions});
    speak(pipeline, cast);
    send(pipeline, 1, "sweep", {{"passes", {"consolidate", "topics", "flush"}}}, cast.persona);
    const auto kept = [&](const char* kind) { return pipeline.things("consolidation", kind, cast.persona).size(); };
    const std::size_t insights = kept("insight");
    REQUIRE(insights > 10);
    REQUIRE(kept("topic") == 1);
    REQUIRE(kept("daily") > 0);
    for (int day = 1; day <= 3; ++day) {
      tick_through(pipeline, day * kDayS - 60, day * kDayS);
    }
    CHECK(kept("insight") == insights);
    CHECK(events(pipeline, "maintenance", "retire").empty());
    pipeline.settings({{"consolidation",
                        {{"insight_retention_days", 2},
                         {"topic_retention_days", 365},
                         {"daily_retention_days", 2},
                         {"retention_batch_max", 10}}}});
    tick_through(pipeline, 4 * kDayS, 4 * kDayS + 600);
    CHECK(kept("insight") == 0);
    CHECK(kept("daily") == 0);
    CHECK(kept("topic") == 1);
    std::size_t gone = 0;
    for (const Json& event : events_of(pipeline, cast.persona, "maintenance", "retire")) {
      CHECK(event["stage"] == "consolidation");
      CHECK(event["reason"] == "retention");
      CHECK(event["items"].size() <= 20);
      gone += event["items"].size();
    }
    CHECK(gone > insights);
  }
}

}  // namespace turnstream::scenario
