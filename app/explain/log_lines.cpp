#include "app/explain/log_lines.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLinesMax = 10'000;

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// Absent if the line is not about the turn.
std::optional<TurnLogLine> read_line(const std::string& line, const TurnStory& story) {
  if (!holds(line, story.turn_id)) {
    return std::nullopt;
  }
  const Json object = Json::parse(line, nullptr, false);
  if (!object.is_object() || !object.contains("turn") || object["turn"] != story.turn_id) {
    return std::nullopt;
  }
  TurnLogLine out;
  for (const auto& member : object.items()) {
    const std::string text = plain(member.value());
    if (member.key() == "persona" && !text.empty() && text != story.persona) {
      return std::nullopt;
    }
    if (member.key() == "time") {
      out.time = text;
    } else if (member.key() == "level") {
      out.level = text;
    } else if (member.key() == "event") {
      out.event = text;
    } else if (member.key() != "turn" && member.key() != "persona") {
      out.fields.emplace_back(member.key(), text);
    }
  }
  return out;
}

}  // namespace

Status add_log_lines(TurnStory& story, const std::vector<std::string>& files) {
  std::vector<TurnLogLine> lines;
  for (const std::string& file : files) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
      return error_of(error_codes::kUnreadable, "--log-lines " + file + " cannot be read");
    }
    for (std::string line; std::getline(in, line) && lines.size() < kLinesMax;) {
      if (std::optional<TurnLogLine> found = read_line(line, story)) {
        lines.push_back(*std::move(found));
      }
    }
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const TurnLogLine& a, const TurnLogLine& b) { return a.time < b.time; });
  for (TurnLogLine& line : lines) {
    story.log_lines.add(std::move(line));
  }
  return {};
}

}  // namespace turnstream::app
