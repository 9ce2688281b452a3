#include "stages/common/notes/features.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/signals.h"
#include "stages/common/notes/word_classes.h"

namespace turnstream::notes {
namespace {

bool have_common(const Stems& a, const Stems& b) {
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right) {
      return true;
    }
    ++(*left < *right ? left : right);
  }
  return false;
}

/// Added from the first stem to the last, because another order can give other bits.
double sum_of(std::span<const double> rarities) {
  double sum = 0;
  for (const double rarity : rarities) {
    sum += rarity;
  }
  return sum;
}

}  // namespace

Question question_in(std::string_view message, const Names& names) {
  if (message.find('?') == std::string_view::npos) {
    return {};
  }
  const std::vector<std::string_view> sentences = sentences_of(message);
  const auto last = std::find_if(sentences.rbegin(), sentences.rend(), is_question);
  if (last == sentences.rend()) {
    return {};
  }
  const ReadText read(*last);
  const bool with_question_word = std::any_of(read.words().begin(), read.words().end(),
                                              [](const Word& word) { return (word.classes & kAsking) != 0; });
  return {true, with_question_word, without_names(stems_of(read), names)};
}

double idf_of(std::span<const double> rarities, std::size_t words) {
  return sum_of(rarities) / std::sqrt(static_cast<double>(words) + 4) / 5;
}

FeatureValues features_of(const UnitParts& unit, const Question& question, const Names& names) {
  const WordSignals signals = word_signals(unit.read);
  const std::string& lower = unit.read.lower();
  const auto words = static_cast<double>(unit.read.size());
  const auto proper = static_cast<double>(std::min<std::size_t>(count_proper_words(unit.text, names), 3));
  const auto flag = [](bool yes) { return yes ? 1. : 0.; };
  const auto has = [&signals, flag](std::uint32_t word_class) { return flag((signals.classes & word_class) != 0); };
  return {
      idf_of(unit.rarities, unit.read.size()),
      std::max(0., words - 25) / 10,
      flag(words < 8),
      flag(is_question(unit.text)),
      flag(is_greeting(lower)),
      flag(is_thanks(lower)),
      flag(is_cheer(lower)),
      static_cast<double>(signals.fluff_words),
      has(kAddressed),
      has(kFirstPerson),
      flag(signals.opens_with_self),
      has(kOwn),
      has(kPast),
      has(kCalendar),
      has(kNumber),
      proper / 2 + (proper > 0 ? .35 : 0.),
      flag(has_title(unit.text)),
      flag(question.asked),
      flag(question.with_question_word),
      flag(have_common(unit.stems, question.stems)),
      has(kEvent),
      has(kKin),
  };
}

}  // namespace turnstream::notes
