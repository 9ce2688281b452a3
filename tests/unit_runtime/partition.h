#pragma once
// PartitionFixture: a GroupTask over partition 0 with six small stages in three phases, a log that the test writes, and
// the answers of the group. Everything is in memory; time advances only in waits for a retry.
//
// The words of a turn's user_input are instructions to the stages:
//   arm:NAME:MS      arms the persona's timer at that log time         event:TOPIC   writes a public event
//   STAGE=retry | STAGE=fail | STAGE=stop    that stage returns an error with that reaction, after some work
//   big:N            N changes of 1000 bytes
// and a command's kind: forget:TURN_ID, forget_session:SESSION, block, unblock, block_and_fail.
// A timer puts a `fact` with the timer's name as its id, of 100 KB if that is "big". One whose name begins with "bad" fails after some work, and
// one whose name begins with "pass" counts a pass, and one whose name begins with "late" a late result. A stage with upstreams puts an `insight` for each id that they changed.
// Threads: one.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/task/group_task.h"
#include "pipeline/store/memory_store.h"
#include "tests/unit_runtime/recording_producer.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {

using Headers = std::vector<std::pair<std::string, std::string>>;

class PartitionFixture {
 public:
  PartitionFixture();
  ~PartitionFixture();

  // ---- the log: each returns the offset of the record that it appended
  std::int64_t turn(const std::string& name, const std::string& text, std::int64_t log_time = 0,
                    const std::string& persona = "helper");
  std::int64_t command(const std::string& kind, std::int64_t log_time, const std::string& persona = "helper");
  std::int64_t tick(std::int64_t log_time);
  std::int64_t settings(const std::string& values);
  /// Redrives the dead letter of that offset, with what the upstreams answered there.
  std::int64_t redrive(const std::string& stage, std::int64_t offset);
  std::int64_t append(const std::string& kind, std::int64_t log_time, std::optional<std::string> key,
                      const std::string& value);

  // ---- processing
  /// Processes until no record is ready, waits for retries included. REQUIREs that no error stops the process.
  void run();
  Result<GroupTask::Outcome> step() { return group->process_one(*transaction); }
  /// Writes dirty rows to the store and opens a new GroupTask on it, as after a restart.
  void restart();
  void open();

  // ---- the results
  std::vector<model::Completion> parts(const std::string& stage, std::int64_t offset) const;
  /// The first part of the stage's completion of the log record at that offset.
  model::Completion answer(const std::string& stage, std::int64_t offset) const;
  /// "success", "failure" or "partial", with the error's code: "partial/upstream".
  std::string verdict(const std::string& stage, std::int64_t offset) const;
  /// "kind:id " for each change of all parts.
  std::string changes(const std::string& stage, std::int64_t offset) const;
  std::vector<RecordingProducer::Produced> dead_letters() const { return producer.of_topic("turnstream.dead-letters"); }
  std::string state_row(const std::string& stage, const std::string& persona, const std::string& key);
  Task& task(const std::string& stage);

  ManualClock clock{WallTime{1'767'261'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  store::MemoryStore store;
  std::vector<std::unique_ptr<stage_api::Stage>> stages;
  PipelineShape shape;
  std::unique_ptr<FaultInjector> faults;
  std::unique_ptr<CrashLedger> crashes;
  Metrics metrics;
  std::unique_ptr<StageEnvironment> environment;
  RecordingProducer producer;
  std::unique_ptr<WorkerTransaction> transaction;
  std::unique_ptr<GroupTask> group;
  std::vector<std::string> log_lines;
  std::map<std::int64_t, RecordText> log;

 private:
  void commit();
  std::int64_t next_offset_ = 0;
};

}  // namespace turnstream::runtime
