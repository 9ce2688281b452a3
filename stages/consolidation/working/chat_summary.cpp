#include "stages/consolidation/working/chat_summary.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "stages/common/language/status_line.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kAnswer = notes::place_of_feature("answer");

/// A unit of a message with the units before it that it takes.
struct Part {
  std::size_t first = 0;
  std::size_t last = 0;
};

Part part_of(const Heard& message, std::size_t unit) {
  return {message.readings[unit].first, unit};
}

/// The second best unit of a message that speaks alone, if it says nearly as much as the best one. One that points back must
/// follow the best one at once.
std::optional<std::size_t> second_of(const Heard& message, std::size_t best, std::int64_t worth_min) {
  const Part taken = part_of(message, best);
  std::optional<std::size_t> second;
  for (std::size_t i = 0; i < message.units.size(); ++i) {
    const bool is_taken = i >= taken.first && i <= taken.last;
    const bool stands = !message.readings[i].needs_more() || message.is_explained(i);
    // Both values are far below 2^63 / 10.
    const bool good = message.worth(i) >= worth_min && message.worth(i) * 10 >= message.worth(best) * 6;
    if (!is_taken && stands && good && (!second.has_value() || message.worth(i) > message.worth(*second))) {
      second = i;
    }
  }
  return second;
}

Span span_of(const Heard& message, std::vector<std::size_t> units, EventTime at, Dates dates) {
  std::sort(units.begin(), units.end());
  Span span;
  bool dated = false;
  std::size_t from = 0;
  for (const std::size_t unit : units) {
    const Part part = part_of(message, unit);
    const std::size_t first = span.text.empty() ? part.first : std::max(part.first, from);
    span.text.append(span.text.empty() ? "" : " ");
    if (first < part.last) {
      span.text.append(joined(message.units, first, part.last));
    } else {
      span.text.append(own_text(message.units[unit], message.readings[unit]));
    }
    dated =
        dated || message.readings[unit].relative_time || (dates == Dates::kOfEvents && message.readings[unit].happened);
    from = part.last + 1;
  }
  const bool asked = message.shows_question(units.front());
  const bool said = message.shows_said(units.front());
  dated = dated || (asked && message.question.dated) || (said && has_relative_time(message.said));
  span.label = text_of({message.speaker, dated ? std::optional(at) : std::nullopt,
                        asked ? std::string_view(message.question.text) : std::string_view(),
                        said ? std::string_view(message.said) : std::string_view()});
  return span;
}

/// The score from which pass 1 keeps a side next to the other one: an answer says more than its words.
std::int64_t score_beside(const Heard& message, std::size_t unit) {
  return message.units[unit].features[kAnswer] > 0 ? notes::kScoreOne : notes::kScoreOne * 5 / 4;
}

/// A side of the turn that pass 1 keeps.
struct Side {
  const Heard* message = nullptr;
  std::int64_t value = 0;  ///< of its best unit, for pass 1
  std::size_t unit = 0;    ///< the best one to quote
  std::int64_t worth = 0;  ///< of that quote
};

/// The sides that pass 1 keeps, and the highest value of a unit.
std::vector<Side> kept_sides(const std::vector<Heard>& messages, std::int64_t& value) {
  std::vector<Side> sides;
  std::vector<bool> with_it;
  for (const Heard& message : messages) {
    if (const std::optional<std::size_t> unit = message.best(); unit.has_value() && !language::is_code(message.text)) {
      const std::size_t quote = message.best_quote().value_or(*unit);
      sides.push_back({&message, message.value(*unit), quote, message.worth(quote)});
      with_it.push_back(message.value(*unit) >= -notes::kScoreOne &&
                        message.units[*unit].score >= score_beside(message, *unit));
      value = sides.size() == 1 ? sides.back().value : std::max(value, sides.back().value);
    }
  }
  std::vector<Side> kept;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const bool with_other = with_it[i] && value >= notes::kWorthKeeping;
    if (sides[i].value == value || sides[i].value >= notes::kWorthKeeping || with_other) {
      kept.push_back(sides[i]);
    }
  }
  return kept;
}

/// The turn before, if the label of a quote that begins with this unit has words of it; else empty.
std::string_view quoted_turn(const Heard& message, std::size_t unit) {
  if (message.shows_said(unit)) {
    return message.said_in;
  }
  return message.shows_question(unit) ? std::string_view(message.asked_in) : std::string_view();
}

}  // namespace

ChatSummary chat_summary(const std::vector<Heard>& messages, EventTime at, std::int64_t worth_min, Dates dates) {
  ChatSummary summary;
  std::vector<Side> sides = kept_sides(messages, summary.value);
  for (const Side& side : sides) {
    summary.worth = &side == &sides.front() ? side.worth : std::max(summary.worth, side.worth);
  }
  if (worth_min > 0) {
    std::erase_if(sides, [worth_min](const Side& side) { return side.worth < worth_min; });
  }
  for (const Side& side : sides) {
    std::vector<std::size_t> units{side.unit};
    const std::int64_t second_min = std::max(worth_min, notes::kWorthKeeping);
    if (const auto second = sides.size() == 1 ? second_of(*side.message, side.unit, second_min) : std::nullopt;
        second.has_value()) {
      units.push_back(*second);
    }
    const std::string_view asked_in = quoted_turn(*side.message, *std::min_element(units.begin(), units.end()));
    summary.spans.push_back(span_of(*side.message, std::move(units), at, dates));
    summary.asked_in = asked_in.empty() ? summary.asked_in : asked_in;
    summary.quotes_user = summary.quotes_user || side.message->of_user;
    if (side.worth == summary.worth && summary.fact.span.text.empty()) {
      summary.fact = {summary.spans.back(), std::string(asked_in), side.message->of_user};
    }
  }
  return summary;
}

}  // namespace turnstream::consolidation
