#pragma once
// What all parts need to read a model's answer. An answer is foreign text: it is bounded, checked and cleaned. Threads: any;
// pure.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/codec/effect_result.h"

namespace turnstream::consolidation {

/// The text of a chat's answer; absent if the status is not ok or the response has no text.
[[nodiscard]] std::optional<std::string> answer_text(const codec::EffectResult& result);

/// Why a result that is not ok is not used: `refused_budget` or `failed`.
[[nodiscard]] std::string_view failure_reason(codec::EffectStatus status);

/// Control characters become blanks, runs of white space one blank, none at the ends.
[[nodiscard]] std::string cleaned(std::string_view text);

using Accepts = std::function<bool(const nlohmann::json& value)>;

/// The first object or array in the text that `accepts` accepts; what stands around it, such as a code fence, is ignored.
/// Null if there is none in the first 64 KiB.
[[nodiscard]] nlohmann::json first_value(std::string_view text, const Accepts& accepts);

/// The first array in the text, `[…]`, `{"items":[…]}` or `{"<name>":[…]}`, of which `accepts` is true for each element.
/// Null if there is none in the first 64 KiB.
[[nodiscard]] nlohmann::json first_array(std::string_view text, const Accepts& accepts, const char* name = "items");

/// The text of the object's member, cleaned; empty if it has no such text.
[[nodiscard]] std::string member_text(const nlohmann::json& object, const char* name);
/// The texts in the object's member `tags`: at most 5, each once, in lower case and of at most 40 code points.
[[nodiscard]] std::vector<std::string> member_tags(const nlohmann::json& object);

/// Whether at least half of the summary's content stems stand in the source. A summary without any is not grounded.
[[nodiscard]] bool is_grounded(std::string_view summary, std::string_view source);
/// Whether each word of the text is one of the source.
[[nodiscard]] bool says_only(std::string_view text, std::string_view source);

}  // namespace turnstream::consolidation
