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
constexpr std::size_t kLineQuotesBytesMax = 300;                       ///< of a line of two quotes
constexpr std::int64_t kNeighbourScoreMin = notes::kScoreOne * 3 / 2;  ///< of a quote that stands next to a chosen one
constexpr std::size_t kMoreUnits = 4;  ///< that are chosen because some are a part of others
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

/// What the speaker of the message had said best in the one before the question, as it stands in a label.
std::string said_before(const Window& window, std::size_t index) {
  const bool can = index >= 2 && window.messages[index - 2].speaker == window.messages[index].speaker &&
                   window.messages[index - 1].text.find('?') != std::string::npos;
  if (!can) {
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

/// The question in the message before, if another side said that; without a text if there is none. `said`: said_before().
QuotedQuestion question_before(const Window& window, std::size_t index, const notes::Names& names,
                               std::string_view said) {
  const bool replies = index > 0 && window.messages[index - 1].speaker != window.messages[index].speaker;
  const bool opens = std::any_of(window.messages[index].units.begin(), window.messages[index].units.end(),
                                 [](const KeptUnit& unit) { return unit.opens; });
  return replies && opens ? last_question(window.messages[index - 1].text, names, said) : QuotedQuestion{};
}

/// Whether one quote is a part of the other one: a unit can stand before the next one, too.
bool shares_words(const Candidate& one, const Candidate& other) {
  return one.unit.message == other.unit.message &&
         (one.quote.find(other.quote) != std::string::npos || other.quote.find(one.quote) != std::string::npos);
}

/// Candidates of one message whose quotes stand side by side, or overlap, so that they are one line.
struct Run {
  std::size_t first = 0;
  std::size_t last = 0;
};

std::size_t end_of(const Candidate& candidate) {
  return candidate.at + candidate.quote.size();
}

/// Whether the second quote follows the first one in a message, or overlaps its end.
bool follows(const Candidate& first, const Candidate& second) {
  return first.unit.message == second.unit.message && first.at != std::string::npos && second.at != std::string::npos &&
         first.at <= second.at && second.at <= end_of(first) + 1 && end_of(second) > end_of(first);
}

/// Whether the quotes share no word of a message.
bool ends_before(const Candidate& one, const Candidate& other) {
  return one.unit.message != other.unit.message || (one.at != std::string::npos && end_of(one) <= other.at);
}

/// Whether these candidates are short enough together for one line.
bool fits(const Candidate& first, const Candidate& last) {
  return end_of(last) - first.at <= kLineQuotesBytesMax;
}

/// The chosen candidates, which are in order, as runs.
std::vector<Run> runs_of(const std::vector<Candidate>& candidates, const std::vector<std::size_t>& chosen) {
  std::vector<Run> runs;
  for (const std::size_t index : chosen) {
    const bool joins = !runs.empty() && follows(candidates[runs.back().last], candidates[index]) &&
                       fits(candidates[runs.back().first], candidates[index]);
    if (joins) {
      runs.back().last = index;
    } else {
      runs.push_back({index, index});
    }
  }
  return runs;
}

/// Whether a line that begins with this candidate loses nothing that stands before the quote of the other one, as a question.
bool keeps_label(const Candidate& first, const Candidate& other) {
  return first.line.size() - first.quote.size() >= other.line.size() - other.quote.size();
}

/// Takes neighbours that say something into the runs, as far as they are short: what follows first, because a story has its
/// point there. No sentence stands in two lines.
void take_neighbours(const std::vector<Candidate>& candidates, std::vector<Run>& runs) {
  const auto says = [&](std::size_t index) { return candidates[index].unit.score >= kNeighbourScoreMin; };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Run& run = runs[i];
    const std::size_t end = i + 1 < runs.size() ? runs[i + 1].first : candidates.size();
    while (run.last + 1 < end && says(run.last + 1) && follows(candidates[run.last], candidates[run.last + 1]) &&
           fits(candidates[run.first], candidates[run.last + 1]) &&
           (end == candidates.size() || ends_before(candidates[run.last + 1], candidates[end]))) {
      ++run.last;
    }
    const std::size_t begin = i == 0 ? 0 : runs[i - 1].last + 1;
    while (run.first > begin && says(run.first - 1) && follows(candidates[run.first - 1], candidates[run.first]) &&
           keeps_label(candidates[run.first - 1], candidates[run.first]) &&
           fits(candidates[run.first - 1], candidates[run.last]) &&
           (begin == 0 || ends_before(candidates[begin - 1], candidates[run.first - 1]))) {
      --run.first;
    }
  }
}

/// The line of the first candidate, and what the others add to it. They are of one message, and only the first label is shown.
WindowLine line_of(const std::vector<Candidate>& candidates, const Run& run) {
  std::string line = candidates[run.first].line;
  std::size_t end = end_of(candidates[run.first]);
  for (std::size_t i = run.first + 1; i <= run.last; ++i) {
    const Candidate& more = candidates[i];
    if (more.at == std::string::npos || end_of(more) <= end) {
      continue;  // It stands between two that were chosen, and adds nothing.
    }
    line.append(end < more.at ? " " : "")
        .append(std::string_view(more.quote).substr(end < more.at ? 0 : end - more.at));
    end = end_of(more);
  }
  WindowLine made{std::move(line), {candidates[run.first].unit.message}};
  const std::vector<std::size_t>& shown = candidates[run.first].shown;
  made.messages.insert(made.messages.end(), shown.begin(), shown.end());
  return made;
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
    const std::string said = said_before(window, i);
    const QuotedQuestion question = question_before(window, i, names, said);
    const bool question_tells =
        !question.text.empty() && tells(notes::without_names(notes::stems_of(question.text), names));
    for (const KeptUnit& kept : message.units) {
      Candidate& candidate = candidates.emplace_back();
      notes::ScoredUnit& unit = candidate.unit;
      unit.message = i;
      unit.text = kept.text;
      unit.stems = notes::without_names(notes::stems_of(unit.text), names);
      unit.rarities = rarities.of(unit.stems);
      const bool asked = kept.opens && !question.text.empty();
      const bool needs_more = kept.unnamed || kept.dangles || (kept.answers && asked && question.leaves_open());
      const bool shows_said = asked && !said.empty() && (question.told || (needs_more && question.asks_who));
      const bool explained = shows_said || (asked && question.explains && !question.recalls && !kept.dangles);
      unit.score = kept.rest + notes::score_of_rarities(unit.rarities, kept.words) -
                   (kept.points_back && !(asked && question_tells) ? kPointsBackLineCost : 0) -
                   (kept.answers && !asked ? kAnswerAloneCost : 0) - (shows_said && !question.told ? kSaidCost : 0) -
                   (needs_more && !explained ? kUnnamedLineCost : 0);
      const std::string quote = kept.before.empty() ? kept.text : kept.before + " " + kept.text;
      candidate.quote = quote;
      candidate.at = message.text.find(quote);
      candidate.line = line_of(message, quote, asked ? std::string_view(question.text) : std::string_view(),
                               shows_said ? std::string_view(said) : std::string_view());
      if (asked) {
        candidate.shown.push_back(i - 1);
      }
      if (shows_said) {
        candidate.shown.push_back(i - 2);
      }
    }
  }
  return candidates;
}

std::int64_t line_score_min(const notes::WordStatistics& statistics) {
  return notes::kWorthKeeping + (statistics.messages() < kMessagesMin ? 0 : notes::kScoreOne * 6 / 10);
}

std::vector<WindowLine> best_lines(const std::vector<Candidate>& candidates, std::size_t lines_max,
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
  std::vector<WindowLine> lines;
  std::vector<Run> runs = runs_of(candidates, best);
  take_neighbours(candidates, runs);
  lines.reserve(runs.size());
  for (const Run& run : runs) {
    lines.push_back(line_of(candidates, run));
  }
  return lines;
}

WindowLine line_in(const Window& window, std::string line) {
  for (std::size_t i = 0; i < window.messages.size(); ++i) {
    const Message& message = window.messages[i];
    const std::string label = line_of(message, {});
    const bool quotes = line.size() > label.size() && line.starts_with(label) &&
                        message.text.find(std::string_view(line).substr(label.size())) != std::string::npos;
    if (quotes) {
      return {std::move(line), {i}};
    }
  }
  return {std::move(line), {}};
}

std::size_t lines_due(std::int64_t flushed, std::int64_t lines, std::size_t messages, std::int64_t lines_max) {
  const std::int64_t all = flushed + static_cast<std::int64_t>(messages);
  const std::int64_t due = (all * kLinesOf + kMessages / 2) / kMessages - lines;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(due, messages > 1 || flushed == 0 ? 1 : 0, lines_max));
}

}  // namespace turnstream::consolidation
