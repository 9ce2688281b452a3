#pragma once
// Reads members of a JSON object that may lack them or have them with another type, because other programs, or other versions
// of this one, wrote it. Precondition of both: `object` is an object. Threads: any; pure.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace turnstream::json {

/// The text of the member; empty if it is missing or not a string.
[[nodiscard]] std::string text_member(const nlohmann::json& object, const char* name);
/// The integer of the member; 0 if it is missing or not an integer.
[[nodiscard]] std::int64_t integer_member(const nlohmann::json& object, const char* name);

}  // namespace turnstream::json
