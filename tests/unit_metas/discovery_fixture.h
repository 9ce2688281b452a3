#pragma once
// Fixture of the tests of discoveries: the consolidation stage behind changes of semantic. Threads: one at a time.

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/fact.h"
#include "pipeline/codec/ids.h"
#include "tests/unit_metas/meta_fixture.h"

namespace turnstream::consolidation {
using Json = nlohmann::json;

inline constexpr const char* kOn = R"({"consolidation":{"discovery":true}})";
inline constexpr const char* kOnWithModel = R"({"consolidation":{"discovery":true},"model":{"name":"small-1"}})";
inline constexpr const char* kSentence = "Until 1 January 2026: api port is 8080. Since then: api port is 9090.";

inline Uuid port_id(const std::string& value) {
  return codec::fact_id("helper", {"api port", "is", value});
}

inline model::Change port_fact(const std::string& value, const std::string& next) {
  model::Fact fact;
  fact.subject = "api port";
  fact.relation = "is";
  fact.value = value;
  fact.text = "api port is " + value;
  fact.current = next.empty();
  fact.validity = {{EventTime{kStart}, next.empty() ? std::nullopt : std::optional(EventTime{kStart + kMinute})}};
  fact.superseded_by = next.empty() ? std::nullopt : std::optional(port_id(next));
  fact.sources.push_back(model::Source{"item1", "turn1", "s1"});
  std::string json;
  codec::append_fact(json, "helper", port_id(value), fact);
  return {model::ChangeOp::kPut, "fact", to_string(port_id(value)), json, false};
}

inline model::Change gone_fact(const std::string& value) {
  return {model::ChangeOp::kDelete, "fact", to_string(port_id(value)), "", true};
}

/// The whole stage behind changes of semantic.
struct Finds : MetaFixture {
  explicit Finds(const char* settings = kOn) { set_settings(settings); }

  /// A record with these changes of semantic; `value`: of a command, else it is a tick.
  stage_api::StageOutcome semantic(const std::vector<model::Change>& changes, std::int64_t at_ms,
                                   const std::string& kind = "", const std::string& value = "") {
    model::Completion completion;
    completion.stage = "semantic";
    completion.persona_id = "helper";
    completion.cause_kind = "tick";
    completion.cause_id = "x";
    completion.changes = changes;
    std::sort(completion.changes.begin(), completion.changes.end(),
              [](const auto& one, const auto& other) { return one.id < other.id; });
    std::string bytes;
    codec::append_completion(bytes, completion);
    const std::vector<std::string_view> parts{bytes};
    stage_api::UpstreamCompletion given;
    given.stage = "semantic";
    given.parts = parts;
    const std::vector<stage_api::UpstreamCompletion> all{given};
    stage_api::Input input;
    input.kind = kind.empty() ? stage_api::RecordKind::kTick : stage_api::RecordKind::kCommand;
    input.persona = "helper";
    input.command_kind = kind;
    input.value = keep(value);
    input.upstream = all;
    input.log_time = LogTime{kStart + at_ms};
    return follow(driver().deliver(input));
  }
  /// Applies what the fixture does not see.
  stage_api::StageOutcome follow(stage_api::StageOutcome outcome) {
    REQUIRE_MESSAGE(outcome.status.ok(), outcome.status.error().message);
    for (const model::Change& change : outcome.of_kind("insight")) {
      if (change.op == model::ChangeOp::kDelete) {
        insights.erase(change.id);
      } else {
        insights[change.id] = Json::parse(change.value);
      }
    }
    return outcome;
  }
  void supersede(std::int64_t at_ms) { semantic({port_fact("8080", "9090"), port_fact("9090", "")}, at_ms); }
  stage_api::StageOutcome discover(std::int64_t at_ms) { return command("sweep", R"({"passes":["discover"]})", at_ms); }
  void make_topics(std::int64_t at_ms) {
    boat_ = tagged("The ferry to Barreiro leaves at 9 from pier 3.", {"ferry"}, at_ms);
    tagged("Pier 3 is closed for repairs in May.", {"repairs"}, at_ms);
    command("sweep", R"({"passes":["topics"]})", at_ms + 1);
  }
  /// The last request about discoveries.
  stage_api::StageOutcome::Request last_request() const {
    REQUIRE_FALSE(requests.empty());
    REQUIRE(requests.back().request.purpose == "discovery");
    return requests.back();
  }
  [[nodiscard]] std::vector<Json> found() const { return of_type("discovery"); }
  std::string boat_;  ///< the item about the ferry
};

/// Two topics that rules made, then a model, and the request that follows the next topic pass.
struct AskedAbout : Finds {
  AskedAbout() {
    make_topics(0);
    set_settings(kOnWithModel);
    supersede(kSecond);
    discover(2 * kSecond);
  }
};

}  // namespace turnstream::consolidation
