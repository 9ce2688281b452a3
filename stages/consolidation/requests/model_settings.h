#pragma once
// ModelSettings: what stages know of the model, as memory.model.<name>. Without a name no request is ever made. Stages do
// not know where the model is, its key or its price. Threads: values and constants.

#include <array>
#include <cstdint>
#include <string>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct ModelSettings {
  std::int64_t max_tokens = 1024;
  std::string name;
  std::int64_t pass2_max_tokens = 2000;
  std::int64_t pass2_temperature = 300'000;
  std::string send = "content";
  std::int64_t temperature = 200'000;
  std::int64_t timeout_ms = 30'000;

  [[nodiscard]] bool present() const { return !name.empty(); }
  /// Whether requests may contain what memories say.
  [[nodiscard]] bool sends_content() const { return send == "content"; }
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kModelSettingFields{
    stage_api::count_field("model.max_tokens", &ModelSettings::max_tokens, "tokens", 1, 100000,
                           "Length of an answer at most."),
    stage_api::text_field("model.name", &ModelSettings::name, "", "Name of the model; empty: no model is asked."),
    stage_api::count_field("model.pass2_max_tokens", &ModelSettings::pass2_max_tokens, "tokens", 1, 100000,
                           "Length of an answer about entries of working memory at most."),
    stage_api::score_field("model.pass2_temperature", &ModelSettings::pass2_temperature, 0, 2,
                           "Temperature of requests about entries of working memory."),
    stage_api::text_field("model.send", &ModelSettings::send, "content|metadata",
                          "What requests may contain of memories. All that are made today contain content, so with "
                          "metadata none is made, and rules do the work."),
    stage_api::score_field("model.temperature", &ModelSettings::temperature, 0, 2, "Temperature of other requests."),
    stage_api::count_field("model.timeout_ms", &ModelSettings::timeout_ms, "ms", 100, 600000,
                           "Time limit of one attempt."),
};

}  // namespace turnstream::consolidation
