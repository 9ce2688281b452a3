#pragma once
// IntakeProcessor: turns, commands and effect results in, the ordered log out. Stateless but for its committed offsets
// and what they carry as metadata (the settings last published and the last stamp of each partition it owns); where the
// broker has forgotten these, IntakeRecovery reads them back from the log. It validates, re-keys (murmur2 of the
// persona), stamps log_time, and writes each record into the log exactly once; what it refuses goes to dead-letters
// with the bytes untouched and a reason. The owner of commands[p] also writes the ticks and the settings record of
// log[p]. A record whose checking ended the process three times is refused unread. Threads: the worker's. Lifetime:
// borrows client, clock and ledger.

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/runtime/common/processor.h"
#include "pipeline/runtime/intake/intake_recovery.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/runtime/intake/intake_validator.h"

namespace turnstream::runtime {

struct IntakeConfig {
  model::TopicNames names{"turnstream"};
  std::vector<std::string> turns_topics{"turns"};
  std::int32_t partitions = 8;
  IntakeClock clock = IntakeClock::kWall;
  std::int64_t tick_interval_ms = 30'000;
  IntakeLimits limits{};
  std::size_t dead_letter_bytes_max = 8u << 20;  ///< what a record of that topic may take, headers and all
  std::int64_t admin_ms_max = 30'000;            ///< longest wait for one answer of the log; 0 in the simulation
  std::int64_t stall_ms_max = 30'000;            ///< recovery without progress for so long: an error
  Metrics* metrics = nullptr;                    ///< may be null
  std::string memory_settings = "{}";            ///< JSON object: what the stages are to be set to
};

/// The topics intake subscribes to.
std::vector<std::string> intake_topics(const IntakeConfig& config);

class IntakeProcessor final : public Processor {
 public:
  /// `crashes` may be null.
  IntakeProcessor(IntakeConfig config, log::Client& client, const Clock& clock, const CrashLedger* crashes = nullptr);

  Status assigned(const std::vector<log::TopicPartition>& partitions) override;
  Result<bool> restore_step(std::size_t records_max) override;
  [[nodiscard]] std::int64_t restore_left() const override { return recovery_ ? recovery_->offsets_left() : 0; }
  Result<std::vector<log::Position>> start_positions() override;
  Status revoked() override;
  Status accept(log::Record record) override;
  void reached_end(const log::TopicPartition& where, NextOffset next) override;
  Result<bool> process_one(Transaction& transaction) override;
  [[nodiscard]] bool wants_commit() const override { return false; }
  [[nodiscard]] std::optional<MonotonicTime> wake_at() const override;
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] std::vector<log::TopicPartition> held_back() const override;
  Flow take_flow() override { return std::exchange(flow_, {}); }
  Status prepare_commit(Transaction&) override { return {}; }
  std::vector<log::OffsetCommit> offsets() override;
  Status committed(const log::Receipt&) override;
  Status distrust_state() override { return {}; }

 private:
  /// One owned partition of the commands topic, and thereby of the log.
  struct Owned {
    std::string settings;  ///< hash of the settings last published
    EventClock clock{30'000};
    bool changed = false;
  };

  /// Begins to read back what the group has no offsets for, where there is anything to it.
  Status recover_unknown();
  void take_recovered();
  void own(Partition partition, const IntakeMetadata& memory);
  [[nodiscard]] bool settings_due() const;
  [[nodiscard]] bool time_known(const Owned& owned) const;
  Result<bool> publish_settings(Transaction& transaction);
  Result<bool> write_tick(Transaction& transaction);
  /// Event clock: a record that is no turn waits, and its input with it, until the first turn gives its partition a
  /// time.
  void block(const log::TopicPartition& where, Partition target);
  bool unblock(const log::TopicPartition& where);
  std::variant<Accepted, Refused> check(const log::Record& record);
  /// Writes what becomes of the record; false when it has to wait.
  Result<bool> take(Transaction& transaction, const log::Record& record);
  Status append_event_time(Transaction& transaction, const log::Record& record, const Accepted& accepted,
                           Partition target);
  Status write_settings(Transaction& transaction, Partition partition, Owned& owned, LogTime stamp);
  Status write_log(Transaction& transaction, const log::Record& record, const Accepted& accepted, Partition target,
                   LogTime stamp);
  /// `source`: the tick command, where it is one.
  Status write_tick_at(Transaction& transaction, Partition partition, LogTime time,
                       const log::Record* source = nullptr);
  Status refuse(Transaction& transaction, const log::Record& record, const Refused& refused);
  [[nodiscard]] SourceKind kind_of(const log::Record& record) const;
  [[nodiscard]] Partition target_of(const log::Record& record, const Accepted& accepted) const;

  IntakeConfig config_;
  log::Client& client_;
  const Clock& clock_;
  const CrashLedger* crashes_;
  std::string settings_hash_;
  IntakeValidator validator_;
  std::map<log::TopicPartition, NextOffset> progress_;
  /// Inputs that the group has no offsets of; the next commit gives them one, so that later none means lost.
  std::set<log::TopicPartition> unknown_;
  std::unique_ptr<IntakeRecovery> recovery_;
  bool recovered_ = false;  ///< and not yet committed: else the next start would have to read it all again
  std::set<log::TopicPartition> moved_;
  std::set<log::TopicPartition> behind_;  ///< inputs whose end was not reached since the assignment
  std::map<Partition, Owned> owned_;
  std::deque<log::Record> waiting_;
  std::map<log::TopicPartition, Partition> blocked_;  ///< input -> log partition whose time it waits for
  Flow flow_;
  std::int64_t next_tick_ms_ = 0;
};

}  // namespace turnstream::runtime
