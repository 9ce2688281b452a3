#include "stages/common/notes/summary.h"

#include <algorithm>

#include "pipeline/base/utf8.h"

namespace turnstream::notes {
namespace {

constexpr std::string_view kUserLabel = "User: ";
constexpr std::string_view kAgentLabel = "Me: ";

/// The index of the highest score but that at `left_out`; the first of equal ones; units.size() if there is none.
std::size_t highest(std::span<const ScoredUnit> units, std::size_t left_out) {
  std::size_t best = units.size();
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (i != left_out && (best == units.size() || units[i].score > units[best].score)) {
      best = i;
    }
  }
  return best;
}

/// The length of the text without white space at its end.
std::size_t size_without_end(std::string_view text) {
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.size;
    size = is_white_space(point.value) ? size : at;
  }
  return size;
}

/// Where the last run of white space begins, if a word stands before it; the length of the text otherwise.
std::size_t end_of_last_but_one_word(std::string_view text) {
  std::size_t word_end = 0;
  std::size_t cut = text.size();
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    at += point.size;
    if (!is_white_space(point.value)) {
      word_end = at;
    } else if (word_end > 0) {
      cut = word_end;
    }
  }
  return cut;
}

}  // namespace

ChatParts chat_parts(std::string_view content) {
  if (content.starts_with(kAgentLabel)) {
    return {{}, content.substr(kAgentLabel.size())};
  }
  if (content.starts_with(kUserLabel)) {
    content.remove_prefix(kUserLabel.size());
  }
  const std::size_t line = content.find("\nMe: ");
  if (line == std::string_view::npos) {
    return {content, {}};
  }
  return {content.substr(0, line), content.substr(line + 1 + kAgentLabel.size())};
}

std::string_view cut_at_word(std::string_view text, std::size_t code_points_max) {
  const std::string_view first = first_code_points(text, code_points_max);
  const bool inside_word = first.size() < text.size() && !is_white_space(code_point_at(text, first.size()).value);
  return first.substr(0, inside_word ? end_of_last_but_one_word(first) : size_without_end(first));
}

Summary summary_of(std::span<const ScoredUnit> units) {
  Summary summary;
  const std::size_t best = highest(units, units.size());
  if (best == units.size()) {
    return summary;
  }
  summary.units.push_back(best);
  const std::size_t second = highest(units, best);
  // Both scores are far below 2^63 / 10.
  if (second < units.size() && units[second].score >= kWorthKeeping &&
      units[second].score * 10 >= units[best].score * 6) {
    summary.units.insert(second < best ? summary.units.begin() : summary.units.end(), second);
  }
  for (const std::size_t index : summary.units) {
    summary.text.append(summary.text.empty() ? "" : " ").append(units[index].text);
  }
  summary.text.resize(cut_at_word(summary.text, kSummaryCodePointsMax).size());
  return summary;
}

}  // namespace turnstream::notes
