#pragma once
// Company: with whom the speaker does something: who "we" are. Threads: any; pure.

#include <optional>
#include <string>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

struct Company {
  std::string people;    ///< "their colleagues", "Gina"
  bool of_self = false;  ///< they stand with the only "I": "My colleagues and I went …" tells of all of them
};

/// The last people that the sentence names so that "we" behind it, or in a sentence that follows, means them with the speaker: "my
/// colleagues and I", "with my wife", "my family", "our team". Absent if there are none.
[[nodiscard]] std::optional<Company> company_in(Sentence sentence);

}  // namespace turnstream::language
