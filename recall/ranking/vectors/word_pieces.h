#pragma once
// word_pieces(): a text as pieces of a vocabulary, by WordPiece: of each word (model_words.h) the longest piece with which it begins, then
// the longest one that continues it, up to its end. A word of which the vocabulary lacks a part, or of more than 100 code points, has no pieces:
// the model would read it as unknown. content_pieces(): those of the words that say what a text is about. Threads: any; pure.

#include <cstddef>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

/// Of a text so many words count, from its beginning. This bounds what a hostile text costs.
inline constexpr std::size_t kTextWordsMax = 1'000;

/// In the order of the text. `text`: valid UTF-8.
[[nodiscard]] std::vector<PieceNumber> word_pieces(const VectorTable& table, std::string_view text);

/// Whether the word, in lower case, stands in texts about anything; null: none does.
using IsStopWord = bool (*)(std::string_view word);
/// Without those of punctuation marks and stop words, which are most of the words and would make all texts alike.
[[nodiscard]] std::vector<PieceNumber> content_pieces(const VectorTable& table, std::string_view text,
                                                      IsStopWord is_stop_word);

}  // namespace turnstream::recall
