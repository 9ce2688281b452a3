#include "stages/common/language/instruction_key.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/order_verbs.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/stop_words.h"

namespace turnstream::language {
namespace {

/// The verb of an order in -ing in its plain form: "ending" as "end". Other words without their plural ending.
std::string stem_of(const std::string& lower) {
  constexpr std::string_view kEnding = "ing";
  if (lower.size() > 4 && lower.ends_with(kEnding)) {
    const std::string base = lower.substr(0, lower.size() - kEnding.size());
    for (const std::string& verb : {base, base + "e", base.substr(0, base.size() - 1)}) {
      if (is_order_verb(verb)) {
        return verb;
      }
    }
  }
  return stem(lower);
}

/// One word for verbs that order the same.
std::string with_usual_verb(std::string word) {
  static constexpr std::pair<std::string_view, std::string_view> kUsual[] = {
      {"alert", "ping"},      {"delete", "remove"},    {"e-mail", "mail"},     {"email", "mail"},
      {"include", "add"},     {"notify", "ping"},      {"prefer", "use"},      {"reply", "answer"},
      {"respond", "answer"},  {"talk", "speak"},       {"utilise", "use"},     {"utilize", "use"},
      {"antworte", "answer"}, {"antworten", "answer"}, {"benutz", "use"},      {"benutze", "use"},
      {"benutzen", "use"},    {"lösch", "remove"},     {"lösche", "remove"},   {"löschen", "remove"},
      {"nutz", "use"},        {"nutze", "use"},        {"nutzen", "use"},      {"rede", "speak"},
      {"reden", "speak"},     {"schick", "send"},      {"schicke", "send"},    {"schicken", "send"},
      {"schreib", "write"},   {"schreibe", "write"},   {"schreiben", "write"}, {"sprechen", "speak"},
      {"sprich", "speak"},    {"verwend", "use"},      {"verwende", "use"},    {"verwenden", "use"},
      {"pushe", "push"},      {"pushen", "push"},      {"deploye", "deploy"},  {"deployen", "deploy"},
      {"mergen", "merge"},    {"committe", "commit"},  {"committen", "commit"}};
  const auto* const found =
      std::find_if(std::begin(kUsual), std::end(kUsual), [&word](const auto& row) { return row.first == word; });
  return found == std::end(kUsual) ? word : std::string(found->second);
}

std::vector<std::string> key_words(Sentence sentence, std::size_t begin, std::size_t end, KeyForm form) {
  std::vector<std::string> words;
  for (std::size_t at = begin; at < end; ++at) {
    std::string word = key_word(sentence[at], form);
    if (!word.empty()) {
      words.push_back(std::move(word));
    }
  }
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    text.append(text.empty() ? "" : " ").append(word);
  }
  return text;
}

/// "Nenn mich Bo", "du kannst mich Bo nennen".
bool names_in_german(Sentence sentence, std::size_t order, std::size_t end) {
  static const WordSet kName("nenn nenne nennen");
  static const WordSet kWhom("mich uns");
  return find_word(sentence, order, end, kName) < end && find_word(sentence, order, end, kWhom) < end;
}

/// What is ordered: the words of the order, but of "call me X" `name` and of "use A for B" its "for B", so that another name or
/// tool takes the place of this one, and of "use A, not B" both in order of the alphabet.
std::string object_of(Sentence sentence, std::size_t order, std::size_t end, KeyForm form) {
  static const WordSet kBefore("always just only please");
  static const WordSet kUses("prefer take use");
  static const WordSet kFor("for when whenever");
  static const WordSet kNot("instead not over rather");
  static const WordSet kCall("call address");
  const std::size_t called = find_word(sentence, order, std::min(end, order + 4), kCall);
  const bool names = called + 1 < end && sentence[called].in(kCall) &&
                     (sentence[called + 1].is("me") || sentence[called + 1].is("us"));
  if ((names || names_in_german(sentence, order, end)) && form == KeyForm::kFolded) {
    return "name";
  }
  std::size_t use = order;
  while (use < end && sentence[use].in(kBefore)) {
    ++use;
  }
  if (use < end && sentence[use].in(kUses)) {
    const std::size_t contrast = find_word(sentence, use + 1, end, kNot);
    const std::size_t purpose = find_word(sentence, use + 1, end, kFor);
    if (purpose < end && purpose < contrast) {
      return "use for " + joined(key_words(sentence, purpose, end, form));
    }
    if (contrast < end) {
      std::vector<std::string> words = key_words(sentence, use + 1, end, form);
      std::sort(words.begin(), words.end());
      return "use " + joined(words);
    }
  }
  return joined(key_words(sentence, order, end, form));
}

}  // namespace

std::size_t find_word(Sentence sentence, std::size_t begin, std::size_t end, const WordSet& words) {
  while (begin < end && !sentence[begin].in(words)) {
    ++begin;
  }
  return begin;
}

std::string key_word(const Word& word, KeyForm form) {
  static const WordSet kGerman(
      "ab auf bitte darfst dass dir du ich immer jetzt kannst kein keine keinen künftig mich mir mit möchte möchten nicht nie niemals noch nur "
      "sie sofort sollst stets uns wieder wir wollen");
  static const WordSet kFiller(
      "a am an and any anymore are as at be can circumstance circumstances do for i in is it just kindly may me my no not now of off on onwards or ought our "
      "out please quit so stop the to up us we would you");
  if (word.punctuation || word.in(kFiller) || word.in(kGerman) || is_stop_word(word.lower)) {
    return {};
  }
  if (form == KeyForm::kFolded && (word.in(kNumber) || is_language_name(word.lower))) {
    return word.in(kNumber) ? "#" : "language";
  }
  return with_usual_verb(stem_of(word.lower));
}

std::size_t behind_wish(Sentence sentence, std::size_t order, std::size_t end) {
  constexpr std::size_t kWishWordsMax = 6;
  static const WordSet kLeads("forward from here now on onwards please today");
  std::size_t at = order;
  while (at < end && (sentence[at].in(kLeads) || sentence[at].is(","))) {
    ++at;
  }
  if (at + 1 < end && sentence[at].is("make") && (sentence[at + 1].is("sure") || sentence[at + 1].is("certain"))) {
    return at + 2;
  }
  if (at < end && (sentence[at].is("i") || sentence[at].is("we"))) {
    for (std::size_t to = at + 2; to < std::min(end, at + kWishWordsMax); ++to) {
      if (sentence[to].is("to") && sentence[to - 1].is("you")) {
        return to + 1;
      }
    }
  }
  return order;
}

std::string key_of_instruction(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end,
                               bool positive) {
  const KeyForm form = positive ? KeyForm::kFolded : KeyForm::kNamed;
  std::string key = object_of(sentence, behind_wish(sentence, order, end), end, form);
  const std::string where = joined(key_words(sentence, begin, order, KeyForm::kFolded));
  return where.empty() ? key : key.append(" | ").append(where);
}

}  // namespace turnstream::language
