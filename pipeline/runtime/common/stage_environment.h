#pragma once
// StageEnvironment: the objects and limits that all tasks of a process share; the tasks borrow them.
// Threads: everything in it is thread-safe or immutable. Lifetime: outlives every worker.

#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/common/fault_injector.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::runtime {

struct StageLimits {
  std::size_t input_bytes_max = 16u << 20;  ///< bytes of waiting records, for each input topic of a worker
  std::size_t cache_bytes_max = 64u << 20;  ///< bytes of cached rows of one worker
  std::vector<std::int64_t> retry_waits_ms{1000, 2000, 4000};
  std::int64_t admin_ms_max = 30'000;  ///< longest wait for one answer of the log; 0 in the simulation
  store::RestoreLimits restore{};
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
  bool background_writes = true;    ///< false: the store is written on the worker's thread (simulation)
  Metrics* metrics = nullptr;       ///< may be null
  bool logs_attempts = false;       ///< true: a turn answered at the first attempt is logged too (debug)
};

}  // namespace turnstream::runtime
