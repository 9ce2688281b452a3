#include "stages/common/language/sarcasm.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "stages/common/language/lexicon.h"

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
/// They complain with "time" behind them: "for the third time". So does "yet another".
constexpr auto kOrdinals =
    std::to_array<std::string_view>({"fifth", "fourth", "hundredth", "millionth", "sixth", "tenth", "third"});
constexpr auto kContrast = std::to_array<std::string_view>(
    {"although", "but", "despite", "except", "however", "though", "unless", "until", "yet"});

template <std::size_t N>
bool is_listed(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool complains(Sentence sentence) {
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool another =
        at + 1 < sentence.size() && ((sentence[at].is("yet") && sentence[at + 1].is("another")) ||
                                     (is_listed(kOrdinals, sentence[at].lower) && sentence[at + 1].is("time")));
    if (another || is_listed(kComplaint, sentence[at].lower)) {
      return true;
    }
  }
  return false;
}

/// Whether a contrast or a negation says that both are meant.
bool contrasts(Sentence sentence) {
  return std::any_of(sentence.begin(), sentence.end(),
                     [](const Word& word) { return is_listed(kContrast, word.lower) || word.in(kNegation); });
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

bool ends(const Word& word) {
  return word.punctuation && (word.is(".") || word.is("!") || word.is("?") || word.is("\n"));
}

/// The words of the sentence before the word at `end`; empty at the start.
Sentence sentence_before(const Words& words, std::size_t end) {
  while (end > 0 && ends(words[end - 1])) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && !ends(words[begin - 1])) {
    --begin;
  }
  return {words.data() + begin, end - begin};
}

Sentence sentence_behind(const Words& words, std::size_t begin) {
  while (begin < words.size() && ends(words[begin])) {
    ++begin;
  }
  std::size_t end = begin;
  while (end < words.size() && !ends(words[end])) {
    ++end;
  }
  return {words.data() + begin, end - begin};
}

}  // namespace

bool is_praise(const Statement& statement) {
  return statement.relation == "likes" || statement.relation == "is passionate about" ||
         statement.subject.starts_with("user's favo");
}

bool is_sarcastic(Sentence sentence, const Words& words) {
  const auto praises = [](const Word& word) { return is_listed(kPraise, word.lower); };
  if (std::none_of(sentence.begin(), sentence.end(), praises)) {
    return false;
  }
  const bool shouted = std::any_of(sentence.begin(), sentence.end(),
                                   [&praises](const Word& word) { return praises(word) && is_shouted(word); });
  if (shouted && has_small_letter(sentence)) {
    return true;
  }
  if (contrasts(sentence)) {
    return false;
  }
  const auto begin = static_cast<std::size_t>(sentence.data() - words.data());
  const Sentence before = sentence_before(words, begin);
  const Sentence behind = sentence_behind(words, begin + sentence.size());
  return complains(sentence) || complains(before) || (complains(behind) && !contrasts(behind));
}

}  // namespace turnstream::language
