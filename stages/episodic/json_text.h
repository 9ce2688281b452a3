#pragma once
// What an item shows of a producer's JSON value: its compact form, cut to a length, and the texts in it. Both go over
// the bytes once and stop as soon as they have enough. Precondition: the bytes are valid JSON.
// Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::episodic {

/// Appends `json` without insignificant white space, at most `code_points_max` code points of it.
void append_compact(std::string& out, std::string_view json, std::size_t code_points_max);

/// The string values in `json`, one a line, decoded; member names are labels, not texts. At most about `bytes_max`.
[[nodiscard]] std::string texts_in(std::string_view json, std::size_t bytes_max);

}  // namespace turnstream::episodic
