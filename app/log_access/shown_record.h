#pragma once
// Records for people and programs that read lines, as `tail` prints them: secrets masked, and nothing that could harm a
// terminal. A record takes many times its size while it is printed, so one with more than `bytes_max` bytes is only
// named; a pipeline with the same settings writes none. Threads: one.

#include <cstdint>
#include <ostream>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::app {

/// Key, value and headers.
[[nodiscard]] std::int64_t bytes_of(const log::Record& record);
/// "(left out: it has 20000000 bytes; --raw writes the value)": what stands in place of a record that is too large.
[[nodiscard]] std::string left_out_text(const log::Record& record);

/// One line of JSON.
void print_json(std::ostream& out, const log::Record& record, std::int64_t bytes_max);
/// A line with the place, key and headers, then the value.
void print_pretty(std::ostream& out, const log::Record& record, std::int64_t bytes_max);

/// The same for records that cannot be read: one line.
void print_json(std::ostream& out, const log::Unreadable& records);
void print_pretty(std::ostream& out, const log::Unreadable& records);

}  // namespace turnstream::app
