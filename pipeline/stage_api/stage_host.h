#pragma once
// StageHost: runs one Stage with the state in maps and without a log, in tests and to see what a record would do. It
// numbers records, maintains `now`, fires due timers, computes net changes and rolls back failed calls. Before a record,
// the due timers of its persona fire, but not before a command; a tick fires the due timers of all personas in the order (due, persona, name).
// Unlike the runtime, it delivers duplicate, conflicting and barred turns, does not arm a failed timer again, does
// not undo the timers of a failed record, and fires no timer of StageInfo::first_timers before others. Borrows the stage. Threads: one at a time.

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::stage_api {

/// What one record did to one persona: the error of the last call of the stage that failed, and the changes and events
/// of the calls that did not fail.
struct StageOutcome {
  Status status;
  std::vector<model::Change> changes;                       ///< net changes, sorted by kind, then id
  std::vector<std::pair<std::string, std::string>> events;  ///< topic and value of each event
  struct Request {
    std::string effect_id;
    std::string hash;
    model::EffectRequest request;
  };
  std::vector<Request> requests;
  std::vector<std::pair<std::string, std::string>> cancels;  ///< effect_id and reason
  struct Word {
    std::string command_id;
    std::string target;
    std::string kind;
    std::string args;
  };
  std::vector<Word> told;  ///< commands for other personas
  std::int64_t processed = 0;
  PassCounts passed;
  std::int64_t late_results = 0;

  /// added(), updated(), removed(): the counts as a completion has them, without changes of kind "stats" and "session".
  [[nodiscard]] std::int64_t added() const;
  [[nodiscard]] std::int64_t updated() const;
  [[nodiscard]] std::int64_t removed() const;
  [[nodiscard]] std::vector<model::Change> of_kind(std::string_view kind) const;
};

class StageHost {
 public:
  explicit StageHost(const Stage& stage);
  ~StageHost();
  StageHost(const StageHost&) = delete;
  StageHost& operator=(const StageHost&) = delete;

  /// Sets the `memory` settings for all later records. `json` must be a JSON object.
  void set_settings(std::string_view json);

  /// Gives the stage a row of the persona, as a changelog has it; no timer is armed by it.
  void restore_row(const std::string& persona, std::string key, std::string value);

  StageOutcome turn(const model::StateExport& turn, LogTime at, std::span<const UpstreamCompletion> upstream = {});
  StageOutcome command(std::string_view persona, std::string_view kind, std::string_view json, LogTime at);
  /// Delivers a tick. Returns an outcome for each persona that had a due timer.
  std::map<std::string, StageOutcome> tick(LogTime at);
  /// Delivers any other record of a persona. The host sets the log offset, `now` and the settings.
  StageOutcome deliver(Input input);

  using Rows = std::map<std::string, std::string>;
  [[nodiscard]] const Rows& rows(const std::string& persona) const;
  [[nodiscard]] std::map<std::string, LogTime> timers(const std::string& persona) const;
  /// The turn ids that the stage reported as forgotten. Unlike the runtime, the host still delivers such turns.
  [[nodiscard]] const std::set<std::string>& forgotten_turns(const std::string& persona) const;
  /// The times until which turns are forgotten, by session; those of the empty one: of all sessions.
  [[nodiscard]] const std::map<std::string, LogTime>& forgotten_until(const std::string& persona) const;
  [[nodiscard]] bool blocked(const std::string& persona) const;
  [[nodiscard]] LogTime now() const { return now_; }

 private:
  class Context;
  struct Turns {
    std::vector<std::pair<std::string, std::string>> recent;  ///< turn id and session id
    std::set<std::string> forgotten;
    std::map<std::string, LogTime> until;  ///< by session; the empty one: all
    bool blocked = false;
  };
  using TimerKey = std::tuple<LogTime, std::string, std::string>;  ///< due, persona, name

  [[nodiscard]] std::vector<TimerKey> due_timers(const std::string* persona) const;
  void fire(const TimerKey& timer, const Input& input, Context& context);
  void complete_input(Input& input);

  const Stage& stage_;
  std::unique_ptr<MemorySettings> settings_;
  std::map<std::string, Rows> rows_;
  std::map<std::string, Turns> turns_;
  std::set<TimerKey> timers_;
  LogTime now_;
  std::string cause_id_;  ///< of the record that is delivered, if its sender gave none
  std::int64_t next_offset_ = 0;
};

}  // namespace turnstream::stage_api
