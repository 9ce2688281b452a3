#pragma once
// StageEnvironment: the objects and limits that all tasks of a process share; the tasks borrow them.
// Threads: everything in it is thread-safe or immutable. Lifetime: outlives every worker.

#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/common/fault_injector.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/runtime/common/start_ledger.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/changelog_writer.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::runtime {

struct StageLimits {
  std::size_t input_bytes_max = 16u << 20;  ///< bytes of waiting records of an input topic; its partitions share it
  std::size_t cache_bytes_max = 64u << 20;  ///< bytes of cached rows of a worker; its tasks share it
  std::vector<std::int64_t> retry_waits_ms{1000, 2000, 4000};
  std::int64_t admin_ms_max = 30'000;  ///< longest wait of StageProcessor for one answer of Admin; 0 in the simulation
  store::RestoreLimits restore{};
  store::ChangelogLimits changelog{};
};

struct StageEnvironment {
  log::Client& client;
  store::KeyValueStore& store;
  const Clock& clock;
  const PipelineShape& shape;
  model::TopicNames names;
  std::string log_topic;  ///< names.log(), or the log of another namespace
  StageLimits limits;
  FaultInjector* faults = nullptr;  ///< may be null
  CrashLedger* crashes = nullptr;   ///< may be null
  bool background_writes = true;    ///< true: another thread writes the store; false: the worker's thread
  Metrics* metrics = nullptr;       ///< may be null
  /// For each partition the offset before which the stages stop, as if the log ended there; empty: no limit.
  std::vector<NextOffset> log_ends = {};
  bool logs_attempts = false;     ///< true: GroupTask::log_answer() also logs first attempts (log level debug)
  StartLedger* starts = nullptr;  ///< of intake; may be null
  std::int32_t partitions = 1;    ///< of the log, and of each topic but those of effect requests
  std::int32_t effect_request_partitions = 1;  ///< of the topic effects.requests
  bool accepts_loss = false;  ///< true: stages continue behind input that was deleted before they read it
};

}  // namespace turnstream::runtime
