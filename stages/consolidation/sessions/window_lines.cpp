#include "stages/consolidation/sessions/window_lines.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/choice.h"
#include "stages/consolidation/requests/reply_text.h"
#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

/// Blocked sentences are compared without the part before a colon, if that is at most 128 bytes long.
constexpr std::size_t kNameBytesMax = 96;
constexpr std::int64_t kPointsBackLineCost = notes::kScoreOne;
constexpr std::int64_t kUnnamedLineCost = notes::kScoreOne * 3;
/// What the speaker had said before may be about something else.
constexpr std::int64_t kSaidCost = notes::kScoreOne * 6 / 5;
constexpr std::int64_t kAnswerAloneCost = notes::kScoreOne * 2;  ///< the window does not have the question
constexpr std::uint64_t kMessagesMin = 64;
constexpr std::size_t kLineQuotesBytesMax = 300;  ///< of a line of two quotes
constexpr std::size_t kMoreUnits = 4;             ///< that are chosen because some are a part of others
constexpr std::int64_t kLinesOf = 1;
constexpr std::int64_t kMessages = 2;

std::string cut_name(std::string name) {
  std::size_t code_points = kNameBytesMax;
  while (first_code_points(name, code_points).size() > kNameBytesMax) {
    --code_points;
  }
  name.resize(first_code_points(name, code_points).size());
  return name;
}

/// The question in the message before, if another side said that; without a text if there is none.
QuotedQuestion question_before(const Window& window, std::size_t index, const notes::Names& names) {
  const bool replies = index > 0 && window.messages[index - 1].speaker != window.messages[index].speaker;
  const bool opens = std::any_of(window.messages[index].units.begin(), window.messages[index].units.end(),
                                 [](const KeptUnit& unit) { return unit.opens; });
  return replies && opens ? last_question(window.messages[index - 1].text, names) : QuotedQuestion{};
}

/// What the speaker of the message had said best in the one before the question, as it stands in a label.
std::string said_before(const Window& window, std::size_t index) {
  if (index < 2 || window.messages[index - 2].speaker != window.messages[index].speaker) {
    return {};
  }
  std::string said;
  std::int64_t highest = 0;
  for (const KeptUnit& unit : window.messages[index - 2].units) {
    Reading reading;
    reading.points_back = unit.points_back;
    reading.unnamed = unit.unnamed || unit.dangles || !unit.before.empty();
    std::string own = said.empty() || unit.rest > highest ? said_of(unit.text, reading) : std::string();
    if (!own.empty()) {
      said = std::move(own);
      highest = unit.rest;
    }
  }
  return said;
}

/// Whether one quote is a part of the other one: a unit can stand before the next one, too.
bool shares_words(const Candidate& one, const Candidate& other) {
  return one.unit.message == other.unit.message &&
         (one.quote.find(other.quote) != std::string::npos || other.quote.find(one.quote) != std::string::npos);
}

/// What the second quote adds to a line of the first one, if both stand side by side in a message, or overlap, and together
/// they are short; else empty.
std::string_view continuation(const Candidate& first, const Candidate& second) {
  const std::size_t end = first.at + first.quote.size();
  const bool can = first.unit.message == second.unit.message && first.at != std::string::npos &&
                   second.at != std::string::npos && second.at <= end + 1 && second.at + second.quote.size() > end;
  if (!can || second.at + second.quote.size() - first.at > kLineQuotesBytesMax) {
    return {};
  }
  return std::string_view(second.quote).substr(end < second.at ? 0 : end - second.at);
}

}  // namespace

std::string line_of(const Message& message, std::string_view text, std::string_view question, std::string_view said) {
  const std::string name = cut_name(cleaned(message.speaker));
  return text_of({name, message.at, question, said}).append(": ").append(text);
}

std::vector<Candidate> candidates_of(const Window& window, const notes::WordStatistics& statistics) {
  std::vector<std::string_view> speakers;
  for (const Message& message : window.messages) {
    if (std::find(speakers.begin(), speakers.end(), message.speaker) == speakers.end()) {
      speakers.push_back(message.speaker);
    }
  }
  const notes::Names names = notes::names_of(speakers);
  notes::Rarities rarities(statistics);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < window.messages.size(); ++i) {
    const Message& message = window.messages[i];
    const QuotedQuestion question = question_before(window, i, names);
    const bool question_tells =
        !question.text.empty() && tells(notes::without_names(notes::stems_of(question.text), names));
    const std::string said = question.asks_who ? said_before(window, i) : std::string();
    for (const KeptUnit& kept : message.units) {
      Candidate& candidate = candidates.emplace_back();
      notes::ScoredUnit& unit = candidate.unit;
      unit.message = i;
      unit.text = kept.text;
      unit.stems = notes::without_names(notes::stems_of(unit.text), names);
      unit.rarities = rarities.of(unit.stems);
      const bool asked = kept.opens && !question.text.empty();
      const bool needs_more = kept.unnamed || kept.dangles || (kept.answers && asked && question.points);
      const bool shows_said = asked && needs_more && !said.empty();
      const bool explained = shows_said || (asked && question.explains && !question.recalls && !kept.dangles);
      unit.score = kept.rest + notes::score_of_rarities(unit.rarities, kept.words) -
                   (kept.points_back && !(asked && question_tells) ? kPointsBackLineCost : 0) -
                   (kept.answers && !asked ? kAnswerAloneCost : 0) - (shows_said ? kSaidCost : 0) -
                   (needs_more && !explained ? kUnnamedLineCost : 0);
      const std::string quote = kept.before.empty() ? kept.text : kept.before + " " + kept.text;
      candidate.quote = quote;
      candidate.at = message.text.find(quote);
      candidate.line = line_of(message, quote, asked ? std::string_view(question.text) : std::string_view(),
                               shows_said ? std::string_view(said) : std::string_view());
    }
  }
  return candidates;
}

std::int64_t line_score_min(const notes::WordStatistics& statistics) {
  return notes::kWorthKeeping + (statistics.messages() < kMessagesMin ? 0 : notes::kScoreOne * 9 / 10);
}

std::vector<std::string> best_lines(const std::vector<Candidate>& candidates, std::size_t lines_max,
                                    std::int64_t score_min) {
  std::vector<notes::ScoredUnit> units;
  for (const Candidate& candidate : candidates) {
    units.push_back(candidate.unit);
  }
  std::vector<std::size_t> best;
  for (const std::size_t index : notes::best_units(units, lines_max + kMoreUnits)) {
    const bool repeats = std::any_of(best.begin(), best.end(), [&](std::size_t other) {
      return shares_words(candidates[index], candidates[other]);
    });
    if (!repeats && units[index].score >= score_min && best.size() < lines_max) {
      best.push_back(index);
    }
  }
  std::sort(best.begin(), best.end());
  std::vector<std::string> lines;
  lines.reserve(best.size());
  for (std::size_t i = 0; i < best.size(); ++i) {
    const std::string_view more =
        i == 0 ? std::string_view() : continuation(candidates[best[i - 1]], candidates[best[i]]);
    if (more.empty()) {
      lines.push_back(candidates[best[i]].line);
    } else {
      lines.back().append(more.starts_with(' ') ? "" : " ").append(more);
    }
  }
  return lines;
}

std::size_t lines_due(std::int64_t flushed, std::int64_t lines, std::size_t messages, std::int64_t lines_max) {
  const std::int64_t all = flushed + static_cast<std::int64_t>(messages);
  const std::int64_t due = (all * kLinesOf + kMessages / 2) / kMessages - lines;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(due, messages > 1 || flushed == 0 ? 1 : 0, lines_max));
}

}  // namespace turnstream::consolidation
