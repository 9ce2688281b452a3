#pragma once
// PersonaRun: the work of one stage on one persona for one log record. It is the PersonaContext that the stage
// receives, with the state, timers and turns of that persona alone, and it collects the net changes and the public records.
// Threads: the worker's. Lifetime: lives for one record; borrows the StateTable.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/runtime/task/timer_table.h"
#include "pipeline/stage_api/stage.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

/// A record that the stage writes in addition to its completion: an event, an effect request, or a command for another persona.
struct PublicRecord {
  /// The partition: of events that of the log record, else the one that the hash of the key gives in the topic.
  enum class Place { kOwn, kEffectRequests, kShares };
  std::string topic;  ///< the name of the topic without its namespace, such as "insights"
  std::string kind;   ///< the value's kind, for the header
  std::string key;    ///< a persona
  std::string value;
  Place place = Place::kOwn;
  std::string id = {};  ///< of a command for another persona: its command_id
};

/// For whom and because of which record the work is done. The views are valid as long as the PersonaRun.
struct RunCause {
  std::string_view stage;
  std::string cause_id;  ///< as Input::cause_id
  LogTime log_time;
};

class PersonaRun final : public stage_api::PersonaContext,
                         private stage_api::StateView,
                         private stage_api::Timers,
                         private stage_api::Turns,
                         private stage_api::Effects {
 public:
  PersonaRun(store::StateTable& state, std::string_view persona, RunCause cause);

  std::string_view persona() const override { return persona_; }
  stage_api::StateView& state() override { return *this; }
  stage_api::Timers& timers() override { return *this; }
  stage_api::Turns& turns() override { return *this; }
  stage_api::Effects& effects() override { return *this; }

  /// The numbers given so far, by the kind and type of what they number.
  using Ordinals = std::map<std::pair<std::string, std::string>, std::int64_t>;
  /// A point to which rollback() returns: the savepoint of the state; what was collected so far.
  struct Mark {
    std::size_t savepoint;
    std::map<std::pair<std::string, std::string>, model::Change> changes;
    std::size_t records;
    Ordinals ordinals;
    std::int64_t processed;
    stage_api::PassCounts passed;
    std::int64_t late_results;
  };
  Mark mark() const;
  void rollback(Mark mark);

  /// Moves the net changes out, sorted by kind, then id.
  [[nodiscard]] std::vector<model::Change> take_changes();
  [[nodiscard]] std::vector<PublicRecord>& records() { return records_; }
  [[nodiscard]] const std::string& cause_id() const { return cause_.cause_id; }
  [[nodiscard]] std::string_view stage() const { return cause_.stage; }
  /// The ids of the commands for other personas so far.
  [[nodiscard]] std::vector<std::string> told() const;
  [[nodiscard]] std::int64_t processed_count() const { return processed_; }
  [[nodiscard]] const stage_api::PassCounts& passed_counts() const { return passed_; }
  [[nodiscard]] std::int64_t late_results() const { return late_results_; }
  [[nodiscard]] std::size_t changes_bytes() const { return changes_bytes_; }
  /// True if there is no change and the stage examined no input (Effects::processed()).
  [[nodiscard]] bool empty() const { return changes_.empty() && processed_ == 0; }

 private:
  Result<std::optional<std::string_view>> get(std::string_view key) override;
  void put(std::string_view key, std::string_view value) override;
  void erase(std::string_view key) override;
  Status scan(std::string_view prefix, std::size_t limit, const stage_api::RowVisitor& visit) override;
  Status arm(std::string_view name, LogTime due) override;
  Status cancel(std::string_view name) override;
  Status forget(std::string_view turn_id) override;
  Status forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) override;
  Status forget_until(std::optional<std::string_view> session_id, LogTime until) override;
  Status set_blocked(bool blocked) override;
  void put(std::string_view kind, std::string_view id, std::string value, bool existed) override;
  void patch(std::string_view kind, std::string_view id, model::Patch patch) override;
  void remove(std::string_view kind, std::string_view id) override;
  void processed(std::int64_t count) override { processed_ += count; }
  void passed(const stage_api::PassCounts& counts) override { passed_ += counts; }
  void late_result() override { ++late_results_; }
  void event(std::string_view topic, std::string_view kind, std::string value) override;
  std::string event_id(std::string_view kind, std::string_view type) override;
  std::string request(const model::EffectRequest& request) override;
  void cancel(std::string_view effect_id, std::string_view reason) override;
  std::string tell(std::string_view target, std::string_view kind, std::string_view args) override;

  std::int64_t next_ordinal(std::string_view kind, std::string_view type);
  void add_record(PublicRecord record);
  /// The key in the table; valid until the next call.
  const std::string& state_key(std::string_view key);

  store::StateTable& state_;
  TimerTable timers_;
  std::string persona_;
  RunCause cause_;
  std::string key_;             ///< of a row, for state_key()
  std::size_t key_prefix_ = 0;  ///< length of its beginning, which all rows of the persona share
  std::map<std::pair<std::string, std::string>, model::Change>
      changes_;  ///< the net changes, by kind and id (which are empty in the values)
  std::vector<PublicRecord> records_;
  Ordinals ordinals_;
  std::int64_t processed_ = 0;
  stage_api::PassCounts passed_;
  std::int64_t late_results_ = 0;
  std::size_t changes_bytes_ = 0;
};

}  // namespace turnstream::runtime
