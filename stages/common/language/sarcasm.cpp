#include "stages/common/language/sarcasm.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr auto kPraise = std::to_array<std::string_view>(
    {"adore",      "amazing",  "awesome",  "brilliant", "delightful", "fabulous", "fantastic",
     "genius",     "glorious", "great",    "love",      "lovely",     "loving",   "magnificent",
     "marvellous", "perfect",  "splendid", "stellar",   "superb",     "wonderful"});

/// What goes wrong. Words that people also love ("slow food", "terrible films") are left out.
constexpr auto kComplaint = std::to_array<std::string_view>(
    {"broke",     "broken",  "bug",      "bugs",    "corrupted", "crash",   "crashed", "crashes",
     "crashing",  "delayed", "disaster", "error",   "errors",    "fail",    "failed",  "failing",
     "fails",     "froze",   "frozen",   "garbage", "hangs",     "hung",    "ignored", "ignores",
     "nightmare", "outage",  "ruined",   "timeout", "timeouts",  "useless", "wrecked"});
/// They say that a fault is over.
constexpr auto kOver = std::to_array<std::string_view>({"fixed", "gone", "resolved", "solved"});
/// With "time" behind them they say that it happens again: "for the third time".
constexpr auto kOrdinals =
    std::to_array<std::string_view>({"fifth", "fourth", "hundredth", "millionth", "sixth", "tenth", "third"});
constexpr auto kContrast = std::to_array<std::string_view>(
    {"although", "but", "despite", "except", "however", "though", "unless", "until", "yet"});
/// So many words may stand between "just" or "so" and praise in capitals.
constexpr std::size_t kBetweenMax = 1;

template <std::size_t N>
bool is_listed(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool praises(const Word& word) {
  static const WordSet kSet(kPraise);
  return word.in(kSet);
}

bool is_pair(Sentence sentence, std::size_t at, std::string_view first, std::string_view second) {
  return at + 1 < sentence.size() && sentence[at].is(first) && sentence[at + 1].is(second);
}

/// Whether a contrast or a negation says that both are meant. "Yet another" is not a contrast.
bool has_contrast(Sentence sentence) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool contrast = is_listed(kContrast, sentence[at].lower) && !is_pair(sentence, at, "yet", "another");
    if (contrast || sentence[at].in(kNegation)) {
      return true;
    }
  }
  return false;
}

/// The index behind what is praised at `praise`: behind "love" in "I love fixing bugs, …" that is the comma.
std::size_t end_of_praised(Sentence sentence, std::size_t praise) {
  std::size_t at = praise + 1;
  while (at < sentence.size() && !sentence[at].punctuation &&
         !sentence[at].in(kPronoun | kConjunction | kSubordinator | kQuestionWord)) {
    ++at;
  }
  return at;
}

/// A word of at least three letters that are all capitals of ASCII.
bool is_shouted(const Word& word) {
  return word.text.size() >= 3 &&
         std::all_of(word.text.begin(), word.text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool has_small_letter(Sentence sentence) {
  return std::any_of(sentence.begin(), sentence.end(), [](const Word& word) {
    return std::any_of(word.text.begin(), word.text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  });
}

struct Shouted {
  bool praise = false;
  bool stressed = false;  ///< with "just" or "so"
};

Shouted shouted_in(Sentence sentence) {
  Shouted shouted;
  if (!has_small_letter(sentence)) {
    return shouted;
  }
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (!praises(sentence[at]) || !is_shouted(sentence[at])) {
      continue;
    }
    shouted.praise = true;
    for (std::size_t back = 1; back <= kBetweenMax + 1 && back <= at; ++back) {
      shouted.stressed = shouted.stressed || sentence[at - back].is("just") || sentence[at - back].is("so");
    }
  }
  return shouted;
}

}  // namespace

Sarcasm::Complaint Sarcasm::complaint_of(Sentence sentence) {
  bool fault = false;
  bool again = false;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    if (word.in(kNegation) || is_listed(kOver, word.lower)) {
      return Complaint::kNone;
    }
    if (praises(word)) {
      at = end_of_praised(sentence, at) - 1;
      continue;
    }
    const bool yet = is_pair(sentence, at, "yet", "another");
    const bool ordinal = at + 1 < sentence.size() && is_listed(kOrdinals, word.lower) && sentence[at + 1].is("time");
    fault = fault || yet || is_listed(kComplaint, word.lower);
    again = again || yet || ordinal || word.is("again") || word.is("another");
  }
  return !fault ? Complaint::kNone : again ? Complaint::kAgain : Complaint::kOnce;
}

Sarcasm::Sarcasm(const Words& words) {
  if (std::none_of(words.begin(), words.end(), praises)) {
    return;
  }
  for (const SentenceCut& cut : cut_sentences(words)) {
    sentences_.push_back({cut.words.data(), complaint_of(cut.words), has_contrast(cut.words)});
  }
}

bool Sarcasm::is_in(Sentence sentence) const {
  if (sentences_.empty() || std::none_of(sentence.begin(), sentence.end(), praises)) {
    return false;
  }
  const auto own = std::lower_bound(sentences_.begin(), sentences_.end(), sentence.data(),
                                    [](const Read& one, const Word* at) { return std::less<>()(one.begin, at); });
  if (own == sentences_.end()) {
    return false;
  }
  const Complaint before = own == sentences_.begin() ? Complaint::kNone : (own - 1)->complaint;
  const bool meant_behind = own + 1 == sentences_.end() || (own + 1)->contrasts;
  const Complaint behind = meant_behind ? Complaint::kNone : (own + 1)->complaint;
  const Shouted shouted = shouted_in(sentence);
  if (shouted.stressed) {
    return true;
  }
  if (own->contrasts) {
    return false;
  }
  const bool any = before != Complaint::kNone || behind != Complaint::kNone;
  return own->complaint != Complaint::kNone || before == Complaint::kAgain || behind == Complaint::kAgain ||
         (shouted.praise && any);
}

void add_meant(Sentence sentence, Register reg, const Sarcasm& sarcasm, std::vector<Statement>& found) {
  const auto own = static_cast<std::ptrdiff_t>(found.size());
  add_statements(sentence, reg, found);
  if (reg != Register::kTalk || !sarcasm.is_in(sentence)) {
    return;
  }
  const auto praise = [](const Statement& statement) {
    const Taste taste = taste_of(statement);
    return (taste == Taste::kLikes || taste == Taste::kFavours) && !statement.ended;
  };
  found.erase(std::remove_if(found.begin() + own, found.end(), praise), found.end());
}

}  // namespace turnstream::language
