#include "stages/consolidation/working/chat_summary.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

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
std::optional<std::size_t> second_of(const Heard& message, std::size_t best) {
  const Part taken = part_of(message, best);
  std::optional<std::size_t> second;
  for (std::size_t i = 0; i < message.units.size(); ++i) {
    const bool is_taken = i >= taken.first && i <= taken.last;
    const bool stands = !message.readings[i].points_back || message.shows_question(i) || i == best + 1;
    // Both values are far below 2^63 / 10.
    const bool good = message.value(i) >= notes::kWorthKeeping && message.value(i) * 10 >= message.value(best) * 6;
    if (!is_taken && stands && good && (!second.has_value() || message.value(i) > message.value(*second))) {
      second = i;
    }
  }
  return second;
}

Span span_of(const Heard& message, std::vector<std::size_t> units, EventTime at) {
  std::sort(units.begin(), units.end());
  Span span;
  bool dated = false;
  std::size_t from = 0;
  for (const std::size_t unit : units) {
    const Part part = part_of(message, unit);
    const std::size_t first = span.text.empty() ? part.first : std::max(part.first, from);
    span.text.append(span.text.empty() ? "" : " ").append(joined(message.units, first, part.last));
    dated = dated || message.readings[unit].relative_time;
    from = part.last + 1;
  }
  const bool asked = message.shows_question(units.front());
  span.label = text_of({message.speaker, dated ? std::optional(at) : std::nullopt,
                        asked ? std::string_view(message.question) : std::string_view()});
  return span;
}

/// The score from which a unit is quoted in addition to the other side's: an answer says more than its words.
std::int64_t score_beside(const Heard& message, std::size_t unit) {
  return message.units[unit].features[kAnswer] > 0 ? notes::kScoreOne : notes::kScoreOne * 5 / 4;
}

}  // namespace

ChatSummary chat_summary(const std::vector<Heard>& messages, EventTime at) {
  ChatSummary summary;
  std::vector<std::pair<const Heard*, std::size_t>> best;
  for (const Heard& message : messages) {
    if (const std::optional<std::size_t> unit = message.best(); unit.has_value()) {
      const std::int64_t value = message.value(*unit);
      summary.value = best.empty() ? value : std::max(summary.value, value);
      best.emplace_back(&message, *unit);
    }
  }
  if (best.empty()) {
    return summary;
  }
  const auto is_quoted = [&summary](const std::pair<const Heard*, std::size_t>& side) {
    const auto& [message, unit] = side;
    const std::int64_t value = message->value(unit);
    const bool beside = value >= -notes::kScoreOne && message->units[unit].score >= score_beside(*message, unit);
    return value == summary.value || value >= notes::kWorthKeeping || (beside && summary.value >= notes::kWorthKeeping);
  };
  std::erase_if(best, [&](const auto& side) { return !is_quoted(side); });
  for (const auto& side : best) {
    std::vector<std::size_t> units{side.second};
    if (const auto second = best.size() == 1 ? second_of(*side.first, side.second) : std::nullopt; second.has_value()) {
      units.push_back(*second);
    }
    if (side.first->shows_question(*std::min_element(units.begin(), units.end()))) {
      summary.asked_in.append(side.first->asked_in);  // Only the first side of a turn answers another turn.
    }
    summary.spans.push_back(span_of(*side.first, std::move(units), at));
  }
  return summary;
}

}  // namespace turnstream::consolidation
