#include "stages/consolidation/requests/reply_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "stages/common/notes/words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kReplyBytesMax = 64 * 1024;
constexpr int kValuesTried = 64;  ///< each try takes time linear in the text

/// The end of the balanced value that begins at `begin` with a bracket; npos if it does not end.
std::size_t end_of_value(std::string_view text, std::size_t begin) {
  std::string closing;
  bool in_string = false;
  for (std::size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string) {
      at += c == '\\' ? 1 : 0;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      closing.push_back(c == '{' ? '}' : ']');
    } else if (c == '}' || c == ']') {
      if (closing.back() != c) {
        return std::string_view::npos;
      }
      closing.pop_back();
      if (closing.empty()) {
        return at + 1;
      }
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::optional<std::string> answer_text(const codec::EffectResult& result) {
  if (result.status != codec::EffectStatus::kOk) {
    return std::nullopt;
  }
  const nlohmann::json response = json::parse_document(result.response_json.value_or("{}"));
  const auto text = response.find("text");
  return response.is_object() && text != response.end() && text->is_string() ? std::optional(text->get<std::string>())
                                                                             : std::nullopt;
}

std::string_view failure_reason(codec::EffectStatus status) {
  return status == codec::EffectStatus::kRefusedBudget ? "refused_budget" : "failed";
}

std::string cleaned(std::string_view text) {
  std::string clean;
  bool blank_due = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool control = point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0);
    if (control || is_white_space(point.value)) {
      blank_due = !clean.empty();
    } else {
      clean.append(blank_due ? " " : "").append(text.substr(at, point.size));
      blank_due = false;
    }
    at += point.size;
  }
  return clean;
}

nlohmann::json first_array(std::string_view text, const std::function<bool(const nlohmann::json& element)>& accepts) {
  text = text.substr(0, kReplyBytesMax);
  std::size_t begin = text.find_first_of("{[");
  for (int tried = 0; tried < kValuesTried && begin != std::string_view::npos; ++tried) {
    const std::size_t end = end_of_value(text, begin);
    if (end == std::string_view::npos) {
      begin = text.find_first_of("{[", begin + 1);
      continue;
    }
    nlohmann::json value = json::parse_document(text.substr(begin, end - begin));
    if (value.is_object() && value.contains("items")) {
      value = nlohmann::json(value["items"]);
    }
    if (value.is_array() && std::all_of(value.begin(), value.end(), accepts)) {
      return value;
    }
    begin = text.find_first_of("{[", end);
  }
  return nullptr;
}

bool is_grounded(std::string_view summary, std::string_view source) {
  const notes::Stems said = notes::stems_of(summary);
  const notes::Stems given = notes::stems_of(source);
  const auto common = std::count_if(
      said.begin(), said.end(), [&](notes::Stem stem) { return std::binary_search(given.begin(), given.end(), stem); });
  return !said.empty() && common * 2 >= static_cast<std::ptrdiff_t>(said.size());
}

}  // namespace turnstream::consolidation
