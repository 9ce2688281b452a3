#pragma once
// Documents: JSON as nlohmann's values, for settings, reports, patched values of completions and output to people.
// nlohmann's large templates are compiled only here, which saves build time. Intake reads records with tape.h.
// Threads: pure functions.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace turnstream::json {

/// Parses JSON text. If `text` is not JSON, the result has is_discarded() and no type.
[[nodiscard]] nlohmann::json parse_document(std::string_view text);
/// Parses JSON text; members keep the order that they have in `text`.
[[nodiscard]] nlohmann::ordered_json parse_ordered(std::string_view text);

/// Writes the value: compact if indent is −1, otherwise with one member a line. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string document_text(const nlohmann::json& document, int indent = -1);
[[nodiscard]] std::string document_text(const nlohmann::ordered_json& document, int indent = -1);

/// Returns `base` with the members of `patch` added or replaced, in base's order: {"a":1,"b":2} and {"b":{},"c":3} give
/// {"a":1,"b":{},"c":3}. Precondition: both are JSON objects.
[[nodiscard]] std::string merged(std::string_view base, std::string_view patch);

}  // namespace turnstream::json
