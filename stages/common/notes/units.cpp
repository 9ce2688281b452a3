#include "stages/common/notes/units.h"

#include <algorithm>
#include <utility>

#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/words.h"

namespace turnstream::notes {
namespace {

constexpr std::size_t kShortWordsMax = 3;

struct Piece {
  std::string text;
  ReadText read;
  bool social = false;  ///< a question, greeting, thanks or cheer: it stays alone
};

bool is_social(const Piece& piece) {
  const std::string& lower = piece.read.lower();
  return is_question(piece.text) || is_greeting(lower) || is_thanks(lower) ||
         (piece.read.size() <= kShortWordsMax && is_cheer(lower));
}

Piece piece_of(std::string_view sentence) {
  Piece piece{std::string(sentence), ReadText(sentence)};
  piece.social = is_social(piece);
  return piece;
}

/// Appends the second piece. Takes time for the second alone, so that any number of sentences without a word joins in
/// linear time.
void append(Piece& first, const Piece& second) {
  first.text.append(" ").append(second.text);
  first.read.append(second.read);
}

void join(Piece& first, const Piece& second) {
  append(first, second);
  first.social = is_social(first);
}

bool is_short(const Piece& piece) {
  return piece.read.size() <= kShortWordsMax && !piece.social;
}

/// The sentences, with those of at most three words joined to a neighbour.
std::vector<Piece> without_short_ones(std::string_view message) {
  const std::vector<std::string_view> sentences = sentences_of(message);
  std::vector<Piece> pieces;
  pieces.reserve(sentences.size());
  for (const std::string_view sentence : sentences) {
    pieces.push_back(piece_of(sentence));
  }
  std::vector<Piece> kept;
  kept.reserve(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool last = i + 1 == pieces.size();
    if (is_short(pieces[i]) && !last && !pieces[i + 1].social) {
      join(pieces[i], pieces[i + 1]);
      pieces[i + 1] = std::move(pieces[i]);
    } else if (is_short(pieces[i]) && last && !kept.empty() && !kept.back().social) {
      join(kept.back(), pieces[i]);
    } else {
      kept.push_back(std::move(pieces[i]));
    }
  }
  return kept;
}

/// The pieces, with short neighbours joined.
std::vector<Piece> joined_pieces(std::string_view message) {
  std::vector<Piece> pieces = without_short_ones(message);
  std::vector<Piece> units;
  units.reserve(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool pair = i + 1 < pieces.size() && !pieces[i].social && !pieces[i + 1].social &&
                      pieces[i].read.size() + pieces[i + 1].read.size() <= kJoinedWordsMax;
    units.push_back(std::move(pieces[i]));
    if (pair) {
      ++i;
      append(units.back(), pieces[i]);
    }
  }
  return units;
}

}  // namespace

std::vector<std::string> units_of(std::string_view message) {
  std::vector<std::string> units;
  for (Piece& piece : joined_pieces(message)) {
    units.push_back(std::move(piece.text));
  }
  return units;
}

std::vector<ReadUnit> read_units(std::string_view message) {
  std::vector<Piece> pieces = joined_pieces(message);
  std::vector<ReadUnit> units;
  units.reserve(pieces.size());
  for (Piece& piece : pieces) {
    Stems stems = stems_of(piece.read);
    units.push_back({std::move(piece.text), std::move(piece.read), std::move(stems)});
  }
  return units;
}

Stems stems_of(std::span<const ReadUnit> units) {
  Stems all;
  std::size_t size = 0;
  for (const ReadUnit& unit : units) {
    size += unit.stems.size();
  }
  all.reserve(size);
  for (const ReadUnit& unit : units) {
    all.insert(all.end(), unit.stems.begin(), unit.stems.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace turnstream::notes
