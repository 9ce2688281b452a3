#pragma once
// Documents: JSON as nlohmann's values. Callers of these functions need not compile nlohmann's large parser and writer,
// which saves build time. Threads: pure functions.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace turnstream::json {

/// The deepest nesting of objects and arrays that a document may have. Writing, copying and visiting a document is
/// recursive, and this bound keeps it within every thread's stack. No record that Turnstream accepts or writes comes near.
inline constexpr std::size_t kDocumentDepthMax = 256;

/// Parses JSON text. If `text` is not JSON or nested deeper than kDocumentDepthMax, is_discarded() of the result is true,
/// also in parse_ordered().
[[nodiscard]] nlohmann::json parse_document(std::string_view text);
/// Parses JSON text; members keep the order that they have in `text`.
[[nodiscard]] nlohmann::ordered_json parse_ordered(std::string_view text);

/// Writes the value: compact if indent is −1, otherwise each member and element on its own line, indented by `indent`
/// blanks for each level. Bytes that are not UTF-8 become U+FFFD.
[[nodiscard]] std::string document_text(const nlohmann::json& document, int indent = -1);
[[nodiscard]] std::string document_text(const nlohmann::ordered_json& document, int indent = -1);

/// Returns `base` with the members of `patch`: those that `base` has replace its values in place, the others are
/// appended: {"a":1,"b":2} and {"b":{},"c":3} give {"a":1,"b":{},"c":3}. Precondition: both are JSON objects.
[[nodiscard]] std::string merged(std::string_view base, std::string_view patch);

}  // namespace turnstream::json
