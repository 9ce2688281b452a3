#pragma once
// Subjects: of whom or what a clause speaks. Threads: any; pure.

#include <string>
#include <vector>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

enum class Speaker { kI, kWe, kOther };

struct SubjectPhrase {
  std::string text;  ///< normalised: "user", "user's dog", "api port"
  Speaker speaker = Speaker::kOther;
  bool person = false;  ///< I, we, or somebody by relation to the speaker or by name
  std::size_t end = 0;  ///< index behind it
};

/// The subject that begins at `at`: all ways to read it, the shortest first (a verb must follow).
[[nodiscard]] std::vector<SubjectPhrase> subjects_at(Sentence sentence, std::size_t at);

}  // namespace turnstream::language
