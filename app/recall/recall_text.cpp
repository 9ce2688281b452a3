#include "app/recall/recall_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/explain/json_text.h"
#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "recall/answers/namesakes.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kDayCharacters = 10;
constexpr std::size_t kTextCodePoints = 300;
constexpr double kHundredths = 100;

std::string shown(std::string_view text) {
  return one_line(text, kTextCodePoints);
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
    const std::string kind = text_in(result, "kind");
    const bool holds = result.value("current", true);
    text += score_text(result) + "  " + text_in(result, "time").substr(0, kDayCharacters) + "  ";
    text += kind == "message" ? shown(text_in(result, "speaker")) + ": " : kind + (holds ? ": " : " (no longer): ");
    text += kind == "note" ? shown(text_in(result, "speaker")) + ": " : "";
    text += shown(text_in(result, "text"));
    if (const std::string evidence = text_in(result, "evidence");
        !evidence.empty() && normalise(evidence) != normalise(text_in(result, "text"))) {
      text += " (\"" + shown(evidence) + "\")";
    }
    if (const std::string caption = text_in(result, "caption"); !caption.empty()) {
      text += " [image: " + shown(caption) + "]";
    }
    text += "  [" + text_in(result, "id") + "]\n";
  }
  return text.empty() ? "nothing found\n" : text;
}

std::string about_text(std::string_view answer) {
  const nlohmann::json read = json::parse_document(answer);
  const std::string since = text_in(read, "since");
  std::string text = text_in(read, "persona_id") +
                     (since.empty() ? ": nothing is known\n" : ", since " + since.substr(0, kDayCharacters) + "\n");
  const std::vector<std::string> cut = read.value("cut", std::vector<std::string>());
  recall::Namesakes namesakes;
  for (const nlohmann::json& user : read.value("users", nlohmann::json::array())) {
    namesakes.add(text_in(user, "user_id"), text_in(user, "user_name"));
  }
  for (const char* list : {"instructions", "facts", "preferences", "habits", "capabilities", "topics"}) {
    const nlohmann::json entries = read.value(list, nlohmann::json::array());
    text += entries.empty() ? "" : std::string("\n") + list + "\n";
    for (const nlohmann::json& entry : entries) {
      const std::string subject = entry.value("kind", "") == "topic" ? text_in(entry, "subject") + ": " : "";
      const std::string said = namesakes.told_apart(text_in(entry, "text"), text_in(entry, "user_id"));
      text += "  " + subject + shown(said) + "  [" + text_in(entry, "id") + "]\n";
    }
    if (std::find(cut.begin(), cut.end(), list) != cut.end()) {
      text += "  … and more\n";
    }
  }
  return text;
}

std::string timeline_text(std::string_view answer) {
  constexpr std::size_t kChangeCharacters = 7;  // of "changed" and "removed"
  const nlohmann::json read = json::parse_document(answer);
  std::string text;
  for (const nlohmann::json& entry : read.value("entries", nlohmann::json::array())) {
    std::string change = text_in(entry, "change");
    change.resize(std::max(change.size(), kChangeCharacters), ' ');
    text += text_in(entry, "time").substr(0, kDayCharacters) + "  " + change + "  " + text_in(entry, "kind") + ": " +
            shown(text_in(entry, "text")) + "  [" + text_in(entry, "id") + "]\n";
  }
  return text.empty() ? "nothing changed\n" : text;
}

}  // namespace turnstream::app
