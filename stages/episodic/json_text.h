#pragma once
// Text from a producer's JSON value: its compact form, cut to a length, and its string values. Both functions stop
// reading when they have enough. Precondition: the bytes are valid JSON. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream::episodic {

/// Appends `json` without insignificant white space, at most `code_points_max` code points of it.
void append_compact(std::string& out, std::string_view json, std::size_t code_points_max);

/// The decoded string values in `json`, each followed by a line feed, without member names. Stops after the string with
/// which the result reaches `bytes_max` bytes.
[[nodiscard]] std::string texts_in(std::string_view json, std::size_t bytes_max);

}  // namespace turnstream::episodic
