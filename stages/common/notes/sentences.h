#pragma once
// Sentences of a text, word for word: what a reader takes for one sentence, with its punctuation. A sentence ends behind
// `.`, `!`, `?`, `…` and closing quotes or brackets if white space follows, and at a line break. It does not end behind
// an abbreviation ("Dr."), an initial, a point inside a number, address or file name, or dots before a small letter ("I
// like it... but"). language/sentences.h reads which clauses are asserted instead; it drops questions and punctuation.
// Threads: any; pure.

#include <string_view>
#include <vector>

namespace turnstream::notes {

/// The sentences in order, without white space around them, as views into the text, which must be valid UTF-8. Takes
/// time linear in the length of the text.
[[nodiscard]] std::vector<std::string_view> sentences_of(std::string_view text);

/// Whether the sentence ends with a question mark; quotes, brackets and exclamation marks may follow it.
[[nodiscard]] bool is_question(std::string_view sentence);

}  // namespace turnstream::notes
