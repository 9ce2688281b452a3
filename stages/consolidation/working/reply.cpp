#include "stages/consolidation/working/reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "stages/common/notes/summary.h"
#include "stages/common/notes/words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kTagsMax = 5;
constexpr std::size_t kTagCodePointsMax = 40;
constexpr std::size_t kReplyBytesMax = 64 * 1024;
constexpr int kValuesTried = 64;  ///< each try takes time linear in the text

/// Control characters become blanks, runs of white space one blank, none at the ends.
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

/// The array of verdicts in the first value of the text that has one.
std::optional<nlohmann::json> verdicts_in(std::string_view text) {
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
    if (value.is_array() && std::all_of(value.begin(), value.end(), [](const auto& one) { return one.is_object(); })) {
      return value;
    }
    begin = text.find_first_of("{[", end);
  }
  return std::nullopt;
}

std::string text_of(const nlohmann::json& verdict, const char* name) {
  const auto member = verdict.find(name);
  return member != verdict.end() && member->is_string() ? cleaned(member->get_ref<const std::string&>())
                                                        : std::string();
}

std::vector<std::string> tags_of(const nlohmann::json& verdict) {
  std::vector<std::string> tags;
  const auto member = verdict.find("tags");
  if (member == verdict.end() || !member->is_array()) {
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

std::optional<std::int64_t> confidence_of(const nlohmann::json& verdict) {
  const auto member = verdict.find("confidence");
  if (member == verdict.end() || !member->is_number()) {
    return std::nullopt;
  }
  const double given = member->get<double>();
  if (!(given >= 0 && given <= 1)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(given * static_cast<double>(kMillion) + .5);
}

/// Absent if the object says neither that the entry is ephemeral nor what its insight is.
std::optional<Verdict> verdict_of(const nlohmann::json& object) {
  Verdict verdict;
  const auto flag = object.find("ephemeral");
  const bool flagged = flag != object.end() && flag->is_boolean() && flag->get<bool>();
  verdict.ephemeral = text_of(object, "type") == "ephemeral" || flagged;
  verdict.summary = text_of(object, "summary");
  verdict.summary.resize(notes::cut_at_word(verdict.summary, notes::kSummaryCodePointsMax).size());
  verdict.tags = tags_of(object);
  verdict.confidence = confidence_of(object);
  return verdict.ephemeral || !verdict.summary.empty() ? std::optional(verdict) : std::nullopt;
}

}  // namespace

Reply read_reply(std::string_view text, std::size_t entries) {
  Reply reply;
  reply.verdicts.resize(entries);
  const std::optional<nlohmann::json> verdicts = verdicts_in(text);
  if (!verdicts.has_value()) {
    return reply;
  }
  reply.readable = true;
  std::vector<bool> seen(entries, false);
  for (const nlohmann::json& object : *verdicts) {
    const auto index = object.find("index");
    if (index == object.end() || !index->is_number_integer()) {
      continue;
    }
    const auto at = index->get<std::int64_t>();
    if (at < 0 || static_cast<std::size_t>(at) >= entries) {
      ++reply.out_of_range;
    } else if (!seen[static_cast<std::size_t>(at)]) {
      seen[static_cast<std::size_t>(at)] = true;
      reply.verdicts[static_cast<std::size_t>(at)] = verdict_of(object);
    }
  }
  return reply;
}

bool is_grounded(std::string_view summary, std::string_view source) {
  const notes::Stems said = notes::stems_of(summary);
  const notes::Stems given = notes::stems_of(source);
  const auto common = std::count_if(
      said.begin(), said.end(), [&](notes::Stem stem) { return std::binary_search(given.begin(), given.end(), stem); });
  return !said.empty() && common * 2 >= static_cast<std::ptrdiff_t>(said.size());
}

}  // namespace turnstream::consolidation
