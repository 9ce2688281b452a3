#pragma once
// TurnText: the text of the smallest valid StateExport, with functions that change its members.
// Threads: values.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace turnstream::codec {

class TurnText {
 public:
  /// Sets or adds a top-level member; `json` is its value, written without a change.
  TurnText& with(std::string_view name, std::string_view json) {
    for (auto& [known, value] : members_) {
      if (known == name) {
        value = json;
        return *this;
      }
    }
    members_.emplace_back(name, json);
    return *this;
  }

  TurnText& without(std::string_view name) {
    std::erase_if(members_, [name](const auto& member) { return member.first == name; });
    return *this;
  }

  [[nodiscard]] std::string text() const {
    std::string text = "{";
    for (const auto& [name, value] : members_) {
      text.append(text.size() > 1 ? "," : "").append("\"" + name + "\":" + value);
    }
    return text + "}";
  }

 private:
  std::vector<std::pair<std::string, std::string>> members_ = {
      {"turn_id", "\"01JGFJJZ00000000000000000A\""},
      {"agent_id", "\"helper\""},
      {"timestamp", "\"2026-01-01T10:00:00.000Z\""},
      {"turn_data", R"({"user_input":"Hello","assistant_response":"Hi"})"},
  };
};

}  // namespace turnstream::codec
