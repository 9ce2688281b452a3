#pragma once
// Stage: the pure function in each memory stage:
//
//   (state of one persona, log record, upstream completions of the record) -> (new state, changes and events as values).
//
// The runtime calls it, owns its state, and commits either all or none of the writes of a call. A stage must not read a
// clock, draw random numbers, do I/O or have mutable members. It sees one persona per call, so it cannot mix up the
// data of two. Threads: one Stage object serves all partitions of a process concurrently.

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
#include "pipeline/codec/change_cache.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/effect_request.h"
#include "pipeline/model/state_export.h"

namespace turnstream::stage_api {

/// What a stage declares about itself.
struct StageInfo {
  std::string name;
  int phase = 1;                      ///< 1 to 3; greater than that of each upstream stage
  std::vector<std::string> upstream;  ///< the names of the stages whose completions process() receives, in this order
  /// True for the admission gate. If it fails a record, or finds its turn a duplicate or barred (Turns), the stages
  /// that have it as upstream pass the record. Only this stage writes dead letters for conflicting turns (one turn_id,
  /// two contents). If a turn is redriven to it, later phases process it as a turn.
  bool admits = false;
  std::uint32_t logic_version = 1;        ///< stored with the state; a program with another version refuses that
                                          ///< state
  std::vector<std::string> event_topics;  ///< public topics to which the stage writes events, without the namespace
  /// Settings, as SettingRow::name: the stage sends requests (Effects::request) only while one of them is a text that is
  /// not empty, or true.
  std::vector<std::string> asks_with = {};
  /// Timers with little work for which memories wait: of those that are due at a record, the runtime fires them first.
  std::vector<std::string> first_timers = {};
};

enum class RecordKind { kTurn, kCommand, kTick, kEffectResult, kSettings, kRedrive };

/// The completion of one upstream stage for the same record. `parts`: the bytes of the completion's parts for this
/// persona. In a redriven stage: the completion for the record that became the dead letter.
struct UpstreamCompletion {
  using ChangeVisitor = std::function<Status(const model::Change& change)>;

  std::string_view stage;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::span<const std::string_view> parts;
  codec::ChangeCache* cache = nullptr;  ///< never null in Stage::process(); shared by the stages of a group

  /// Visits the changes in the order of the completion, until one visit fails. Change::existed is always false: a
  /// completion does not tell. A memory that is put is new if and only if its provenance.turn_id is the record's turn and
  /// its recorded_at the record's log_time. Errors: those of codec::parse_completion(), and of the visitor.
  Status each_change(const ChangeVisitor& visit) const {
    for (const std::string_view part : parts) {
      TS_ASSIGN_OR_RETURN(const std::span<const model::Change> changes, cache->changes(part));
      for (const model::Change& change : changes) {
        TS_RETURN_IF_ERROR(visit(change));
      }
    }
    return {};
  }
};

class MemorySettings;  // pipeline/stage_api/memory_settings.h

/// One log record as a stage receives it. All views and pointers are valid until the stage's call returns.
struct Input {
  RecordKind kind = RecordKind::kTurn;
  model::LogPosition log;
  LogTime log_time;  ///< the log time of the record
  LogTime now;       ///< the largest log_time in the partition so far, including this record
  std::string_view persona;
  /// The id of the turn, command or effect result, or the time of the tick, as the completion's cause.id. If the record is
  /// not of this persona: its log time, in the form of a tick's.
  std::string_view cause_id;
  std::string_view value;  ///< the bytes of the record's value
  /// In process(): set for kTurn; for kRedrive in the redriven stage, and if that is the admission gate, in later phases.
  const model::StateExport* turn = nullptr;
  std::string_view command_kind;  ///< for kCommand: the kind of the command, such as "forget" or "access"
  std::string_view source_topic;  ///< with partition and offset: where intake read the record (kRedrive: the turn)
  Partition source_partition;
  Offset source_offset;
  const MemorySettings* settings = nullptr;      ///< the `memory` settings in force, never null
  std::span<const UpstreamCompletion> upstream;  ///< in the order of StageInfo::upstream
};

/// Called with each row of a scan; returns false to end it. The views are valid during the call.
using RowVisitor = std::function<bool(std::string_view key, std::string_view value)>;

/// The state of one persona in one stage: byte strings under keys that the stage chooses. Reads see the stage's own
/// uncommitted writes. A returned view is valid until the next write to the same key, at most until the call ends. Rows
/// whose key begins with `~` are ordered: they can be scanned. An ordered row costs more, so use it only where the order
/// is needed, such as for due times.
class StateView {
 public:
  virtual ~StateView() = default;
  virtual Result<std::optional<std::string_view>> get(std::string_view key) = 0;
  virtual void put(std::string_view key, std::string_view value) = 0;
  virtual void erase(std::string_view key) = 0;
  /// Visits up to `limit` ordered rows whose keys begin with `prefix`, in byte order of the keys, as they are when the scan
  /// begins: the visitor may write rows. Precondition: `prefix` begins with `~`. Scan a few rows only: a stage must not
  /// walk over all rows of a persona on each record.
  virtual Status scan(std::string_view prefix, std::size_t limit, const RowVisitor& visit) = 0;
};

/// Named timers of one persona, each due at a log time. Arming a name that is already armed changes its time. A persona
/// has at most kTimersMax in one stage, which arm() CHECKs: a stage with more due times keeps them in ordered rows, and
/// arms one timer for the first of them.
inline constexpr std::size_t kTimersMax = 16;

class Timers {
 public:
  virtual ~Timers() = default;
  virtual Status arm(std::string_view name, LogTime due) = 0;
  virtual Status cancel(std::string_view name) = 0;
};

/// The turns of the persona that must not be processed again. If the record fails, these calls are rolled back too. For
/// such a turn, and for a redrive of it, the runtime writes the completion without calling the stage: `partial`, no
/// changes, no dead letter. Each stage without upstream must report these turns, because each has its own list. Stages
/// that have the admission gate as upstream follow its completion instead.
class Turns {
 public:
  using TurnFilter = std::function<bool(std::string_view turn_id)>;
  virtual ~Turns() = default;
  /// This turn id is never processed again (error code `erased`), whether or not the turn was seen before.
  virtual Status forget(std::string_view turn_id) = 0;
  /// Does the same as forget() for the turns in the persona's turn windows (of processed and of redriven turns) that
  /// belong to the session or for which `matches` is true. Slow: use it only in rare cases such as a forget command.
  virtual Status forget_recent(std::optional<std::string_view> session_id, const TurnFilter& matches) = 0;
  /// Turns of the session, or without one of the persona, with a timestamp of at most `until` are never processed again
  /// (error code `erased`), whether or not they were seen before. The latest `until` of a session holds.
  virtual Status forget_until(std::optional<std::string_view> session_id, LogTime until) = 0;
  /// While a persona is blocked, none of its turns is processed (error code `blocked`) or added to the turn window.
  virtual Status set_blocked(bool blocked) = 0;
};

/// What passes over many memories did at one record.
struct PassCounts {
  std::int64_t passes = 0;   ///< that ended
  std::int64_t handled = 0;  ///< entries that these passes changed or removed
  std::int64_t skipped = 0;  ///< passes that were due or asked for and did not run as such
  PassCounts& operator+=(const PassCounts& other) {
    passes += other.passes;
    handled += other.handled;
    skipped += other.skipped;
    return *this;
  }
  friend bool operator==(const PassCounts&, const PassCounts&) = default;
};

/// Collects what a stage makes for one record: changes to memories, public events, requests to the outside world and words
/// for other personas. The runtime combines several changes for the same (kind, id) into one net change. If the record
/// fails, nothing of it is written.
class Effects {
 public:
  virtual ~Effects() = default;
  /// Reports a new or replaced memory. `value` is the whole memory as JSON. `existed`: it existed before this record,
  /// so the completion counts it as updated and not as added.
  virtual void put(std::string_view kind, std::string_view id, std::string value, bool existed) = 0;
  /// Reports what changes of a memory that exists.
  virtual void patch(std::string_view kind, std::string_view id, model::Patch patch) = 0;
  virtual void remove(std::string_view kind, std::string_view id) = 0;
  /// Adds `count` to the number of inputs that the stage examined (items_processed of the completion).
  virtual void processed(std::int64_t count) = 0;
  /// Adds to what passes did at this record. Only the metrics and the log line of the record tell it, with the time that the
  /// runtime measures; no topic does.
  virtual void passed(const PassCounts& counts) = 0;
  /// Says that the record is an effect result of a kind for which this stage asks, but that none of its open requests has its
  /// id and hash: it comes too late. Only a metric tells it.
  virtual void late_result() = 0;
  /// Reports one public event. `topic` must be in StageInfo::event_topics; `kind` is the value's member `kind`, repeated
  /// in a header.
  virtual void event(std::string_view topic, std::string_view kind, std::string value) = 0;
  /// The id of a new event: UUIDv5 of [kind, persona, stage, type, cause id,
  /// ordinal], where the ordinal counts the calls with this kind and type for the persona and record.
  virtual std::string event_id(std::string_view kind, std::string_view type) = 0;

  /// Asks the outside world (topic effects.requests). The answer is a later record of kind kEffectResult, or never comes.
  /// The runtime adds the persona, the stage and the hash of the request. Returns the effect_id: UUIDv5 of ["effect",
  /// persona, stage, cause id, ordinal], where the ordinal counts the persona's requests for the record.
  virtual std::string request(const model::EffectRequest& request) = 0;
  /// Says that the stage no longer waits for the answer. `reason`: `expired` or `forgotten`.
  virtual void cancel(std::string_view effect_id, std::string_view reason) = 0;
  /// Sends a command to another persona (topic shares), which the stage receives there as a kCommand of that kind:
  /// `share` or `unshare`. `args`: a JSON object. Returns the command_id: UUIDv5 of [kind, persona, target, cause id,
  /// ordinal], where the ordinal counts the persona's calls for the record.
  virtual std::string tell(std::string_view target, std::string_view kind, std::string_view args) = 0;
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

  /// Applies one record to its persona. The runtime does not call it for ticks, settings records, and records that
  /// admission passes or fails (such as duplicate, conflicting or barred turns). If an upstream completion has a part
  /// for another persona, the runtime also calls process() for that persona, as kTick with an empty value.
  /// `input.upstream` contains only the parts of the persona of the call. Error reactions: kRetry (called again after a
  /// wait; at the last attempt as kDeadLetter), kDeadLetter (the record fails in this stage); any other ends the
  /// worker's session. On an error the runtime undoes everything that the call did.
  virtual Status process(const Input& input, PersonaContext& context) const = 0;

  /// Called when a timer of the persona is due; the timer is disarmed before the call. `input` is the record at which
  /// the timer fires, but without a turn and upstream completions. If that record is not of this persona, `input` is
  /// a kTick with an empty value.
  virtual Status fire(std::string_view timer, LogTime due, const Input& input, PersonaContext& context) const = 0;

  /// Returns one state row as JSON that people can read, for `state dump`. `key`: as given to StateView::put().
  [[nodiscard]] virtual nlohmann::json describe(std::string_view key, std::string_view value) const = 0;
};

}  // namespace turnstream::stage_api
