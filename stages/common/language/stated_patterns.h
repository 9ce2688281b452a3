#pragma once
// Stated patterns: the preferences and habits that a person states: "I prefer tabs over spaces", "Always run the
// tests", "Never push to main on Fridays". Questions, hypotheses, quoted sentences, idioms ("never mind") and habits of
// others give none; praise in sarcasm (sarcasm.h) gives no preference. Preferences come from the statements of user or we with
// "likes", "prefers", "dislikes" or "is passionate about", from "user's favourite … is", and from "I would rather …". The
// rules for habits are in stated_patterns.cpp. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/tastes.h"
#include "stages/common/language/utterance.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

struct StatedPattern {
  bool habit = false;    ///< true: a habit; false: a preference
  bool positive = true;  ///< false: the person dislikes what `key` names, or says "never"
  std::string key;     ///< normalised (base/utf8.h): of a habit, its phrase; of a preference, the object: "typescript"
  std::string text;    ///< for people to read, without the subject: "prefers typescript for large codebases"
  std::string slot{};  ///< of a preference: ToldTaste::slot; empty for likes and dislikes
  bool alone = false;  ///< of a preference: ToldTaste::alone
  std::string against{};  ///< of a preference: ToldTaste::against
  friend bool operator==(const StatedPattern&, const StatedPattern&) = default;
};

/// The preference that a taste is.
[[nodiscard]] StatedPattern stated_taste(ToldTaste told);

/// The patterns of the text, at most 12, sentence by sentence. None in a text that the rules
/// cannot read. Of several with the same kind and key only the first
/// counts, but one that contradicts it takes its place; of several in a slot with one at a time the last. What is preferred and also
/// liked is a like.
[[nodiscard]] std::vector<StatedPattern> stated_patterns_in(std::string_view text);
/// The same, with the words of a text that the rules can read (text_language.h).
[[nodiscard]] std::vector<StatedPattern> stated_patterns_in(const Words& words);
/// The same, for a caller that has cut the sentences.
[[nodiscard]] std::vector<StatedPattern> stated_patterns_in(const Utterance& utterance);

struct StatedAndDenied {
  std::vector<StatedPattern> stated;  ///< as stated_patterns_in() gives them
  /// Preferences that the person only says to have no longer (ToldTaste::begins), at most 12: `positive` says what is left of it.
  std::vector<StatedPattern> denied;
};
[[nodiscard]] StatedAndDenied stated_and_denied_in(const Utterance& utterance);

}  // namespace turnstream::language
