#pragma once
// record_line: a record as one line for people: when, where, whose, and what it says. Secrets are masked, and nothing in
// the line could harm a terminal. Threads: one.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/log/record.h"

namespace turnstream::app {

/// The width of a line for a file or another program.
inline constexpr std::size_t kLineColumns = 200;

/// For example `2026-01-01T10:00:00Z  3@1042   helper        user: I prefer TypeScript · assistant: Noted.`; the place
/// `3@1042` is partition and offset. At most about `columns` wide: what is longer ends with an ellipsis, and a narrow line does not
/// say from which record the record was made. `time_ms`,
/// `persona`: of HeadReader. Of a record with more than `bytes_max` bytes it says only that.
[[nodiscard]] std::string record_line(const log::Record& record, std::int64_t time_ms,
                                      const std::optional<std::string>& persona, std::int64_t bytes_max,
                                      std::size_t columns = kLineColumns);

/// The bytes as one line of at most `columns` columns of a terminal, where CJK characters and emoji take two. White space
/// becomes single blanks; what could harm a terminal is escaped.
[[nodiscard]] std::string cut_text(std::string_view bytes, std::size_t columns);

}  // namespace turnstream::app
