#include "stages/common/language/stated_patterns.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/text_language.h"
#include "stages/common/language/verb_form.h"

namespace turnstream::language {
namespace {

constexpr std::size_t kPatternsMax = 12;
constexpr std::size_t kHabitWordsMax = 14;
/// At most so many words of kRoutine, "please", "almost", "do", "just" are skipped before the verb: "almost always".
constexpr std::size_t kRoutineWordsMax = 4;
/// The end of a clause must be among so many words: over kHabitWordsMax, because kTrailing is cut off the end first.
constexpr std::size_t kClauseWordsMax = kHabitWordsMax + 10;

/// Before a verb, each of these words can make it a habit: "I usually run".
constexpr std::string_view kRoutine[] = {"always",    "never",     "usually",  "normally",
                                         "typically", "generally", "regularly"};
/// Words that begin no habit even behind kRoutine, such as idioms ("never mind") and feelings ("always want").
constexpr std::string_view kNoHabit[] = {
    "mind", "quit",          "know",       "say",     "think", "feel",  "want",  "wish",   "hope",     "wonder", "love",
    "like", "enjoy",         "appreciate", "believe", "dream", "need",  "seem",  "mean",   "remember", "sunny",  "here",
    "look", "guess",         "fails",      "ends",    "gets",  "ever",  "learn", "prefer", "again",    "have",   "be",
    "stop", "underestimate", "trust",      "judge",   "give",  "gonna", "going", "hate",   "regret",   "once"};

/// A sentence that begins with one of these is about a special case: habits and "I would rather" do not count, unless
/// it begins with a recurring time ("on Fridays"). Example: "during Thanksgiving we usually …".
constexpr std::string_view kSpecialCases[] = {"during",   "after", "before", "when", "while",
                                              "whenever", "at",    "in",     "on"};
/// Words that phrase_from() cuts off the end of a phrase.
constexpr std::string_view kTrailing[] = {"please", "though", "too", "thanks", "btw",
                                          "ok",     "okay",   "lol", "tbh",    "either"};

bool can_be_habit(const Word& word) {
  return can_be_plain_verb(word) && !is_one_of(kNoHabit, word.lower);
}

class Finder {
 public:
  std::vector<StatedPattern> find(const Utterance& utterance) {
    for (const Sentence& sentence : utterance.asserted()) {
      add_preferences(sentence, utterance.sarcasm());
      const bool conditional =
          !sentence.empty() && is_one_of(kSpecialCases, sentence.front().lower) && behind_time(sentence, 0) == 0;
      bool own = !conditional;  // and the last clause without a routine word, if any, began with "I", "we" or a time
      for (const ClauseStart& start : clause_starts(sentence)) {
        const Word& word = sentence[start.at];
        const bool routine = is_one_of(kRoutine, word.lower) || word.is("please");
        if (!routine) {
          own = !conditional && (word.is("i") || word.is("we") || behind_time(sentence, start.at) > start.at);
        }
        if (own) {
          add_habit(sentence, start.at);
          add_rather(sentence, start.at);
        }
      }
    }
    return std::move(found_);
  }
  std::vector<StatedPattern> take_denied() { return std::move(denied_); }

 private:
  void add_preferences(Sentence sentence, const Sarcasm& sarcasm) {
    std::vector<Statement> statements;
    add_meant(sentence, Register::kTalk, sarcasm, statements);
    for (const Statement& statement : statements) {
      std::optional<ToldTaste> told = told_taste(statement);
      if (!told.has_value()) {
        continue;
      }
      const bool begins = told->begins;
      StatedPattern stated = stated_taste(*std::move(told));
      if (begins) {
        add(std::move(stated));
      } else if (!stated.key.empty() && denied_.size() < kPatternsMax) {
        denied_.push_back(std::move(stated));
      }
    }
  }

  /// Adds a preference: "I'd rather walk than drive".
  void add_rather(Sentence sentence, std::size_t at) {
    const bool rather = at + 3 < sentence.size() && (sentence[at].is("i") || sentence[at].is("we")) &&
                        sentence[at + 1].is("would") && sentence[at + 2].is("rather");
    if (!rather || sentence[at + 3].in(kPronoun | kNegation)) {
      return;
    }
    const std::string phrase = phrase_from(sentence, at + 3, true);
    if (!phrase.empty()) {
      add({false, true, taste_key(phrase), "would rather " + in_third_person(phrase), {}});
    }
  }

  /// Adds a habit, if the clause at `at` has one of these forms:
  /// - a recurring time, then "I" or "we": "every morning I run"
  /// - words of kRoutine before the verb, with or without "I" or "we": "I usually run", "never push on Fridays"
  /// - "I" or "we", the verb, and behind it a recurring time: "I run every morning".
  void add_habit(Sentence sentence, std::size_t at) {
    std::size_t verb = at;
    bool routine = false;
    bool positive = true;
    bool always = false;
    bool own = false;
    if (std::size_t behind = behind_time(sentence, at); behind > at) {
      routine = true;
      verb = behind;
      own = verb < sentence.size() && (sentence[verb].is("i") || sentence[verb].is("we"));
      if (!own) {
        return;
      }
      ++verb;
    } else if (sentence[at].is("i") || sentence[at].is("we")) {
      own = true;
      ++verb;
    }
    const std::size_t limit = std::min(sentence.size(), verb + kRoutineWordsMax);
    for (; verb < limit && (is_one_of(kRoutine, sentence[verb].lower) || sentence[verb].is("please") ||
                            sentence[verb].is("almost") || sentence[verb].is("do") || sentence[verb].is("just"));
         ++verb) {
      const bool word = is_one_of(kRoutine, sentence[verb].lower);
      routine = routine || word;
      positive = positive && !sentence[verb].is("never");
      always = always || sentence[verb].is("always");
      if (sentence[verb].is("do") && (routine || !own)) {
        break;
      }
    }
    if (verb >= sentence.size() || !can_be_habit(sentence[verb]) || (!own && sentence[verb].capital)) {
      return;
    }
    const std::string phrase = phrase_from(sentence, verb, false, !own);
    if (phrase.empty() || !(routine || (own && ends_with_routine(sentence, verb)))) {
      return;
    }
    const char* how = !positive ? "never " : always ? "always " : "usually ";
    add({true, positive, phrase, how + phrase, {}});
  }

  /// The index behind a recurring time ("on Fridays", "every morning,"); `at` if none begins there.
  static std::size_t behind_time(Sentence sentence, std::size_t at) {
    const bool every = sentence[at].is("every") || sentence[at].is("each");
    const bool on = sentence[at].is("on") || sentence[at].is("in");
    for (std::size_t next = at + 1; (every || on) && next < std::min(sentence.size(), at + 4); ++next) {
      const Word& word = sentence[next];
      const bool recurs = every || (word.lower.size() > 3 && word.lower.back() == 's') ||
                          (sentence[at].is("in") && next == at + 2 && sentence[at + 1].is("the"));
      if (word.in(kTimeUnit) && recurs) {
        const bool longer = next + 1 < sentence.size() && sentence[next + 1].in(kTimeUnit);
        const std::size_t end = next + (longer ? 2 : 1);
        return end < sentence.size() && sentence[end].is(",") ? end + 1 : end;
      }
    }
    return at;
  }

  /// Whether a recurring time that begins with "every" or "on" stands behind the verb, with no punctuation between.
  static bool ends_with_routine(Sentence sentence, std::size_t verb) {
    for (std::size_t at = verb + 1; at + 1 < sentence.size() && at < verb + kHabitWordsMax; ++at) {
      if (sentence[at].punctuation) {
        return false;
      }
      if ((sentence[at].is("every") || sentence[at].is("on")) && behind_time(sentence, at) > at) {
        return true;
      }
    }
    return false;
  }

  /// The phrase from `begin` to the end of the clause, normalised, without kTrailing. Empty if it has a quoted word, a
  /// pronoun such as "it", or over kHabitWordsMax words. `comparison`: it also ends before "than", "over", "instead".
  /// `instruction`: it is an instruction, in which "you" and "your" are allowed because they mean the agent.
  static std::string phrase_from(Sentence sentence, std::size_t begin, bool comparison, bool instruction = false) {
    std::size_t end = begin;
    for (; end < sentence.size(); ++end) {
      if (end - begin > kClauseWordsMax) {
        return {};
      }
      const Word& word = sentence[end];
      const bool stops = word.punctuation || word.is("because") || word.is("so") || word.is("but") ||
                         word.is("since") || word.is("though") || word.is("although") || word.is("cause") ||
                         (comparison && (word.is("than") || word.is("over") || word.is("instead"))) ||
                         (word.is("and") && end + 1 < sentence.size() && sentence[end + 1].in(kPronoun));
      if (stops) {
        break;
      }
      const bool points = word.in(kPronoun) && !word.is("me") && !word.is("each") && !word.is("one") &&
                          !word.is("all") && !word.is("you");
      if (points || word.quoted || (!instruction && (word.is("you") || word.is("your")))) {
        return {};
      }
    }
    while (end > begin + 1 && is_one_of(kTrailing, sentence[end - 1].lower)) {
      --end;
    }
    if (end == begin || end - begin > kHabitWordsMax) {
      return {};
    }
    return normalise(written(sentence, begin, end));
  }

  /// Adds a pattern, or replaces the one with the same kind and key if that is of the opposite `positive`, and those in its slot.
  void add(StatedPattern stated) {
    const auto known = std::find_if(found_.begin(), found_.end(), [&stated](const StatedPattern& other) {
      return other.habit == stated.habit && other.key == stated.key;
    });
    if (known != found_.end()) {
      if (known->positive != stated.positive) {
        *known = std::move(stated);
      } else if (stated.positive && !stated.habit && known->slot != stated.slot) {
        known->text = "likes " + known->key;
        known->slot.clear();
        known->alone = false;
      }
      return;
    }
    if (stated.alone) {
      std::erase_if(found_, [&stated](const StatedPattern& other) { return other.slot == stated.slot; });
    }
    if (!stated.key.empty() && found_.size() < kPatternsMax) {
      found_.push_back(std::move(stated));
    }
  }

  std::vector<StatedPattern> found_;
  std::vector<StatedPattern> denied_;
};

}  // namespace

StatedPattern stated_taste(ToldTaste told) {
  return {false,      told.positive,          std::move(told.key), std::move(told.text), std::move(told.slot),
          told.alone, std::move(told.against)};
}

std::vector<StatedPattern> stated_patterns_in(std::string_view text) {
  return stated_patterns_in(words_to_read(text));
}

std::vector<StatedPattern> stated_patterns_in(const Words& words) {
  return stated_patterns_in(Utterance(words));
}

std::vector<StatedPattern> stated_patterns_in(const Utterance& utterance) {
  return Finder().find(utterance);
}

StatedAndDenied stated_and_denied_in(const Utterance& utterance) {
  Finder finder;
  std::vector<StatedPattern> stated = finder.find(utterance);
  return {std::move(stated), finder.take_denied()};
}

}  // namespace turnstream::language
