#include "stages/consolidation/working/judge.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/summary.h"
#include "stages/common/notes/units.h"
#include "stages/consolidation/working/status_line.h"

namespace turnstream::consolidation {
namespace {

using model::ItemType;

constexpr std::string_view kChatSource = "turn/chat";
constexpr std::string_view kToolSource = "turn/tool";
constexpr std::string_view kGoalSource = "turn/goal";
constexpr std::string_view kMemoryWriteSource = "turn/memory_write";

/// What a goal's notes say, if the goal is still under way; empty otherwise. The content is `Goal <id> <status> <progress>:
/// <notes>`.
std::string_view notes_of_active_goal(std::string_view content) {
  const std::size_t colon = content.find(": ");
  const std::size_t active = content.find(" active ");
  return active < colon && colon != std::string_view::npos ? content.substr(colon + 2) : std::string_view();
}

bool says_only_status(const ItemView& item) {
  if (item.source == kGoalSource) {
    return is_status_line(notes_of_active_goal(item.content));
  }
  const bool can_be = item.type == ItemType::kObservation || item.type == ItemType::kToolUse;
  return can_be && item.source != kMemoryWriteSource && is_status_line(item.content);
}

/// Cuts the spans so that they have at most kSummaryCodePointsMax code points with names and blanks.
void fit(std::vector<Span>& summary) {
  std::size_t room = notes::kSummaryCodePointsMax;
  for (std::size_t i = 0; i < summary.size(); ++i) {
    Span& span = summary[i];
    const std::size_t label = (i == 0 ? 0 : 1) + (span.speaker.empty() ? 0 : count_code_points(span.speaker) + 2);
    span.text.resize(label < room ? notes::cut_at_word(span.text, room - label).size() : 0);
    if (span.text.empty()) {
      summary.resize(i);
      return;
    }
    room -= label + count_code_points(span.text);
  }
}

/// Whether both say something worth keeping, and neither far less than the other.
bool are_equals(const Heard& one, const Heard& other) {
  const auto [low, high] = std::minmax(one.best_score, other.best_score);
  return low >= notes::kWorthKeeping && 5 * low >= 2 * high;
}

/// The best unit of the message.
Span best_span(const Heard& message) {
  const auto best = std::max_element(message.units.begin(), message.units.end(),
                                     [](const auto& a, const auto& b) { return a.score < b.score; });
  return {std::string(message.speaker), best->text};
}

/// If the sides are equals, the best unit of each, because questions are asked about both; else the best one or two
/// units. Each has its speaker; two of one speaker are one span.
std::vector<Span> chat_summary(const std::vector<Heard>& messages) {
  if (messages.size() == 2 && are_equals(messages[0], messages[1])) {
    return {best_span(messages[0]), best_span(messages[1])};
  }
  std::vector<notes::ScoredUnit> scores;  // without texts: only the choice is needed
  std::vector<std::pair<std::string_view, std::string_view>> said;
  for (const Heard& message : messages) {
    for (const notes::ScoredUnit& unit : message.units) {
      scores.emplace_back().score = unit.score;
      said.emplace_back(message.speaker, unit.text);
    }
  }
  std::vector<Span> summary;
  for (const std::size_t index : notes::summary_of(scores).units) {
    const auto& [speaker, text] = said[index];
    if (!summary.empty() && summary.back().speaker == speaker) {
      summary.back().text.append(" ").append(text);
    } else {
      summary.push_back({std::string(speaker), std::string(text)});
    }
  }
  return summary;
}

void judge_chat(Entry& entry, const Speech& speech) {
  bool first = true;
  for (const Heard& message : speech.messages()) {
    entry.score = first || message.best_score > entry.score ? message.best_score : entry.score;
    first = false;
  }
  entry.finding.worthless = entry.score < notes::kWorthKeeping;
  entry.summary = chat_summary(speech.messages());
}

/// A text of one unit is its own summary and is not scored.
Status judge_text(const ItemView& item, Entry& entry, Speech& speech) {
  std::vector<notes::ReadUnit> units = notes::read_units(item.content);
  if (units.size() == 1) {
    entry.summary.push_back({{}, std::move(units.front().text)});
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<notes::ScoredUnit> scored, speech.score(std::move(units)));
  const notes::Summary summary = notes::summary_of(scored);
  if (!summary.text.empty()) {
    entry.summary.push_back({{}, summary.text});
  }
  for (const std::size_t unit : summary.units) {
    entry.score = unit == summary.units.front() || scored[unit].score > entry.score ? scored[unit].score : entry.score;
  }
  return {};
}

}  // namespace

Result<Entry> make_entry(const ItemView& item, const Speakers& speakers, Speech& speech,
                         const WorkingSettings& settings) {
  Entry entry;
  entry.turn_id = item.turn_id;
  entry.pointer = item.pointer;
  entry.session_id = item.session_id;
  entry.type = item.type;
  entry.domain = item.domain;
  entry.importance = item.importance;
  entry.ephemeral = item.ephemeral;
  entry.occurrences = item.occurrences;
  entry.tags = item.tags;
  entry.timestamp = item.timestamp;
  entry.recorded_at = item.recorded_at;
  entry.content = first_code_points(item.content, static_cast<std::size_t>(settings.content_code_points_max));
  entry.finding.chat = item.source == kChatSource;
  const bool tool_succeeded = item.source == kToolSource && item.error.empty();
  if (entry.finding.chat) {
    entry.user = speakers.user;
    entry.agent = speakers.agent;
    judge_chat(entry, speech);
  } else if (!tool_succeeded) {
    TS_RETURN_IF_ERROR(judge_text(item, entry, speech));
    entry.finding.status_line = says_only_status(item);
  }
  entry.finding.worthless = entry.finding.worthless || tool_succeeded;
  fit(entry.summary);
  return entry;
}

}  // namespace turnstream::consolidation
