// An import with a model: while a scripted model answers, log time stands still, and each answer stands right behind the
// record that caused its request.
#include <doctest/doctest.h>
#include <set>

#include "pipeline/codec/ids.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr int kClockTurns = 60;
constexpr std::int64_t kImportUsMax = 60'000'000;
constexpr int kRequestsOfRecordMax = 40;

void import_turns(Pipeline& pipeline) {
  for (int number = 0; number < kClockTurns; ++number) {
    const std::string minute = (number < 10 ? "0" : "") + std::to_string(number);
    auto turn = empty_turn(number, "10:" + minute + ":00");
    turn["turn_data"]["user_input"] = "My sister moved to house " + minute + " near the harbour in May.";
    pipeline.publish(turn);
  }
}

std::size_t turns_in_log(Pipeline& pipeline) {
  std::size_t turns = 0;
  for (const Seen& seen : pipeline.read(pipeline.names().log())) {
    turns += seen.headers.at("kind") == "turn" ? 1 : 0;
  }
  return turns;
}

/// Answers the requests that were not answered yet; returns how many.
int answer_requests(Pipeline& pipeline, std::set<std::string>& answered) {
  int count = 0;
  for (const Seen& seen : pipeline.read(pipeline.names().effect_requests())) {
    const Json request = seen.json();
    if (request["kind"] != "chat" || !answered.insert(request["effect_id"]).second) {
      continue;
    }
    pipeline.result({{"kind", "chat"},
                     {"effect_id", request["effect_id"]},
                     {"request_hash", request["request_hash"]},
                     {"persona_id", request["persona_id"]},
                     {"status", "ok"},
                     {"response", {{"text", "NO_REPLY"}}},
                     {"error", nullptr},
                     {"performed_at", "2026-01-01T12:00:00.000Z"}});
    ++count;
  }
  return count;
}

/// The id by which what a record of the log causes is named.
std::string cause_of(const Seen& record) {
  const std::string& kind = record.headers.at("kind");
  const Json value = record.json();
  return value.at(kind == "turn"            ? "turn_id"
                  : kind == "tick"          ? "time"
                  : kind == "effect_result" ? "effect_id"
                                            : "command_id");
}

}  // namespace

TEST_CASE("under the event clock an answer of a model stands right behind its cause") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline(
        {.grouping = grouping, .memory_settings = R"({"model":{"name":"parrot"}})", .waits_for_effects = true});
    std::set<std::string> answered;
    import_turns(pipeline);
    const SystemClock clock;
    const auto end_us = clock.monotonic_now().value() + kImportUsMax;
    bool restarted = false;
    while (turns_in_log(pipeline) < kClockTurns && clock.monotonic_now().value() < end_us) {
      if (!restarted && !answered.empty()) {
        // The second request is answered after a restart, so that it is open then.
        if (pipeline.read(pipeline.names().effect_requests()).size() == answered.size()) {
          continue;
        }
        pipeline.restart([](store::KeyValueStore&) {});
        restarted = true;
      }
      answer_requests(pipeline, answered);
    }
    CHECK(restarted);
    REQUIRE(turns_in_log(pipeline) == kClockTurns);
    while (answer_requests(pipeline, answered) > 0) {
      pipeline.drain();
    }
    pipeline.drain();
    CHECK(answered.size() >= 3);

    const auto log = pipeline.read(pipeline.names().log());
    std::map<std::string, std::size_t> causes;
    std::size_t results = 0;
    for (std::size_t place = 0; place < log.size(); ++place) {
      const std::string cause = cause_of(log[place]);
      if (log[place].headers.at("kind") == "effect_result") {
        ++results;
        REQUIRE(causes.count(cause) == 1);
        for (std::size_t between = causes[cause] + 1; between < place; ++between) {
          CHECK(log[between].headers.at("kind") == "effect_result");
        }
        CHECK(log[place].headers.at("log_time") == log[causes[cause]].headers.at("log_time"));
      }
      for (int ordinal = 0; ordinal < kRequestsOfRecordMax; ++ordinal) {
        causes.emplace(to_string(codec::effect_id("helper", "consolidation", cause, ordinal)), place);
      }
    }
    CHECK(results == answered.size());
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

}  // namespace turnstream::scenario
