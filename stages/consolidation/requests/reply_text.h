#pragma once
// What all parts need to read a model's answer. An answer is foreign text: it is bounded, checked and cleaned. Threads: any;
// pure.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/codec/effect_result.h"

namespace turnstream::consolidation {

/// The text of a chat's answer; absent if the status is not ok or the response has no text.
[[nodiscard]] std::optional<std::string> answer_text(const codec::EffectResult& result);

/// Why a result that is not ok is not used: `refused_budget` or `failed`.
[[nodiscard]] std::string_view failure_reason(codec::EffectStatus status);

/// Control characters become blanks, runs of white space one blank, none at the ends.
[[nodiscard]] std::string cleaned(std::string_view text);

/// The first array in the text, `[…]` or `{"items":[…]}`, of which `accepts` is true for each element; what stands around
/// it, such as a code fence, is ignored. Null if there is none in the first 64 KiB.
[[nodiscard]] nlohmann::json first_array(std::string_view text,
                                         const std::function<bool(const nlohmann::json& element)>& accepts);

/// Whether at least half of the summary's content stems stand in the source. A summary without any is not grounded.
[[nodiscard]] bool is_grounded(std::string_view summary, std::string_view source);

}  // namespace turnstream::consolidation
