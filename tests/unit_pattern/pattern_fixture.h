#pragma once
// Fixture of the pattern tests: turns from a few words, the stage on a TestDriver, and the patterns that its changes
// leave. Times are milliseconds after the fixture's start. Threads: one at a time.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/model/pattern.h"
#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::pattern {

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kDay = 24 * 60 * kMinute;
/// 2026-01-01T10:00:00Z, a Thursday
constexpr std::int64_t kStart = 1767261600000;

struct Said {
  std::string user;
  std::string assistant = {};
  std::vector<std::string> tools = {};
  std::string mode = {};
  std::string session = "s1";
  bool recalled = false;  ///< the agent received memories
  std::string persona = "helper";
  std::string user_id = {};  ///< empty: the turn has none
  std::string user_name = {};
};

/// Patterns by `type/key`, such as `preference/tea`; those of a user by `type/key of user_id`.
using Patterns = std::map<std::string, model::Pattern>;

class PatternFixture {
 public:
  PatternFixture();

  /// The turn that `said` makes; it lives as long as the fixture. Ids are `turn 1`, `turn 2`, ….
  model::StateExport turn_of(const Said& said, std::int64_t after_ms);
  stage_api::StageOutcome turn(const Said& said, std::int64_t after_ms);
  /// A turn whose event time differs from its log time.
  stage_api::StageOutcome late_turn(const Said& said, std::int64_t event_after_ms, std::int64_t log_after_ms);
  /// The outcome of the tick for `helper`.
  stage_api::StageOutcome tick(std::int64_t after_ms);
  stage_api::StageOutcome forget(const std::string& args_json, std::int64_t after_ms,
                                 std::span<const stage_api::UpstreamCompletion> upstream = {});

  stage_api::TestDriver& driver() { return *driver_; }
  /// The patterns after all changes so far. Checks that each change agrees with those before it.
  const Patterns& patterns(const std::string& persona = "helper") { return patterns_[persona]; }
  bool has(const std::string& type_and_key) { return patterns().count(type_and_key) != 0; }
  /// The pattern of `helper` with this key. Precondition: it exists.
  const model::Pattern& pattern(const std::string& type_and_key) { return patterns_["helper"].at(type_and_key); }

 private:
  void note(const std::string& persona, const stage_api::StageOutcome& outcome);
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::unique_ptr<stage_api::Stage> stage_;
  std::unique_ptr<stage_api::TestDriver> driver_;
  std::deque<std::string> texts_;
  std::map<std::string, Patterns> patterns_;
  std::map<std::string, std::string> values_;  ///< of the patterns, by id
  int turns_ = 0;
};

}  // namespace turnstream::pattern
