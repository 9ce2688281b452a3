#pragma once
// Subjects and values: the words before and after a verb, up to where the next thing begins. Both are bounded and
// refuse what says nothing outside its conversation ("that", "your turtles", "the whole thing"). Threads: any; pure.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/language/sentences.h"
#include "pipeline/language/statements.h"
#include "pipeline/language/verb_rows.h"

namespace turnstream::language {

enum class Speaker { kI, kWe, kOther };

struct SubjectPhrase {
  std::string text;  ///< normalised
  Speaker speaker = Speaker::kOther;
  bool person = false;  ///< I, we, or somebody by relation to the speaker or by name
  std::size_t end = 0;  ///< index behind it
};

/// The subject that begins at `at`: all ways to read it, the shortest first (a verb must follow).
[[nodiscard]] std::vector<SubjectPhrase> subjects_at(Sentence sentence, std::size_t at);

struct ValueRules {
  Shape shape = Shape::kThing;
  Register reg = Register::kTalk;
  bool many = false;  ///< "a cat and a dog" are two
};

/// The values that begin at `at`; none if what stands there is no value.
[[nodiscard]] std::vector<std::string> values_at(Sentence sentence, std::size_t at, const ValueRules& rules);

/// What follows am, is or are, as a value; none if it is a mood, a judgement or an activity.
[[nodiscard]] std::vector<std::string> predicates_at(Sentence sentence, std::size_t at, const SubjectPhrase& subject,
                                                     Register reg);

}  // namespace turnstream::language
