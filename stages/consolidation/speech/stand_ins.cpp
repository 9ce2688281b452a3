#include "stages/consolidation/speech/stand_ins.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/referent_words.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint32_t kTimes = notes::kAfterLast | notes::kAfterThis | notes::kSpan;
constexpr std::size_t kRemarkTokensMax = 7;  ///< of a remark, words and commas
constexpr std::size_t kNounWithin = 5;       ///< words behind "had", of which some describe the noun

/// Whether the word stands before this place.
bool stands_before(Tokens text, std::size_t at, std::string_view word) {
  const Tokens before = text.first(at);
  return std::any_of(before.begin(), before.end(), [word](const Token& token) { return token.text == word; });
}

/// Whether "this" here stands before adjectives and a noun of which nothing else is said: "I read this inspiring book, and it
/// helps", not "this lovely man, Clark".
bool is_undescribed(Tokens text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && end < at + kNounWithin && !text[end].sign && (text[end].classes & notes::kStop) == 0) {
    ++end;
  }
  const bool closes = end == text.size() || (text[end].sign && text[end].text != ":" && text[end].text != "\"");
  const bool is_named =
      end + 1 < text.size() && text[end].text == "," && text[end + 1].capital && text[end + 1].text != "i";
  return closes && !is_named && end > at + 2;
}

/// Whether "this" here stands before a noun without an adjective of which nothing tells which one it is: "I found this spot
/// on a walk", not "I met this lovely man" and not "I found this book about boats".
bool stands_for_shown(Tokens text, std::size_t at) {
  if (!noun_follows(text, at) || has_time(text[at + 1]) || words::kNamesNothing.has(text[at + 1].text)) {
    return false;
  }
  const bool ends = at + 2 == text.size() || text[at + 2].sign || (text[at + 2].classes & notes::kStop) != 0 ||
                    words::kBetweenClauses.has(text[at + 2].text);
  if (!ends) {
    return is_undescribed(text, at);
  }
  return !stands_before(text, at, text[at + 1].text) && !words::kTells.has(word_at(text, at + 2)) &&
         word_at(text, at + 2) != "from" && word_at(text, at + 2) != "i" && word_at(text, at + 2) != "we";
}

/// Whether "that" here stands behind a preposition and before a noun that ends the clause: "I had a dog with that name."
bool is_recalled(Tokens text, std::size_t at) {
  const bool can = text[at].text == "that" && at > 0 &&
                   (words::kPrepositions.has(text[at - 1].text) || text[at - 1].text == "to") && noun_follows(text, at);
  if (!can || has_time(text[at + 1]) || words::kNamesNothing.has(text[at + 1].text)) {
    return false;
  }
  return !stands_before(text, at, text[at + 1].text) && (at + 2 == text.size() || text[at + 2].sign);
}

bool is_event(const words::Word& noun) {
  return words::kAbstractNouns.has(noun) || words::kAnnounced.has(noun);
}

}  // namespace

bool has_time(const Token& token) {
  return (token.classes & kTimes) != 0;
}

bool noun_follows(Tokens text, std::size_t at) {
  const bool word_follows = at + 1 < text.size() && !text[at + 1].sign;
  return word_follows && (text[at + 1].classes & notes::kStop) == 0 && !text[at + 1].text.ends_with("s") &&
         !words::kBehindPointersAlone.has(text[at + 1].text);
}

bool stands_for_named(Tokens text, std::size_t at, bool names_several) {
  const words::Word& word = text[at].text;
  const words::Word& next = word_at(text, at + 1);
  const bool ends = at + 1 == text.size() || text[at + 1].sign || words::kBehindNouns.has(next);
  const bool counted = words::kPicked.has(word) && ends && !names_several;
  const bool chosen = (word == "this" || word == "that") && next == "one";
  const bool meant = word == "this" && at > 0 && ends && !ends_sentence(text[at - 1]);
  const bool shown = word == "this" && at > 0 && text[at - 1].text != "in" && stands_for_shown(text, at);
  const bool similar = word == "similar" && at > 0 && text[at - 1].text.ends_with("thing") && next != "to";
  const bool same = word == "same" && words::kNamesNothing.has(next) && word_at(text, at + 2) != "as";
  const bool later = words::kAfterwards.has(word) &&
                     std::none_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), ends_sentence);
  return counted || chosen || meant || shown || similar || same || later || is_recalled(text, at);
}

bool is_remark(Tokens text) {
  if (text.empty() || !words::kPointersAlone.has(text[0].text)) {
    return false;
  }
  std::size_t at = 1;
  for (; at < text.size() && !ends_sentence(text[at]); ++at) {
    const bool names = text[at].capital || (text[at].classes & (notes::kKin | notes::kNumber | notes::kOwn)) != 0 ||
                       text[at].text == "our" || text[at].text == ":";
    if (names || at == kRemarkTokensMax) {
      return false;
    }
  }
  return at > 1;
}

bool is_empty_event(Tokens text, std::size_t at) {
  if (!words::kHaving.has(text[at].text) || !words::kSome.has(word_at(text, at + 1))) {
    return false;
  }
  std::size_t noun = at + 2;
  while (noun < text.size() && !text[noun].sign && noun < at + kNounWithin && !is_event(text[noun].text)) {
    ++noun;
  }
  if (!is_event(word_at(text, noun))) {
    return false;
  }
  for (std::size_t i = noun + 1; i < text.size() && !ends_sentence(text[i]); ++i) {
    if (text[i].text.ends_with("ing") || words::kTells.has(text[i].text) || text[i].text == ":" ||
        text[i].text == "-") {
      return false;
    }
  }
  return true;
}

}  // namespace turnstream::consolidation
