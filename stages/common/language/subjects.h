#pragma once
// Subjects: which person or object a clause is about. "I moved to Porto" is about "user", "My dog is called Rex" about
// "user's dog", "The api port is 8080" about "api port". Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

enum class Speaker { kI, kWe, kOther };  ///< the subject is "I", "we", or anything else

struct SubjectPhrase {
  std::string text;  ///< normalised (base/utf8.h), without article or "our": "user", "user's dog", "api port"
  Speaker speaker = Speaker::kOther;
  bool person = false;  ///< I, we, "the user", a phrase with a kKin word, a capitalised word before one in -s
  std::size_t end = 0;  ///< index of the first word behind the subject
};

/// The ways to read the subject that begins at `at`, the shortest first, because the verb is not known: "the api port
/// is" can have the subject "api" or "api port", and only behind the second one the caller finds a verb. Empty if no
/// subject begins there ("that", "in").
[[nodiscard]] std::vector<SubjectPhrase> subjects_at(Sentence sentence, std::size_t at);

}  // namespace turnstream::language
