#pragma once
// TestDriver: runs one Stage on ordinary maps, as the runtime would run it on a log: numbers records, keeps log_time
// and now, fires due timers, forms net effects, rolls back what failed. For the tests of stages; needs no runtime,
// store or log. A persona's own due timers fire before its record; a tick fires all due ones in (due, persona, name)
// order. Threads: one at a time. Lifetime: borrows the stage.

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::stage_api {

/// What one record did to one persona.
struct Outcome {
  Status status;
  std::vector<model::Change> changes;                       ///< net, in order of kind, then id
  std::vector<std::pair<std::string, std::string>> events;  ///< topic, value
  std::int64_t processed = 0;

  /// As a completion counts them: stats and sessions left out.
  [[nodiscard]] std::int64_t added() const;
  [[nodiscard]] std::int64_t updated() const;
  [[nodiscard]] std::int64_t removed() const;
  [[nodiscard]] std::vector<model::Change> of_kind(std::string_view kind) const;
};

class TestDriver {
 public:
  explicit TestDriver(const Stage& stage);
  ~TestDriver();
  TestDriver(const TestDriver&) = delete;
  TestDriver& operator=(const TestDriver&) = delete;

  /// The `memory` settings from now on, as JSON.
  void set_settings(std::string_view json);

  Outcome turn(const model::StateExport& turn, LogTime at, std::span<const UpstreamCompletion> upstream = {});
  Outcome command(std::string_view persona, std::string_view kind, std::string_view json, LogTime at);
  /// The personas whose timers fired.
  std::map<std::string, Outcome> tick(LogTime at);
  /// Any other record of a persona; offset, now and settings are filled in.
  Outcome deliver(Input input);

  using Rows = std::map<std::string, std::string>;
  /// All rows of a persona by the stage's own keys.
  [[nodiscard]] const Rows& rows(const std::string& persona) const;
  /// Name and due time of a persona's armed timers.
  [[nodiscard]] std::map<std::string, LogTime> timers(const std::string& persona) const;
  /// The turn ids that the stage said may not come again. The driver delivers them all the same.
  [[nodiscard]] const std::set<std::string>& forgotten_turns(const std::string& persona) const;
  [[nodiscard]] bool blocked(const std::string& persona) const;
  [[nodiscard]] LogTime now() const { return now_; }

 private:
  class Context;
  struct Turns {
    std::vector<std::pair<std::string, std::string>> recent;  ///< id and session; here all there ever were
    std::set<std::string> forgotten;
    bool blocked = false;
  };
  using TimerKey = std::tuple<LogTime, std::string, std::string>;  ///< due, persona, name

  [[nodiscard]] std::vector<TimerKey> due_timers(const std::string* persona) const;
  void fire(const TimerKey& timer, const Input& input, Context& context);
  void complete_input(Input& input);

  const Stage& stage_;
  std::unique_ptr<nlohmann::json> settings_;
  std::map<std::string, Rows> rows_;
  std::map<std::string, Turns> turns_;
  std::set<TimerKey> timers_;
  LogTime now_;
  std::int64_t next_offset_ = 0;
};

}  // namespace turnstream::stage_api
