#include "tests/scenario/turns.h"

#include "pipeline/base/uuid5.h"

namespace turnstream::scenario {

std::string ulid(int number) {
  const std::string digits = std::to_string(number);
  return "01JGFJJZ" + std::string(18 - digits.size(), '0') + digits;
}

std::string uuid(int number) {
  return to_string(uuid5({}, "turn " + std::to_string(number)));
}

nlohmann::json empty_turn(int number, const std::string& time) {
  return {{"turn_id", ulid(number)},
          {"agent_id", "helper"},
          {"timestamp", "2026-01-01T" + time + "Z"},
          {"duration_ms", 10},
          {"session_id", "s1"},
          {"turn_data",
           {{"user_input", ""},
            {"assistant_response", ""},
            {"urgency", "LOW"},
            {"mode", "chat"},
            {"parent_turn_id", nullptr}}},
          {"tool_executions", nlohmann::json::array()},
          {"observations", nlohmann::json::array()},
          {"goal_updates", nlohmann::json::array()},
          {"action_updates", nlohmann::json::array()},
          {"errors", nlohmann::json::array()},
          {"warnings", nlohmann::json::array()},
          {"metadata",
           {{"tools_used", nlohmann::json::array()},
            {"memory_types_accessed", nlohmann::json::array()},
            {"budget_used", 0},
            {"budget_total", 10}}}};
}

nlohmann::json observation(const std::string& id, const std::string& content) {
  return {{"id", id},         {"type", "observation"}, {"content", content},
          {"source", "test"}, {"confidence", 1.0},     {"tags", nlohmann::json::array()}};
}

nlohmann::json tool(const std::string& id, const std::string& status) {
  return {{"tool_id", id},
          {"status", status},
          {"inputs", nlohmann::json::object()},
          {"outputs", nlohmann::json::object()},
          {"duration_ms", 3},
          {"tokens_used", 1},
          {"error", nullptr},
          {"observations_added", nlohmann::json::array()},
          {"memory_writes", nlohmann::json::array()}};
}

}  // namespace turnstream::scenario
