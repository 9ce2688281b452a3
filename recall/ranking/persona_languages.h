#pragma once
// PersonaLanguages: which language the texts of each persona have. Threads: any; immutable after construction.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "recall/ranking/language.h"

namespace turnstream::recall {

class PersonaLanguages {
 public:
  /// All have English.
  PersonaLanguages() = default;
  /// `common`: of the personas that fit no pattern. `patterns`: GLOB=LANGUAGE, where `*` stands for any characters and `?` for one; the
  /// first one that fits counts. Precondition: all are names of languages (is_language() in stemmers.h).
  PersonaLanguages(std::string_view common, const std::vector<std::string>& patterns);

  [[nodiscard]] const Language& of(const std::string& persona) const;

 private:
  Language common_;
  std::vector<std::pair<std::string, Language>> patterns_;
};

}  // namespace turnstream::recall
