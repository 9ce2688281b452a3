#pragma once
// Tool calls: which calls of a tool are the same, so that a success of one ends the failure of another. Threads: any; pure.

#include <cstdint>
#include <string_view>

namespace turnstream::semantic {

/// The hash of the tool and of its inputs. Inputs are compared as JSON: the order of keys and white space say nothing. If one of the
/// arguments names the object (a path, URL, command, query or id that is not empty), options do not count: a retry with "verbose" or
/// a longer timeout is the same call. Both lists of names are in tool_calls.cpp. All else counts: with another host, branch, method
/// or text it is another call, for a failure that is wrongly ended is worse than one that stays. Inputs over kInputBytesMax bytes,
/// nested deeper than 16, or that are not JSON are compared as bytes.
[[nodiscard]] std::uint32_t call_of(std::string_view tool_subject, std::string_view inputs_json);
inline constexpr std::size_t kInputBytesMax = 65'536;

}  // namespace turnstream::semantic
