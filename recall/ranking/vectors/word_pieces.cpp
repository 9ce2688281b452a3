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

/// None if the vocabulary lacks a part of the word.
void append_pieces_of(const VectorTable& table, std::string_view word, std::vector<PieceNumber>& pieces) {
  if (count_code_points(word) > kWordCodePointsMax) {
    return;
  }
  const std::size_t before = pieces.size();
  for (std::size_t at = 0; at < word.size();) {
    const std::optional<Piece> piece = longest_piece(table, word.substr(at), at > 0);
    if (!piece) {
      pieces.resize(before);
      return;
    }
    pieces.push_back(piece->number);
    at += piece->bytes;
  }
}

/// Of the words for which counts(word, is_mark) is true.
template <typename Counts>
std::vector<PieceNumber> pieces_of_words(const VectorTable& table, std::string_view text, Counts counts) {
  std::vector<PieceNumber> pieces;
  ModelWords words(text);
  std::size_t rest = kTextWordsMax;
  for (std::string_view word = words.next(); !word.empty() && rest > 0; word = words.next(), --rest) {
    if (counts(word, words.is_mark())) {
      append_pieces_of(table, word, pieces);
    }
  }
  return pieces;
}

}  // namespace

std::vector<PieceNumber> word_pieces(const VectorTable& table, std::string_view text) {
  return pieces_of_words(table, text, [](std::string_view, bool) { return true; });
}

std::vector<PieceNumber> content_pieces(const VectorTable& table, std::string_view text, IsStopWord is_stop_word) {
  return pieces_of_words(table, text, [is_stop_word](std::string_view word, bool is_mark) {
    return !is_mark && (is_stop_word == nullptr || !is_stop_word(word));
  });
}

}  // namespace turnstream::recall
