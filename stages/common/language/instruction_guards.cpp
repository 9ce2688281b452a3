#include "stages/common/language/instruction_guards.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/asked_text.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

bool is_lasting(const Word& word) {
  static const WordSet kLasting(
      "all always any anymore anything each ever every everything forward future immer jede jeden jedem jeder keine keinen künftig never nie "
      "niemals notice onwards stets whenever");
  return word.in(kLasting);
}

/// "x", "n"; not letters that are words, too: "a", "i", "u".
bool is_variable(const Word& word) {
  static const WordSet kNoVariables("a i o r u w");
  return word.lower.size() == 1 && word.lower[0] >= 'a' && word.lower[0] <= 'z' && !word.capital &&
         !word.in(kNoVariables);
}

bool is_operator(const Word& word) {
  static const WordSet kOperators("< = >");
  return word.punctuation && word.in(kOperators);
}

/// "ValueError": a capital behind a small letter.
bool is_type_name(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] >= 'A' && text[at] <= 'Z' && text[at - 1] >= 'a' && text[at - 1] <= 'z') {
      return true;
    }
  }
  return false;
}

template <typename Wanted>
bool has_word(Sentence sentence, std::size_t begin, std::size_t end, Wanted wanted) {
  const Sentence part = sentence.subspan(begin, end - begin);
  return std::any_of(part.begin(), part.end(), wanted);
}

}  // namespace

bool says_lasting(Sentence sentence, std::size_t begin, std::size_t end) {
  return has_word(sentence, begin, end, is_lasting);
}

bool points_at_one(Sentence sentence, std::size_t at, std::size_t end) {
  static const WordSet kPlaces(
      "account app branch channel chat codebase company conversation directory folder group house office project repo repository "
      "room server shop team thread tool way workspace");
  return sentence[at].is("this") && at + 1 < end && !sentence[at + 1].punctuation && !sentence[at + 1].in(kPlaces);
}

bool is_for_once(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kDays("asap diesmal gleich heute today tonight tomorrow");
  static const WordSet kFrom("ab from von");
  static const WordSet kNow("jetzt now still yet");
  const bool lasts = says_lasting(sentence, begin, end);
  for (std::size_t at = begin; at < end; ++at) {
    const Word& word = sentence[at];
    const bool from = at > begin && sentence[at - 1].in(kFrom);
    const bool pointed = points_at_one(sentence, at, end);
    if ((word.in(kDays) && !from) || (!lasts && ((word.in(kNow) && !from) || pointed))) {
      return true;
    }
    if (word.is("this") && at + 1 < sentence.size() && (sentence[at + 1].is("time") || sentence[at + 1].is("once"))) {
      return true;
    }
  }
  return false;
}

bool names_source(Sentence sentence, std::size_t begin) {
  for (std::size_t at = begin; at + 1 < sentence.size(); ++at) {
    const bool points = at + 2 < sentence.size() && (sentence[at].is("that") || sentence[at].is("this")) &&
                        sentence[at + 1].is("is") && (sentence[at + 2].is("what") || sentence[at + 2].is("how"));
    if (points || (sentence[at].is("so") && sentence[at + 1].is("steht"))) {
      return true;
    }
  }
  return false;
}

bool is_foreign(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kSaid(
      "asked asks claims explained insisted insists meinte muttered reads recommends replied sagt sagte said says schrieb screamed "
      "shout shouted shouts suggests telling tells texted told wants warned whispered writes wrote yelled");
  static const WordSet kSupposed("hypothetically imagine maybe perhaps pretend suppose supposing wish");
  static const WordSet kSources(
      "article book card comment comments docs error fixme label leaflet log logs manual page poem readme recipe sign step todo "
      "warning");
  bool source = false;
  bool named = false;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (at >= begin && at < end) {
      continue;
    }
    const Word& word = sentence[at];
    const bool own = at > 0 && (sentence[at - 1].is("i") || sentence[at - 1].is("you"));
    if ((word.in(kSaid) && !own) || word.in(kSupposed)) {
      return true;
    }
    if (at < begin) {
      const bool how_to = word.is("how") && at + 1 < begin && sentence[at + 1].is("to");
      source = source || how_to || word.in(kSources);
      named = named || (word.is(":") && source);
    }
  }
  const bool purpose = begin > 0 && sentence[0].is("to") && sentence[begin - 1].is(",");  // "To get rid of moss, use …"
  return named || purpose || names_source(sentence, std::min(end, sentence.size()));
}

bool advises(Sentence sentence, std::size_t begin, std::size_t end) {
  static const WordSet kOfPeople(
      "back body brand breath career diet dream dreams emotions family feelings feet friends future goals gut happiness health heart "
      "instincts kids life mind muscles needs partner passion passions self skin sleep soul strengths values");
  constexpr std::size_t kBetweenMax = 1;  // "your own values"
  for (std::size_t at = begin; at < end; ++at) {
    if (sentence[at].is("your") && has_word(sentence, at + 1, std::min(end, at + 2 + kBetweenMax),
                                            [](const Word& word) { return word.in(kOfPeople); })) {
      return true;
    }
  }
  return false;
}

bool asks_for_code(Sentence sentence) {
  static const WordSet kVerbs("add build code create define develop generate implement make program write");
  static const WordSet kCode(
      "algorithm class code component endpoint function handler loop macro method module parser program query regex script solver "
      "statement subroutine");
  constexpr std::size_t kBetweenMax = 6;
  const Sentence order = without_call(sentence);
  return !order.empty() && order[0].in(kVerbs) &&
         has_word(order, 1, std::min(order.size(), kBetweenMax), [](const Word& word) { return word.in(kCode); });
}

bool says_code(Sentence sentence, std::size_t begin, std::size_t order, std::size_t end, bool code_is_asked_for) {
  static const WordSet kConditions("else for if unless when while");
  static const WordSet kActs(
      "append assign break call continue decrement do exit increment insert iterate loop pop print push raise recurse remove return "
      "set skip swap throw yield");
  static const WordSet kReturns("decrement increment return swap throw yield");
  static const WordSet kStates(
      "divisible empty equal equals even false greater less nan negative nil none null odd positive prime smaller true undefined zero");
  static const WordSet kParts(
      "array boolean char counter dict dictionary error exception false function index int integer iterator list map nil node none "
      "null number object pointer queue set stack string token true tuple value variable zero");
  if (!sentence[begin].in(kConditions) || order == begin) {
    return false;
  }
  const std::size_t verb = sentence[order].is("then") && order + 1 < end ? order + 1 : order;
  if (!sentence[verb].in(kActs)) {
    return false;
  }
  const bool computes =
      has_word(sentence, begin, order, [](const Word& word) { return is_variable(word) || is_operator(word); });
  const bool tests = has_word(sentence, begin, order, [](const Word& word) { return word.in(kStates); });
  const bool on_parts = has_word(sentence, verb + 1, end, [](const Word& word) {
    return word.in(kParts) || is_type_name(word.text) || is_variable(word);
  });
  return code_is_asked_for || computes || (tests && on_parts) || (sentence[verb].in(kReturns) && (tests || on_parts));
}

}  // namespace turnstream::language
