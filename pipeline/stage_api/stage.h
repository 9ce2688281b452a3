#pragma once
// Stage: the pure function at the heart of every memory stage:
//   (state of one persona, log record, upstream completions of it) -> (new state, effects as values).
// The runtime calls it, owns its state and commits everything it asked for, or nothing. A stage reads no clock, draws
// no random number, does no I/O, keeps no mutable member and sees one persona at a time: isolation is structural.
// Threads: one Stage object serves every partition of a process, concurrently: it must be immutable (all methods
// const).

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

/// What the runtime must know of a stage before it runs.
struct StageInfo {
  std::string name;
  int phase = 1;                      ///< 1..3
  std::vector<std::string> upstream;  ///< names of stages whose completions process() is given, in this order
  /// The admission gate: where it failed a record, later phases do nothing. It alone dead-letters turn_id conflicts,
  /// and its redriven records are processed by the later phases as turns.
  bool admits = false;
  std::uint32_t logic_version = 1;        ///< kept with the state; a binary with another is refused
  std::vector<std::string> event_topics;  ///< suffixes of public topics it writes events to
};

enum class RecordKind { kTurn, kCommand, kTick, kEffectResult, kSettings, kRedrive };

/// One upstream stage's answer to the same record. `parts` are the bytes as they stand on the topic.
struct UpstreamCompletion {
  std::string_view stage;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::span<const std::string_view> parts;
};

/// One log record as a stage may see it; valid during the call.
struct Input {
  RecordKind kind = RecordKind::kTurn;
  model::LogPosition log;
  LogTime log_time;  ///< of this record
  LogTime now;       ///< largest log_time seen in this partition, this record included
  std::string_view persona;
  std::string_view value;                    ///< the record's bytes
  const model::StateExport* turn = nullptr;  ///< set for kTurn and for the admission gate's kRedrive
  std::string_view command_kind;             ///< kCommand: "forget", "access", …
  std::string_view source_topic;             ///< where the record came from: provenance
  Partition source_partition;
  Offset source_offset;
  const nlohmann::json* settings =
      nullptr;  ///< the `memory` settings in force, never null; read through your own struct
  std::span<const UpstreamCompletion> upstream;  ///< in StageInfo::upstream order
};

/// One persona's state in one stage: byte strings under keys the stage chooses. Reads see the stage's own uncommitted
/// writes. A returned view lives until the next write to the same key or the end of the call.
class StateView {
 public:
  virtual ~StateView() = default;
  virtual Result<std::optional<std::string_view>> get(std::string_view key) = 0;
  virtual void put(std::string_view key, std::string_view value) = 0;
  virtual void erase(std::string_view key) = 0;
};

/// Named alarms of one persona, measured in log_time. Arming an armed name moves it.
class Timers {
 public:
  virtual ~Timers() = default;
  virtual Status arm(std::string_view name, LogTime due) = 0;
  virtual Status cancel(std::string_view name) = 0;
};

/// Which turns of the persona may not come again; rolled back with everything else. The runtime answers such a turn,
/// and a redrive of it, in the stage's stead: `partial`, no changes, no dead letter. A stage without upstream has to
/// tell: each keeps its own list. Later phases need not: they follow the admission gate.
class Turns {
 public:
  using TurnFilter = std::function<bool(std::string_view turn_id)>;
  virtual ~Turns() = default;
  /// That turn id is forgotten for ever (error code `erased`), whether it was ever seen or not.
  virtual Status forget(std::string_view turn_id) = 0;
  /// The same for those of the persona's last 4096 turns that are of the session or match. Reads all of them: for what
  /// is rare.
  virtual Status forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) = 0;
  /// While it is blocked, no turn of the persona is taken (error code `blocked`); they are not remembered either.
  virtual Status set_blocked(bool blocked) = 0;
};

/// What the record changes, as values. One call a (kind, id): a second replaces the first's net effect.
class Effects {
 public:
  virtual ~Effects() = default;
  /// The whole thing. `existed`: it was there before this record (counted as updated, not added).
  virtual void put(std::string_view kind, std::string_view id, std::string value, bool existed) = 0;
  virtual void patch(std::string_view kind, std::string_view id, std::string fields) = 0;
  virtual void remove(std::string_view kind, std::string_view id) = 0;
  /// How many inputs the stage looked at (completion.items_processed); adds up.
  virtual void processed(std::int64_t count) = 0;
  /// One public event; `topic` is one of StageInfo::event_topics.
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

  /// Applies one record to its persona. Turns that are repeats, conflicts or forgotten never arrive here. Also called,
  /// as kTick with an empty value, for a persona of which an upstream's completion has a part though the record is not
  /// its own (a tick fired its timers there). `input.upstream` holds the persona's own parts alone. Error reactions:
  /// kRetry (tried again after a wait), kDeadLetter (this record fails). All it did is rolled back on error.
  virtual Status process(const Input& input, PersonaContext& context) const = 0;

  /// One of the persona's timers is due; it is disarmed before the call. `input` is the record that let time pass,
  /// as kTick with an empty value where it is another's; it has neither turn nor upstream.
  virtual Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const = 0;

  /// One state entry as readable JSON, for `state dump`. `key` as the stage wrote it.
  [[nodiscard]] virtual nlohmann::json describe(std::string_view key, std::string_view value) const = 0;
};

}  // namespace turnstream::stage_api
