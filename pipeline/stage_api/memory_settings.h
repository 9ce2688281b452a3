#pragma once
// MemorySettings: the `memory` settings in force, as JSON and in the form of each stage's struct. A struct is read from the
// JSON once, at its first use, not once a record. Lifetime: references that read() returns are valid as long as the object.
// Threads: one at a time.

#include <array>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::stage_api {

class MemorySettings {
 public:
  /// No values: all settings have their defaults.
  MemorySettings();
  /// `values`: {"<stage>":{"<name_unit>":value}}
  explicit MemorySettings(nlohmann::json values);

  [[nodiscard]] const nlohmann::json& json() const { return *json_; }

  /// What settings_from() makes of the JSON. `fields` must be a table of static storage: its address stands for it.
  template <typename Settings, std::size_t N>
  [[nodiscard]] const Settings& read(const std::array<SettingField<Settings>, N>& fields) const {
    std::shared_ptr<const void>& known = structs_[&fields];
    if (known == nullptr) {
      known = std::make_shared<const Settings>(settings_from(fields, *json_));
    }
    return *static_cast<const Settings*>(known.get());
  }

 private:
  std::shared_ptr<const nlohmann::json> json_;
  /// By the address of their table; never iterated.
  mutable std::map<const void*, std::shared_ptr<const void>> structs_;
};

}  // namespace turnstream::stage_api
