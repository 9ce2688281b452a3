#pragma once
// Tool calls: which calls of a tool are about the same object, so that a success of one ends the failure of another. Threads:
// any; pure.

#include <cstdint>
#include <string_view>

namespace turnstream::semantic {

/// The hash of the tool and of its main argument. Equal for two calls of one tool with the same main argument, also if
/// the rest differs: a retry with "verbose", a longer timeout or a newer tag is about the same object. The main argument is the first member
/// of an object that the table of names in tool_calls.cpp has, else all members; of inputs that are not an object, all. Values are
/// compared as JSON: the order of keys and white space say nothing. Inputs over kInputBytesMax bytes, nested deeper than 16, or
/// that are not JSON are compared as bytes.
[[nodiscard]] std::uint32_t call_of(std::string_view tool_subject, std::string_view inputs_json);
inline constexpr std::size_t kInputBytesMax = 65'536;

}  // namespace turnstream::semantic
