#include "stages/consolidation/speech/unsaid.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/standing_words.h"

namespace turnstream::consolidation {
namespace {

/// Whether "we" at this place opens a sentence, maybe behind a time: "Last week, we …".
bool opens_with_we(Tokens text, std::size_t at) {
  return words::kWe.has(text[at].text) && (at == 0 || text[at - 1].sign);
}

/// Also in "my daughter's birthday".
bool names_group(const Token& token) {
  const words::Word owner = without_s(token.text);
  const std::uint32_t classes = owner.size() < token.text.size() ? notes::classes_of(owner) : token.classes;
  return (classes & notes::kKin) != 0 || words::kCompanions.has(owner);
}

/// The place of the article or owner of a noun, before adjectives that do not tell which one is meant: "our amazing trip". The place
/// of the noun if there is none.
std::size_t article_of(Tokens text, std::size_t noun) {
  std::size_t at = noun;
  while (at > 0 && ((text[at - 1].classes & notes::kFluff) != 0 || words::kPlainAdjectives.has(text[at - 1].text))) {
    --at;
  }
  return at > 0 ? at - 1 : noun;
}

/// Whether what follows tells which one the noun at this place means: "the trip to Oslo", "the party game".
bool is_told(Tokens text, std::size_t noun) {
  const words::Word& next = word_at(text, noun + 1);
  return noun + 1 < text.size() && !text[noun + 1].sign &&
         (words::kTellsWhich.has(next) || words::kBareEvents.has(next) || words::kBareWorks.has(next));
}

bool stood_before(Tokens text, std::size_t at) {
  const auto before = text.first(at);
  return std::any_of(before.begin(), before.end(),
                     [&](const Token& token) { return token.text == std::string_view(text[at].text); });
}

/// Whether something was named before this place that a work there can belong to: "I baked a cake; the recipe was hard", a name.
bool is_introduced(Tokens text, std::size_t at) {
  for (std::size_t i = 0; i < at; ++i) {
    const bool opens = i == 0 || ends_sentence(text[i - 1]);
    if (words::kIntroduces.has(text[i].text) || (!opens && text[i].capital && text[i].content)) {
      return true;
    }
  }
  return false;
}

/// Whether the noun at this place is an event behind an article or owner alone, and nothing behind it tells which one.
bool is_bare_event(Tokens text, std::size_t at) {
  return words::kBareEvents.has(text[at].text) && words::kBeforeBareEvents.has(text[article_of(text, at)].text) &&
         !is_told(text, at) && !stood_before(text, at);
}

/// Whether a noun follows that the word at this place describes: "the book club".
bool describes(Tokens text, std::size_t at) {
  return at + 1 < text.size() && text[at + 1].content && (text[at + 1].classes & notes::kEvent) == 0 &&
         !text[at + 1].text.ends_with("ed");
}

/// Whether it is a work or product behind an article, of which nothing is said that tells which one: "I love the song."
bool is_bare_work(Tokens text, std::size_t at) {
  return words::kBareWorks.has(text[at].text) && !describes(text, at) &&
         words::kDefinite.has(text[article_of(text, at)].text) && !is_told(text, at) && !stood_before(text, at) &&
         !is_introduced(text, at);
}

/// Whether the verb at this place closes its clause, and what it is done to is not said: "since you started?"
bool is_bare_verb(Tokens text, std::size_t at) {
  const bool closes = at + 1 == text.size() || text[at + 1].sign;
  return at > 0 && closes && words::kBareVerbs.has(text[at].text) && words::kSubjects.has(text[at - 1].text);
}

/// Whether the words begin with the same five letters, or are equal.
bool is_form_of(std::string_view word, std::string_view other) {
  constexpr std::size_t kLetters = 5;
  constexpr std::size_t kLettersMin = 4;
  const std::size_t shorter = std::min(word.size(), other.size());
  return word == other || (shorter >= kLettersMin &&
                           word.substr(0, std::min(kLetters, shorter)) == other.substr(0, std::min(kLetters, shorter)));
}

}  // namespace

bool has_word(Tokens text, std::string_view word) {
  return std::any_of(text.begin(), text.end(), [word](const Token& token) { return is_form_of(token.text, word); });
}

bool has_word(std::string_view text, std::string_view word) {
  return !word.empty() && has_word(TokenList(text).all(), word);
}

Unsaid unsaid_in(Tokens text) {
  Unsaid unsaid;
  static constexpr words::ListSet kBare = words::set_of(words::kBareEvents, words::kBareWorks, words::kBareVerbs);
  bool we = false;
  bool group = false;
  for (std::size_t i = 0; i < text.size() && text[i].text != "["; ++i) {
    we = we || opens_with_we(text, i);
    group = group || names_group(text[i]);
    if (unsaid.event.empty() && text[i].text.lists().meets(kBare)) {
      unsaid.work = is_bare_work(text, i);
      if (unsaid.work || is_bare_event(text, i) || is_bare_verb(text, i)) {
        unsaid.event = std::string(text[i].text);
      }
    }
  }
  unsaid.group = we && !group;
  return unsaid;
}

}  // namespace turnstream::consolidation
