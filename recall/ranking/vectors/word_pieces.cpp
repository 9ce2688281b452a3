#include "recall/ranking/vectors/word_pieces.h"

#include <algorithm>
#include <optional>

#include "pipeline/base/utf8.h"
#include "recall/ranking/vectors/model_words.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kWordCodePointsMax = 100;

struct Piece {
  PieceNumber number = 0;
  std::size_t bytes = 0;
};

/// The longest piece with which the rest of a word begins. Pieces are valid UTF-8, so none ends within a code point.
std::optional<Piece> longest_piece(const VectorTable& table, std::string_view rest, bool continues) {
  for (std::size_t bytes = std::min(rest.size(), table.piece_bytes_max()); bytes > 0; --bytes) {
    if (const std::optional<PieceNumber> number = table.find(rest.substr(0, bytes), continues)) {
      return Piece{*number, bytes};
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<PieceNumber> word_pieces(const VectorTable& table, std::string_view text) {
  std::vector<PieceNumber> pieces;
  ModelWords words(text);
  std::size_t rest = kTextWordsMax;
  for (std::string_view word = words.next(); !word.empty() && rest > 0; word = words.next(), --rest) {
    if (count_code_points(word) > kWordCodePointsMax) {
      continue;
    }
    const std::size_t before = pieces.size();
    for (std::size_t at = 0; at < word.size();) {
      const std::optional<Piece> piece = longest_piece(table, word.substr(at), at > 0);
      if (!piece) {
        pieces.resize(before);
        break;
      }
      pieces.push_back(piece->number);
      at += piece->bytes;
    }
  }
  return pieces;
}

}  // namespace turnstream::recall
