#include "pipeline/stage_api/memory_settings.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace turnstream::stage_api {

MemorySettings::MemorySettings() : MemorySettings(nlohmann::json::object()) {}

MemorySettings::MemorySettings(nlohmann::json values)
    : json_(std::make_shared<const nlohmann::json>(std::move(values))) {}

}  // namespace turnstream::stage_api
