#pragma once
// Turns for the tests, as JSON, from a few words. Threads: any; pure.

#include <nlohmann/json.hpp>
#include <string>

namespace turnstream::scenario {

/// A StateExport of persona helper on 2026-01-01 that has only an id, a time and a session. `time` is "10:00:00".
nlohmann::json empty_turn(int number, const std::string& time);
nlohmann::json observation(const std::string& id, const std::string& content);
/// A tool execution; `status` is success, failure or partial.
nlohmann::json tool(const std::string& id, const std::string& status = "success");
std::string ulid(int number);
/// A UUID that says nothing of the order of the numbers.
std::string uuid(int number);

}  // namespace turnstream::scenario
