#include "app/recall/recall_text.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kDayCharacters = 10;
constexpr std::size_t kTextCodePoints = 300;
constexpr double kHundredths = 100;

std::string text_of(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// On one line, cut to kTextCodePoints.
std::string one_line(std::string text) {
  for (char& c : text) {
    c = c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  }
  const std::string_view cut = first_code_points(text, kTextCodePoints);
  return std::string(cut) + (cut.size() < text.size() ? " …" : "");
}

std::string score_text(const nlohmann::json& result) {
  const auto hundredths = static_cast<std::int64_t>(result.value("score", 0.0) * kHundredths);
  std::string text = format_millionths(hundredths * 10'000);
  return text.size() < 6 ? std::string(6 - text.size(), ' ') + text : text;
}

}  // namespace

std::string recall_text(std::string_view answer) {
  const nlohmann::json read = json::parse_document(answer);
  std::string text;
  for (const nlohmann::json& result : read.value("results", nlohmann::json::array())) {
    const std::string kind = text_of(result, "kind");
    const bool holds = result.value("current", true);
    text += score_text(result) + "  " + text_of(result, "time").substr(0, kDayCharacters) + "  ";
    text += kind == "message" ? text_of(result, "speaker") + ": " : kind + (holds ? ": " : " (no longer): ");
    text += one_line(text_of(result, "text"));
    if (const std::string caption = text_of(result, "caption"); !caption.empty()) {
      text += " [image: " + one_line(caption) + "]";
    }
    text += "  [" + text_of(result, "id") + "]\n";
  }
  return text.empty() ? "nothing found\n" : text;
}

std::string about_text(std::string_view answer) {
  const nlohmann::json read = json::parse_document(answer);
  const std::string since = text_of(read, "since");
  std::string text = text_of(read, "persona_id") +
                     (since.empty() ? ": nothing is known\n" : ", since " + since.substr(0, kDayCharacters) + "\n");
  for (const char* list : {"facts", "preferences", "habits", "capabilities", "topics"}) {
    const nlohmann::json entries = read.value(list, nlohmann::json::array());
    text += entries.empty() ? "" : std::string("\n") + list + "\n";
    for (const nlohmann::json& entry : entries) {
      const std::string subject = entry.value("kind", "") == "topic" ? text_of(entry, "subject") + ": " : "";
      text += "  " + subject + one_line(text_of(entry, "text")) + "  [" + text_of(entry, "id") + "]\n";
    }
  }
  return text;
}

}  // namespace turnstream::app
