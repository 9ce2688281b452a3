#pragma once
// ReadModel: what recall holds of all personas: rows in a store of its own, and indexes of the personas that were asked about
// lately in memory. apply() takes the records of a partition in their order; a record is one batch, with the read positions
// in it, so that a crash leaves the rows as they were after some record. Answers are of one moment: no record is applied
// while a function given to ask() runs.
//
// All state is a function of the records: the same stream gives the same rows, whenever the process was killed or started.
//
// Threads: apply() on one; all others any. Lifetime: borrows store and clock.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/base/shared_mutex.h"
#include "pipeline/store/key_value_store.h"
#include "recall/ranking/persona_languages.h"
#include "recall/read_model/applied_turns.h"
#include "recall/read_model/history_rows.h"
#include "recall/read_model/journal.h"
#include "recall/read_model/persona_index.h"
#include "recall/read_model/persona_list.h"
#include "recall/read_model/persona_memory.h"
#include "recall/read_model/progress.h"
#include "recall/read_model/record_changes.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {

struct ReadModelConfig {
  std::size_t memory_bytes_max = std::size_t{256} << 20;  ///< for indexes of personas; the newest one always stays
  std::int64_t history_days = 30;                         ///< so long a closed version is kept, in log time
  std::int32_t partitions = 1;                            ///< of the log
  PersonaLanguages languages = {};                        ///< of texts and queries
  std::function<void()> on_applied = {};  ///< called after each record, by the thread of apply(); may be empty
  const VectorTable* vectors = nullptr;   ///< null: none. It outlives the read model
};

/// The indexes in memory.
struct LoadedIndexes {
  std::size_t personas = 0;
  std::size_t bytes = 0;
};

class ReadModel {
 public:
  /// Empties a store with rows of another version of the program, so that they are made again from the log. Errors: of the store;
  /// "state_unusable" for damaged rows.
  static Result<std::unique_ptr<ReadModel>> open(store::KeyValueStore& store, const Clock& clock,
                                                 const ReadModelConfig& config);

  /// False if open() would change the store: it has rows of another version, or none. Errors: of the store.
  static Result<bool> has_current_rows(store::KeyValueStore& store);

  /// Where to continue to read, by partition.
  [[nodiscard]] std::vector<Progress> progress() const;

  /// Notes that a partition of which no record is applied begins late. The next apply() stores it. False if it was known.
  bool begins_at(Partition partition, NextOffset since);

  /// Applies the next record of its partition. `after`: the read positions behind the record; its `since` is not used. Errors: of
  /// the store, and those of RecordReader::read(); nothing is applied then, and the process must end.
  Status apply(const JoinedRecord& joined, Progress after);

  using Use = std::function<Status(const PersonaMemory&)>;
  /// Calls `use` with the memory of the persona, now or after the record `as_of`. Errors: those of `use`, and of the store.
  Status ask(const std::string& persona, std::optional<Offset> as_of, const Use& use);

  /// The documents of these kinds that hold now, by kind in the order given, then by id. Does not load the persona's index.
  /// Errors: of the store, "state_unusable".
  Result<std::vector<DocumentVersion>> documents(const std::string& persona, std::span<const Kind> kinds);
  /// At most `limit` personas with documents, in the order of their rows, behind `after` (empty: from the first on). Errors: of
  /// the store.
  Result<std::vector<std::string>> persona_names(const std::string& after, std::size_t limit);

  using OnChange = std::function<void(const PersonaChanges&)>;
  /// From now on `on_change` is called with what each record has changed of each persona, after it is applied, by the thread that
  /// applies it; it must return quickly and not call this object. Empty: nothing is called. Returns when the former function
  /// does not run.
  void on_change(OnChange on_change) {
    const MutexLock lock(on_change_mutex_);
    on_change_ = std::move(on_change);
  }

  /// The last offset of the persona's partition whose log time is at most `time`. Absent if there is none. Error
  /// "history_dropped" if the time is before the history that is kept.
  Result<std::optional<Offset>> offset_at(const std::string& persona, LogTime time);
  /// Error "history_dropped" if versions that held after that record are no longer kept, or recall began later.
  Status check_history(const std::string& persona, Offset as_of);

  /// The log offset at which the turn was admitted; absent if it was not, or not yet.
  Result<std::optional<Offset>> find_turn(const std::string& persona, const std::string& turn);
  /// What the stages did for a command, as JSON; absent if it is not applied yet, or long ago.
  Result<std::optional<std::string>> find_command(const std::string& persona, const std::string& command);
  /// The personas that have memory, behind the name `after` (list_personas()).
  Result<PersonaPage> personas(const std::string& after);
  /// Waits until the turn is applied, for `time` at most; false if it is not.
  Result<bool> wait_for_turn(const std::string& persona, const std::string& turn, std::chrono::milliseconds time,
                             const std::stop_token& stop);

  /// What became of the turns that were applied since this object was made.
  [[nodiscard]] AppliedTurns& applied_turns() { return applied_turns_; }

  /// What the records changed. It may be read while records are applied.
  [[nodiscard]] const Journal& journal() const { return journal_; }

  /// Removes from the disk what was forgotten before the call (KeyValueStore::purge()). May take long; all else continues.
  Status purge_forgotten(const std::stop_token& stop);

  [[nodiscard]] Partition partition_of(const std::string& persona) const;
  [[nodiscard]] const Clock& clock() const { return clock_; }
  /// May wait for a record that is being applied.
  [[nodiscard]] LoadedIndexes loaded() const;
  /// See digest_of(): equal for equal streams, on both logs.
  Result<std::string> digest();

 private:
  ReadModel(store::KeyValueStore& store, store::TableId table, const Clock& clock, const ReadModelConfig& config)
      : store_(store),
        table_(table),
        clock_(clock),
        config_(config),
        journal_(store, table, config.partitions),
        progress_(static_cast<std::size_t>(config.partitions)) {}

  Status read_progress();
  Status write_progress(store::Batch& batch, Partition partition, const Progress& after) REQUIRES(state_);
  [[nodiscard]] HistoryRows history(Partition partition) REQUIRES_SHARED(state_) {
    return {store_, table_, partition, history_starts_};
  }
  Result<std::shared_ptr<PersonaIndex>> index_of(const std::string& persona) REQUIRES_SHARED(state_);
  PersonaIndex* loaded_index(const std::string& persona);
  void evict() REQUIRES(cache_);
  [[nodiscard]] LogTime oldest_kept(LogTime now) const;
  [[nodiscard]] TextReading reading_of(const std::string& persona) const;

  struct Loaded {
    std::shared_ptr<PersonaIndex> index;
    std::uint64_t used = 0;
  };

  store::KeyValueStore& store_;
  const store::TableId table_;
  const Clock& clock_;
  const ReadModelConfig config_;
  RecordReader reader_;
  Journal journal_;

  mutable SharedMutex state_;  ///< held for writing while a record is applied
  std::vector<Progress> progress_ GUARDED_BY(state_);
  store::ScanStarts history_starts_ GUARDED_BY(state_);
  mutable Mutex cache_;
  std::map<std::string, Loaded> loaded_ GUARDED_BY(cache_);
  std::uint64_t uses_ GUARDED_BY(cache_) = 0;
  Mutex applied_mutex_;
  ConditionVariable applied_;
  std::uint64_t applied_count_ GUARDED_BY(applied_mutex_) = 0;
  AppliedTurns applied_turns_;
  Mutex on_change_mutex_;
  OnChange on_change_ GUARDED_BY(on_change_mutex_);
};

}  // namespace turnstream::recall
