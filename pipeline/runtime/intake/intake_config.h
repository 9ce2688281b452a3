#pragma once
// IntakeConfig: the settings of intake. Threads: values.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/runtime/intake/intake_validator.h"
#include "pipeline/stage_api/setting_row.h"

namespace turnstream::runtime {

/// A stage, and a setting with which it asks the outside world (StageInfo::asks_with).
struct Asker {
  std::string stage;
  std::string setting;
};

struct IntakeConfig {
  model::TopicNames names{"turnstream"};
  std::vector<std::string> turns_topics{"turns"};
  std::int32_t partitions = 8;
  IntakeClock clock = IntakeClock::kWall;
  std::int64_t tick_interval_ms = 30'000;
  IntakeLimits limits{};
  std::size_t dead_letter_bytes_max = 8u << 20;         ///< maximum size of a dead letter, headers included
  std::int64_t admin_ms_max = 30'000;                   ///< longest wait for one answer of Admin; 0 in the simulation
  std::int64_t stall_ms_max = 30'000;                   ///< IntakeRecovery fails if it receives nothing for longer
  Metrics* metrics = nullptr;                           ///< may be null
  std::string memory_settings = "{}";                   ///< JSON object: the settings to publish to the stages
  std::vector<stage_api::SettingRow> memory_rows = {};  ///< the settings that a settings command may contain
  std::vector<log::Unreadable> given_up = {};           ///< records on which processes died: intake does not read them
  bool waits_for_effects = true;                        ///< event clock only: see EffectWait
  std::int64_t effects_wait_ms_max = 600'000;           ///< longest wait for an answer, or for a stage that makes none
  std::int32_t effect_request_partitions = 1;           ///< of the topic effects.requests
  std::vector<Asker> askers = {};                       ///< see askers_of()
};

/// The partition of the commands topic whose owner writes all settings into the log, so that each partition of the log
/// receives them in the same order.
inline constexpr Partition kSettingsPartition{0};

/// Headers of a settings command that was moved to kSettingsPartition, and of its records in the log: its first
/// position in the commands topic.
inline constexpr std::string_view kMovedPartition = "moved_partition";
inline constexpr std::string_view kMovedOffset = "moved_offset";

/// The topics from which intake reads: the turns topics, the commands, the shares and the effect results.
std::vector<std::string> intake_topics(const IntakeConfig& config);

/// The stages that may ask the outside world.
std::vector<Asker> askers_of(const PipelineShape& shape);

}  // namespace turnstream::runtime
