#pragma once
// word_pieces(): a text as pieces of a vocabulary, by WordPiece: of each word (model_words.h) the longest piece with which it begins, then
// the longest one that continues it, up to its end. A word of which the vocabulary lacks a part, or of more than 100 code points, has no pieces:
// the model would read it as unknown. Threads: any; pure.

#include <cstddef>
#include <string_view>
#include <vector>

#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

/// Of a text so many words count, from its beginning. This bounds what a hostile text costs.
inline constexpr std::size_t kTextWordsMax = 1'000;

/// In the order of the text. `text`: valid UTF-8.
[[nodiscard]] std::vector<PieceNumber> word_pieces(const VectorTable& table, std::string_view text);

}  // namespace turnstream::recall
