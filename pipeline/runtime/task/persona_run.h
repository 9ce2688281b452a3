#pragma once
// PersonaRun: the work of one stage on one persona for one log record. It is the PersonaContext that the stage
// receives, with the state, timers and turns of that persona alone, and it collects the net changes and events.
// Threads: the worker's. Lifetime: lives for one record; borrows the StateTable.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/runtime/task/timer_table.h"
#include "pipeline/stage_api/stage.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

struct PublicEvent {
  std::string topic;  ///< the name of the topic without its namespace, such as "insights"
  std::string persona;
  std::string value;
};

class PersonaRun final : public stage_api::PersonaContext,
                         private stage_api::StateView,
                         private stage_api::Timers,
                         private stage_api::Turns,
                         private stage_api::Effects {
 public:
  PersonaRun(store::StateTable& state, std::string_view persona);

  std::string_view persona() const override { return persona_; }
  stage_api::StateView& state() override { return *this; }
  stage_api::Timers& timers() override { return *this; }
  stage_api::Turns& turns() override { return *this; }
  stage_api::Effects& effects() override { return *this; }

  /// A point to which rollback() returns: the savepoint of the state; the changes, number of events and count so far.
  struct Mark {
    std::size_t savepoint;
    std::map<std::pair<std::string, std::string>, model::Change> changes;
    std::size_t events;
    std::int64_t processed;
  };
  Mark mark() const;
  void rollback(Mark mark);

  /// Moves the net changes out, sorted by kind, then id.
  [[nodiscard]] std::vector<model::Change> take_changes();
  [[nodiscard]] std::vector<PublicEvent>& events() { return events_; }
  [[nodiscard]] std::int64_t processed_count() const { return processed_; }
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
  Status set_blocked(bool blocked) override;
  void put(std::string_view kind, std::string_view id, std::string value, bool existed) override;
  void patch(std::string_view kind, std::string_view id, std::string fields) override;
  void remove(std::string_view kind, std::string_view id) override;
  void processed(std::int64_t count) override { processed_ += count; }
  void event(std::string_view topic, std::string value) override;

  /// The key in the table; valid until the next call.
  const std::string& state_key(std::string_view key);

  store::StateTable& state_;
  TimerTable timers_;
  std::string persona_;
  std::string key_;             ///< of a row, for state_key()
  std::size_t key_prefix_ = 0;  ///< length of its beginning, which all rows of the persona share
  std::map<std::pair<std::string, std::string>, model::Change>
      changes_;  ///< the net changes, by kind and id (which are empty in the values)
  std::vector<PublicEvent> events_;
  std::int64_t processed_ = 0;
  std::size_t changes_bytes_ = 0;
};

}  // namespace turnstream::runtime
