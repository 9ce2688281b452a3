#pragma once
// Stage: the pure function in each memory stage:
//
//   (state of one persona, log record, upstream completions of the record) -> (new state, changes and events as values).
//
// The runtime calls it, owns its state, and commits either all or none of the writes of a call. A stage reads no clock,
// draws no random number, does no I/O and has no mutable member. It sees one persona per call, so it cannot mix up the
// data of two. Threads: one Stage object serves all partitions of a process concurrently; it must be immutable (all
// methods const).

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/state_export.h"

namespace turnstream::stage_api {

/// What a stage declares about itself; the runtime reads it before the first call.
struct StageInfo {
  std::string name;
  int phase = 1;                      ///< 1..3
  std::vector<std::string> upstream;  ///< the stages whose completions process() receives, in this order
  /// True for the admission gate. If it fails a record, or finds its turn a duplicate or barred (Turns), later phases
  /// skip the record. Only this stage writes dead letters for conflicting turns (one turn_id, two contents), and later
  /// phases process its redriven records as turns.
  bool admits = false;
  std::uint32_t logic_version = 1;        ///< stored with the state; a program with another version refuses that
                                          ///< state
  std::vector<std::string> event_topics;  ///< suffixes of the public topics to which the stage writes events
};

enum class RecordKind { kTurn, kCommand, kTick, kEffectResult, kSettings, kRedrive };

/// The completion of one upstream stage for the same record. `parts`: the bytes of this persona's records on the topic.
/// In a redriven stage: the completion for the dead record.
struct UpstreamCompletion {
  std::string_view stage;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::span<const std::string_view> parts;
};

/// One log record as a stage receives it. All views and pointers are valid until the stage's call returns.
struct Input {
  RecordKind kind = RecordKind::kTurn;
  model::LogPosition log;
  LogTime log_time;  ///< the log time of this record
  LogTime now;       ///< the largest log_time in this partition so far, including this record
  std::string_view persona;
  std::string_view value;  ///< the record's bytes
  /// Set for kTurn. For kRedrive: set in the redriven stage, and in later phases if that stage is the admission gate.
  const model::StateExport* turn = nullptr;
  std::string_view command_kind;  ///< for kCommand: "forget", "access", …
  std::string_view source_topic;  ///< with partition and offset: where intake read it (kRedrive: the turn)
  Partition source_partition;
  Offset source_offset;
  const nlohmann::json* settings = nullptr;      ///< the `memory` settings in force, never null
  std::span<const UpstreamCompletion> upstream;  ///< in StageInfo::upstream order
};

/// The state of one persona in one stage: byte strings under keys that the stage chooses. Reads see the stage's own
/// uncommitted writes. A returned view is valid until the next write to the same key, at most until the call ends.
class StateView {
 public:
  virtual ~StateView() = default;
  virtual Result<std::optional<std::string_view>> get(std::string_view key) = 0;
  virtual void put(std::string_view key, std::string_view value) = 0;
  virtual void erase(std::string_view key) = 0;
};

/// Named timers of one persona, due at a log time. Arming a name that is already armed changes its time.
class Timers {
 public:
  virtual ~Timers() = default;
  virtual Status arm(std::string_view name, LogTime due) = 0;
  virtual Status cancel(std::string_view name) = 0;
};

/// The turns of the persona that must not be processed again. If the record fails, its calls are rolled back too. For
/// such a turn, and for a redrive of it, the runtime writes the completion without calling the stage: `partial`, no
/// changes, no dead letter. A stage without upstream must report these turns, because each such stage has its own list.
/// Stages of later phases follow the admission gate instead.
class Turns {
 public:
  using TurnFilter = std::function<bool(std::string_view turn_id)>;
  virtual ~Turns() = default;
  /// This turn id is never accepted again (error code `erased`), whether or not the turn was seen before.
  virtual Status forget(std::string_view turn_id) = 0;
  /// Does the same as forget() for those of the persona's last 4096 turns that belong to the session or for which
  /// `matches` is true. It reads all of them, so use it only in rare cases such as a forget command.
  virtual Status forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) = 0;
  /// While a persona is blocked, none of its turns is processed (error code `blocked`), and the turns are not
  /// remembered.
  virtual Status set_blocked(bool blocked) = 0;
};

/// Collects the changes to memories that a stage makes for one record (not effects in the sense of calls to the outside
/// world). The runtime combines several calls for the same (kind, id) into one net change.
class Effects {
 public:
  virtual ~Effects() = default;
  /// Stores a memory. `value` is the whole memory as JSON. `existed`: it existed before this record, so the completion
  /// counts it as updated and not as added.
  virtual void put(std::string_view kind, std::string_view id, std::string value, bool existed) = 0;
  virtual void patch(std::string_view kind, std::string_view id, std::string fields) = 0;
  virtual void remove(std::string_view kind, std::string_view id) = 0;
  /// Adds to the number of inputs that the stage examined (items_processed of the completion).
  virtual void processed(std::int64_t count) = 0;
  /// One public event; `topic` must be in StageInfo::event_topics.
  virtual void event(std::string_view topic, std::string value) = 0;
};

class PersonaContext {
 public:
  virtual ~PersonaContext() = default;
  virtual std::string_view persona() const = 0;
  virtual StateView& state() = 0;
  virtual Timers& timers() = 0;
  virtual Turns& turns() = 0;
  virtual Effects& effects() = 0;
};

class Stage {
 public:
  virtual ~Stage() = default;
  [[nodiscard]] virtual const StageInfo& info() const = 0;

  /// Applies one record to its persona. Ticks, settings records and duplicate, conflicting or barred turns do not
  /// arrive here. If an upstream completion has a part for another persona (because its timers fired on this record),
  /// the runtime also calls process() for that persona, as kTick with an empty value. `input.upstream` contains only
  /// the parts of the persona in question. Error reactions: kRetry (called again after a wait; at the last attempt as
  /// kDeadLetter), kDeadLetter (the record fails in this stage); any other ends the worker. On an error the runtime
  /// undoes everything that the call did.
  virtual Status process(const Input& input, PersonaContext& context) const = 0;

  /// Called when a timer of the persona is due; the timer is disarmed before the call. `input` is the record at which
  /// it fires. If that record is not of this persona, `input` is a kTick with an empty value. It never has a turn or
  /// upstream completions.
  virtual Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const = 0;

  /// Returns one state row as JSON that people can read, for `state dump`. `key` is the key that the stage used.
  [[nodiscard]] virtual nlohmann::json describe(std::string_view key, std::string_view value) const = 0;
};

}  // namespace turnstream::stage_api
