#include "app/explain/log_lines.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/data/input.h"
#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kLinesMax = 10'000;

/// Reads a log line; absent if it does not concern the turn.
std::optional<Report> read_line(const std::string& line, const std::string& turn_id, const std::string& persona) {
  if (!holds(line, turn_id)) {
    return std::nullopt;
  }
  const Report object = json::parse_ordered(line);
  if (text_in(object, "turn") != turn_id) {
    return std::nullopt;
  }
  Report out = {{"time", ""}, {"level", ""}, {"event", ""}};
  for (const auto& [name, value] : object.items()) {
    const std::string text = value.is_string() ? value.get<std::string>() : json::document_text(value);
    if (name == "persona" && !text.empty() && text != persona) {
      return std::nullopt;
    }
    if (name != "turn" && name != "persona") {
      out[name] = text;
    }
  }
  return out;
}

}  // namespace

Status add_log_lines(Report& report, const std::vector<std::string>& files, std::istream& standard) {
  std::vector<Report> lines;
  for (const std::string& file : files) {
    TS_ASSIGN_OR_RETURN(const std::unique_ptr<CommandInput> input, CommandInput::open(file, standard));
    for (std::string line; std::getline(input->stream(), line) && lines.size() < kLinesMax;) {
      if (std::optional<Report> found = read_line(line, text_in(report, "turn_id"), text_in(report, "persona_id"))) {
        lines.push_back(*std::move(found));
      }
    }
    TS_RETURN_IF_ERROR(input->failure());
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const Report& a, const Report& b) { return text_in(a, "time") < text_in(b, "time"); });
  for (Report& line : lines) {
    add_bounded(report["log_lines"], std::move(line), {.first = 40, .last = 60});
  }
  return {};
}

}  // namespace turnstream::app
