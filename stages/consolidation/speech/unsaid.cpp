#include "stages/consolidation/speech/unsaid.h"

#include <algorithm>

#include "stages/common/notes/word_classes.h"
#include "stages/consolidation/speech/praise.h"
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

/// Whether those whom the word names are not company: "our team" and "we were teammates" do not say who "we" are, nor does a pet.
bool is_no_company(Tokens text, std::size_t at) {
  const words::Word owner = without_s(text[at].text);
  return words::kAnimals.has(owner) ||
         (words::kCompanions.has(owner) && at > 0 && words::kBeforeParts.has(text[at - 1].text));
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

/// The same, if that tells its kind: "the book club", not "my club lately" and not "our team spirit".
bool tells_kind(Tokens text, std::size_t at) {
  return describes(text, at) && !words::kBehindKinds.has(text[at + 1].text) && text[at].text != "team";
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

/// The first of the words that describe the noun at this place without telling its kind, or the noun: "new local team".
std::size_t first_kindless(Tokens text, std::size_t noun) {
  std::size_t at = noun;
  while (at > 0 && ((text[at - 1].classes & notes::kFluff) != 0 || words::kKindlessAdjectives.has(text[at - 1].text))) {
    --at;
  }
  return at;
}

/// Whether an object was named before this place, by a name or behind an article, so that what stands here can belong to it: no
/// amount, no person and no noun that needs its kind itself.
bool names_thing_before(Tokens text, std::size_t at) {
  for (std::size_t i = 0; i < at; ++i) {
    const bool opens = i == 0 || ends_sentence(text[i - 1]);
    if (!opens && text[i].capital && text[i].content) {
      return true;
    }
    std::size_t noun = i + 1;
    while (noun + 1 < at && text[noun].content && (text[noun].classes & notes::kKin) == 0 && text[noun + 1].content) {
      ++noun;
    }
    const bool introduced = words::kIntroduces.has(text[i].text) && noun < at && text[noun].content;
    if (introduced && (text[noun].classes & (notes::kKin | notes::kFluff)) == 0 &&
        !words::kAmounts.has(text[noun].text) && !words::kKinds.has(text[noun].text) &&
        !words::kKindlessAdjectives.has(text[noun].text)) {
      return true;
    }
  }
  return false;
}

/// Whether the noun at this place tells neither its kind nor which one is meant: "I joined a new team."
bool lacks_kind(Tokens text, std::size_t at) {
  const std::size_t first = first_kindless(text, at);
  const bool home = text[at].text == "place" && first > 0 && (text[first - 1].classes & notes::kOwn) != 0;
  const bool can =
      words::kKinds.has(text[at].text) && first > 0 && words::kBeforeKinds.has(text[first - 1].text) && !home;
  return can && !tells_kind(text, at) && !is_told(text, at) && !stood_before(text, at) &&
         !names_thing_before(text, first - 1);
}

/// Whether the reader should know which happening the noun at this place means: "The kids were scared by the accident."
bool is_bare_happening(Tokens text, std::size_t at) {
  const std::size_t first = first_kindless(text, at);
  const bool can =
      words::kHappenings.has(text[at].text) && first > 0 && words::kBeforeHappenings.has(text[first - 1].text);
  return can && !tells_kind(text, at) && !is_told(text, at) && !stood_before(text, at);
}

/// Whether the noun at this place says that something happened, and not what: "I had an unexpected incident on my way."
bool is_empty_happening(Tokens text, std::size_t at) {
  constexpr std::size_t kArticleWithin = 3;
  if (!words::kEmptyHappenings.has(text[at].text) || !words::kBehindEmpty.has(word_at(text, at + 1))) {
    return false;
  }
  for (std::size_t article = at - std::min(at, kArticleWithin); article < at; ++article) {
    if (text[article].text == "a" || text[article].text == "an") {
      return !names_thing_before(text, article);
    }
  }
  return false;
}

/// Whether a work is taken in here of which the quote says nothing: "I watched a classic film."
bool takes_in_unnamed(Tokens text, std::size_t at) {
  if (!words::kTakesIn.has(text[at].text) || !words::kIntroduces.has(word_at(text, at + 1))) {
    return false;
  }
  std::size_t noun = at + 2;
  while (noun < text.size() && text[noun].content && !words::kBareWorks.has(text[noun].text)) {
    ++noun;
  }
  return words::kBareWorks.has(word_at(text, noun)) && !describes(text, noun) &&
         (!is_told(text, noun) ||
          (word_at(text, noun + 1) == "that" && words::kPraisesBehindThat.has(word_at(text, noun + 2)))) &&
         std::none_of(text.begin() + static_cast<std::ptrdiff_t>(noun), text.end(), [](const Token& token) {
           return token.text == "\"" || token.text == ":" || token.text == "about" || (token.capital && token.content);
         });
}

/// Whether what "it" means here, or what the sentence continues, stands in another one: "I made it through."
bool is_open_pair(Tokens text, std::size_t at) {
  const words::Word& next = word_at(text, at + 1);
  if (words::kGoesOn.has(text[at].text, next)) {
    return at == 0 || text[at].text == "on";
  }
  if (!words::kMasters.has(text[at].text, next)) {
    return false;
  }
  const words::Word& third = word_at(text, at + 2);
  const bool closes =
      at + 2 >= text.size() || text[at + 2].sign || words::kBehindQuantities.has(third) || words::kManners.has(third);
  const bool it = text[at].text == "it" ? closes : next == "it" || third == "it" || third == "this";
  return it && !names_thing_before(text, at);
}

/// Whether the speaker only suggests something here, or says what is or would be seen of the other side: "I saw that you had a boat",
/// "I would love to see your boat".
bool is_suggestion(Tokens text, std::size_t at) {
  const words::Word& next = word_at(text, at + 1);
  if (words::kSuggestions.has(text[at].text, next)) {
    return next != "be" || (at + 2 < text.size() && is_praise(text[at + 2]));
  }
  if (at == 0 || !words::kSeeing.has(text[at].text)) {
    return false;
  }
  const bool sees = text[at - 1].text == "i" && (next == "you" || (next == "that" && word_at(text, at + 2) == "you"));
  const bool wants = at > 1 && text[at - 1].text == "to" && words::kWanting.has(text[at - 2].text);
  return sees || (wants && std::any_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                                       [](const Token& token) { return words::kYou.has(token.text); }));
}

/// Whether the text opens with an activity as its subject, and is about no person: "Rowing builds strength."
bool is_saying(Tokens text) {
  constexpr std::size_t kActivityMin = 6;
  return text.size() > 2 && text[0].content && text[0].text.ends_with("ing") && text[0].text.size() >= kActivityMin &&
         !text[0].text.ends_with("thing") && std::none_of(text.begin(), text.end(), [](const Token& token) {
           return token.text == "[" || (token.classes & (notes::kFirstPerson | notes::kOwn | notes::kKin)) != 0 ||
                  words::kWe.has(token.text);
         });
}

/// Whether it says that the speaker leaves the talk for something of every day: "I'm off to bed."
bool is_leaving(Tokens text, std::size_t at) {
  return text[at].text == "off" && at > 0 && (text[at - 1].text == "i'm" || text[at - 1].text == "am") &&
         word_at(text, at + 1) == "to" && words::kLeavesFor.has(word_at(text, at + 2));
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
  static constexpr words::ListSet kOpen =
      words::set_of(words::kKinds, words::kHappenings, words::kTakesIn, words::kMasters, words::kGoesOn,
                    words::kSuggestions, words::kSeeing, words::kEmptyHappenings);
  bool we = false;
  bool group = false;
  bool anywhere = false;
  bool company = false;
  for (std::size_t i = 0; i < text.size() && text[i].text != "["; ++i) {
    we = we || opens_with_we(text, i);
    anywhere = anywhere || words::kUs.has(text[i].text);
    unsaid.leaves = unsaid.leaves || is_leaving(text, i);
    unsaid.advice = unsaid.advice || words::kAdvice.has(text[i].text);
    const bool named = names_group(text[i]);
    group = group || named;
    company = company || (named && !is_no_company(text, i));
    if (unsaid.event.empty() && text[i].text.lists().meets(kBare)) {
      unsaid.work = is_bare_work(text, i);
      if (unsaid.work || is_bare_event(text, i) || is_bare_verb(text, i)) {
        unsaid.event = std::string(text[i].text);
      }
    }
    if (text[i].text.lists().meets(kOpen)) {
      unsaid.kind = unsaid.kind || lacks_kind(text, i);
      unsaid.happening =
          unsaid.happening || is_bare_happening(text, i) || is_empty_happening(text, i) || takes_in_unnamed(text, i);
      unsaid.open = unsaid.open || is_open_pair(text, i);
      unsaid.suggests = unsaid.suggests || is_suggestion(text, i);
    }
  }
  unsaid.group = we && !group;
  unsaid.company = anywhere && !company;
  unsaid.saying = is_saying(text);
  unsaid.praises = only_praises(text);
  return unsaid;
}

}  // namespace turnstream::consolidation
