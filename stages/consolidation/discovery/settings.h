#pragma once
// DiscoverySettings: the settings of the part discovery, as memory.consolidation.<name>. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct DiscoverySettings {
  bool discovery = false;
  std::int64_t discovery_confidence = 700'000;
  std::int64_t discovery_importance = 700'000;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kDiscoverySettingFields{
    stage_api::flag_field("consolidation.discovery", &DiscoverySettings::discovery,
                          "After a topic pass, connections, contradictions and open questions become an insight."),
    stage_api::score_field("consolidation.discovery_confidence", &DiscoverySettings::discovery_confidence, 0, 1,
                           "Confidence of an insight of type discovery."),
    stage_api::score_field("consolidation.discovery_importance", &DiscoverySettings::discovery_importance, 0, 1,
                           "Importance of an insight of type discovery."),
};

}  // namespace turnstream::consolidation
