#pragma once
// IntakeConfig: the settings of intake. Threads: values.

#include <string>
#include <vector>

#include "pipeline/base/metrics.h"
#include "pipeline/model/topic_names.h"
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
  std::size_t dead_letter_bytes_max = 8u << 20;  ///< maximum size of a dead letter, headers included
  std::int64_t admin_ms_max = 30'000;            ///< longest wait for one answer of Admin; 0 in the simulation
  std::int64_t stall_ms_max = 30'000;            ///< IntakeRecovery fails if it receives nothing for longer
  Metrics* metrics = nullptr;                    ///< may be null
  std::string memory_settings = "{}";            ///< JSON object: the settings to publish to the stages
};

/// The topics from which intake reads: the turns topics, the commands and the effect results.
std::vector<std::string> intake_topics(const IntakeConfig& config);

}  // namespace turnstream::runtime
