#include "stages/consolidation/working/judge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pipeline/base/decimal.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/status_line.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/summary.h"
#include "stages/common/notes/units.h"
#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

using model::ItemType;

constexpr std::uint64_t kMessagesMin = 64;
constexpr std::int64_t kFirstLess = notes::kScoreOne / 2;
constexpr std::int64_t kScoresInMillionth = notes::kScoreOne / kMillion;
constexpr std::string_view kChatSource = "turn/chat";
constexpr std::string_view kToolSource = "turn/tool";
constexpr std::string_view kGoalSource = "turn/goal";
constexpr std::string_view kActionSource = "turn/action";
constexpr std::string_view kMemoryWriteSource = "turn/memory_write";

/// What a goal's notes say, if the goal is still under way; empty otherwise. The content is `Goal <id> <status> <progress>:
/// <notes>`.
std::string_view notes_of_active_goal(std::string_view content) {
  const std::size_t colon = content.find(": ");
  const std::size_t active = content.find(" active ");
  return active < colon && colon != std::string_view::npos ? content.substr(colon + 2) : std::string_view();
}

/// Whether a goal under way has no notes.
bool has_no_notes(std::string_view content) {
  const std::size_t colon = content.find(':');
  return content.find(" active ") < colon && content.find_first_not_of(' ', colon + 1) == std::string_view::npos;
}

bool says_only_status(const ItemView& item) {
  if (item.source == kGoalSource) {
    return has_no_notes(item.content) || language::is_status_line(notes_of_active_goal(item.content));
  }
  if (item.source == kActionSource) {
    return language::has_no_result(item.content);
  }
  const bool can_be = item.type == ItemType::kObservation || item.type == ItemType::kToolUse;
  return can_be && item.source != kMemoryWriteSource && language::is_status_line(item.content);
}

/// The beginning of the text, at most so long: whole sentences if one fits, else whole words, or nothing if `whole`.
std::size_t fitting(std::string_view text, std::size_t code_points_max, bool whole) {
  const std::size_t cut = notes::cut_at_word(text, code_points_max).size();
  if (cut == text.size()) {
    return cut;
  }
  std::size_t end = 0;
  for (const std::string_view sentence : notes::sentences_of(text)) {
    const std::size_t sentence_end = static_cast<std::size_t>(sentence.data() - text.data()) + sentence.size();
    end = sentence_end <= cut ? sentence_end : end;
  }
  return end > 0 || whole ? end : cut;
}

/// Cuts the spans so that they have at most kSummaryCodePointsMax code points with labels and blanks. Behind the first one there are
/// only whole sentences.
void fit(std::vector<Span>& summary) {
  std::size_t room = notes::kSummaryCodePointsMax;
  for (std::size_t i = 0; i < summary.size(); ++i) {
    Span& span = summary[i];
    const std::size_t label = (i == 0 ? 0 : 1) + (span.label.empty() ? 0 : count_code_points(span.label) + 2);
    span.text.resize(label < room ? fitting(span.text, room - label, i > 0) : 0);
    if (span.text.empty()) {
      summary.resize(i);
      return;
    }
    room -= label + count_code_points(span.text);
  }
}

/// Whether nothing of the spans is cut.
bool fit_whole(const std::vector<Span>& summary) {
  std::size_t bytes = 0;
  for (const Span& span : summary) {
    bytes += span.label.size() + span.text.size() + 3;
  }
  return bytes <= notes::kSummaryCodePointsMax;
}

/// Whether at least a sentence of each span has room.
bool have_room(const std::vector<Span>& summary) {
  if (fit_whole(summary)) {
    return true;
  }
  std::vector<Span> fitted = summary;
  fit(fitted);
  return fitted.size() == summary.size();
}

/// The worth from which a quote makes an insight: less before kMessagesMin messages, because the first ones have low scores.
std::int64_t worth_min(const WorkingSettings& settings, const Speech& speech) {
  const std::int64_t set = settings.insight_worth_min * kScoresInMillionth;
  const bool first = speech.messages_counted() < kMessagesMin;
  return first && set > 0 ? std::max<std::int64_t>(set - kFirstLess, 1) : set;
}

void judge_chat(MadeEntry& made, const Speech& speech, std::int64_t worth_min) {
  Entry& entry = made.entry;
  ChatSummary summary = chat_summary(speech.messages(), entry.timestamp, worth_min);
  if (!fit_whole(summary.spans)) {
    summary.spans = chat_summary(speech.messages(), entry.timestamp, worth_min, Dates::kNeeded).spans;
  }
  if (summary.spans.size() > 1 && !have_room(summary.spans)) {
    summary.spans = {summary.fact.span};  // the side that is worth more
    summary.asked_in = summary.fact.asked_in;
    summary.quotes_user = summary.fact.of_user;
  }
  entry.score = summary.worth;
  const bool user_speaks = std::any_of(speech.messages().begin(), speech.messages().end(),
                                       [](const Heard& message) { return message.of_user; });
  made.rests_on_user = summary.spans.empty() ? user_speaks : summary.quotes_user;
  entry.finding.slight = summary.spans.empty();
  entry.finding.worthless = summary.value < notes::kWorthKeeping;
  entry.summary = std::move(summary.spans);
  entry.asked_in = std::move(summary.asked_in);
  std::vector<Span> fact{std::move(summary.fact.span)};
  fit(fact);
  made.fact = {fact.empty() ? Span{} : std::move(fact.front()), std::move(summary.fact.asked_in), summary.fact.of_user};
}

/// The sentences of an item without a speaker, with its date if they depend on it.
Span span_of_text(std::string text, EventTime at) {
  const bool dated = has_relative_time(text);
  return {text_of({{}, dated ? std::optional(at) : std::nullopt, {}}), std::move(text)};
}

/// A text of one unit is its own summary and is not scored.
Status judge_text(const ItemView& item, Entry& entry, Speech& speech) {
  const std::vector<std::string_view> sentences = notes::sentences_of(item.content);
  if (sentences.size() == 1) {
    entry.summary.push_back(span_of_text(std::string(sentences.front()), entry.timestamp));
    return {};
  }
  std::vector<notes::ReadUnit> units = notes::read_units(item.content);
  if (units.size() == 1) {
    entry.summary.push_back(span_of_text(std::move(units.front().text), entry.timestamp));
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<notes::ScoredUnit> scored, speech.score(std::move(units)));
  const notes::Summary summary = notes::summary_of(scored);
  if (!summary.text.empty()) {
    entry.summary.push_back(span_of_text(summary.text, entry.timestamp));
  }
  for (const std::size_t unit : summary.units) {
    entry.score = unit == summary.units.front() || scored[unit].score > entry.score ? scored[unit].score : entry.score;
  }
  return {};
}

}  // namespace

Result<MadeEntry> make_entry(const ItemView& item, const evidence::Speakers& speakers, Speech& speech,
                             const WorkingSettings& settings) {
  MadeEntry made;
  Entry& entry = made.entry;
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
    judge_chat(made, speech, worth_min(settings, speech));
  } else if (!tool_succeeded) {
    TS_RETURN_IF_ERROR(judge_text(item, entry, speech));
    entry.finding.status_line = says_only_status(item);
  }
  entry.finding.worthless = entry.finding.worthless || tool_succeeded;
  fit(entry.summary);
  return made;
}

}  // namespace turnstream::consolidation
