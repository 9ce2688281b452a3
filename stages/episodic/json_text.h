#pragma once
// Text from a producer's JSON value: its compact form, cut to a length, and its string values. Both functions read the
// bytes once and stop when they have enough. Precondition: the bytes are valid JSON. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::episodic {

/// Appends `json` without insignificant white space, at most `code_points_max` code points of it.
void append_compact(std::string& out, std::string_view json, std::size_t code_points_max);

/// The decoded string values in `json`, one on each line, without member names. After `bytes_max` bytes no
/// further string begins; the last one is complete.
[[nodiscard]] std::string texts_in(std::string_view json, std::size_t bytes_max);

}  // namespace turnstream::episodic
