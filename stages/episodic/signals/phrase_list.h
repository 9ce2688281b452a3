#pragma once
// PhraseList: fixed phrases that are written as one text, for tables that people read: PhraseList("on it|will do"). It borrows the
// text, which must be a literal. Threads: any, once it is made.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"

namespace turnstream::episodic {

class PhraseList {
 public:
  /// The phrases between `|`, in lower case and with contractions resolved (language/words.h).
  explicit PhraseList(std::string_view list);

  /// The words behind the longest phrase with which the sentence begins, or that stands behind "oh" and the like; absent if there is
  /// none. Adverbs may stand between the words of a phrase: "you are so welcome".
  [[nodiscard]] std::optional<language::Sentence> rest_of(language::Sentence sentence) const;

 private:
  std::vector<std::vector<std::string_view>> phrases_;
};

}  // namespace turnstream::episodic
