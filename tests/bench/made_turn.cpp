#include "tests/bench/made_turn.h"

#include <charconv>

namespace turnstream::bench {
namespace {

constexpr std::string_view kIdStart = "01JGFJJZ";
constexpr std::size_t kIdDigits = 18;

}  // namespace

std::string make_turn(int number, int personas) {
  std::string digits = std::to_string(number);
  const std::string id = std::string(kIdStart) + std::string(kIdDigits - digits.size(), '0') + digits;
  std::string text;
  while (text.size() < 1'150) {
    text += "Turn " + digits + " speaks of builds, tests and the weather of the week. ";
  }
  std::string turn = R"({"turn_id":")" + id + R"(","agent_id":")" + made_persona(number, personas) +
                     R"(","timestamp":"2026-01-01T10:00:00Z","duration_ms":1200,"turn_data":{"user_input":")" + text +
                     R"(","assistant_response":")" + text +
                     R"(","urgency":"LOW","mode":"chat","parent_turn_id":null},"tool_executions":[{"tool_id":"grep",)"
                     R"("status":"success","inputs":{"pattern":"main"},"outputs":{"matches":3},"duration_ms":12,)"
                     R"("tokens_used":120,"error":null,"observations_added":[],"memory_writes":[]}],"observations":[{)"
                     R"("id":"o1","type":"observation","content":"the build passes","source":"ci","confidence":0.9,)"
                     R"("tags":["build"]}],"goal_updates":[],"action_updates":[],"errors":[],"warnings":[],"metadata":)"
                     R"({"tools_used":["grep"],"memory_types_accessed":[],"budget_used":1,"budget_total":9}})";
  return turn;
}

std::string made_persona(int number, int personas) {
  return "persona-" + std::to_string(number % personas);
}

std::optional<int> made_turn_number(std::string_view turn_id) {
  if (turn_id.size() != kIdStart.size() + kIdDigits || !turn_id.starts_with(kIdStart)) {
    return std::nullopt;
  }
  int number = 0;
  const auto [end, error] = std::from_chars(turn_id.data() + kIdStart.size(), turn_id.data() + turn_id.size(), number);
  return error == std::errc() && end == turn_id.data() + turn_id.size() ? std::optional(number) : std::nullopt;
}

}  // namespace turnstream::bench
