#pragma once
// ShownWords: the content words that a request shows the model. An answer may not take words of what does not become its
// source: a forget of that would leave them. Words are stems (stages/common/notes). Threads: values; pure.

#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "stages/common/notes/words.h"

namespace turnstream::consolidation {

class ShownWords {
 public:
  void add(std::string_view text);
  /// Whether the text has one of these words that its source lacks.
  [[nodiscard]] bool lend_to(std::string_view text, std::string_view source) const;

  /// Empty if there is no word.
  [[nodiscard]] std::string encode() const;
  /// Errors: bad_state().
  static Result<ShownWords> decode(std::string_view bytes);

 private:
  notes::Stems stems_;
};

/// Whether the text has a content word that its source lacks.
[[nodiscard]] bool has_foreign_word(std::string_view text, std::string_view source);

}  // namespace turnstream::consolidation
