#include "stages/consolidation/requests/reply_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "stages/common/notes/words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kReplyBytesMax = 64 * 1024;
constexpr int kValuesTried = 64;  ///< each try takes time linear in the text
constexpr std::size_t kTagsMax = 5;
constexpr std::size_t kTagCodePointsMax = 40;

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

std::set<std::string> words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.size;
    if (notes::is_word_part(point.value)) {
      append_code_point(word, to_lower(point.value));
    }
    if (!word.empty() && (at == text.size() || !notes::is_word_part(point.value))) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
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

nlohmann::json first_value(std::string_view text, const Accepts& accepts) {
  text = text.substr(0, kReplyBytesMax);
  std::size_t begin = text.find_first_of("{[");
  for (int tried = 0; tried < kValuesTried && begin != std::string_view::npos; ++tried) {
    const std::size_t end = end_of_value(text, begin);
    if (end == std::string_view::npos) {
      begin = text.find_first_of("{[", begin + 1);
      continue;
    }
    nlohmann::json value = json::parse_document(text.substr(begin, end - begin));
    if (accepts(value)) {
      return value;
    }
    begin = text.find_first_of("{[", end);
  }
  return nullptr;
}

nlohmann::json first_array(std::string_view text, const Accepts& accepts, const char* name) {
  const auto array_in = [name](const nlohmann::json& value) {
    for (const char* member : {"items", name}) {
      if (value.is_object() && value.contains(member)) {
        return &value[member];
      }
    }
    return &value;
  };
  const nlohmann::json value = first_value(text, [&](const nlohmann::json& whole) {
    const nlohmann::json* array = array_in(whole);
    return array->is_array() && std::all_of(array->begin(), array->end(), accepts);
  });
  return value.is_null() ? value : *array_in(value);
}

std::string member_text(const nlohmann::json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? cleaned(member->get_ref<const std::string&>()) : std::string();
}

std::vector<std::string> member_tags(const nlohmann::json& object) {
  std::vector<std::string> tags;
  const auto member = object.find("tags");
  if (member == object.end() || !member->is_array()) {
    return tags;
  }
  for (const auto& tag : *member) {
    if (!tag.is_string() || tags.size() == kTagsMax) {
      continue;
    }
    const std::string lower = to_lower(cleaned(tag.get_ref<const std::string&>()));
    const std::string cut(first_code_points(lower, kTagCodePointsMax));
    if (!cut.empty() && std::find(tags.begin(), tags.end(), cut) == tags.end()) {
      tags.push_back(cut);
    }
  }
  return tags;
}

bool says_only(std::string_view text, std::string_view source) {
  const std::set<std::string> said = words_of(text);
  const std::set<std::string> given = words_of(source);
  return std::includes(given.begin(), given.end(), said.begin(), said.end());
}

bool is_grounded(std::string_view summary, std::string_view source) {
  const notes::Stems said = notes::stems_of(summary);
  const notes::Stems given = notes::stems_of(source);
  const auto common = std::count_if(
      said.begin(), said.end(), [&](notes::Stem stem) { return std::binary_search(given.begin(), given.end(), stem); });
  return !said.empty() && common * 2 >= static_cast<std::ptrdiff_t>(said.size());
}

}  // namespace turnstream::consolidation
