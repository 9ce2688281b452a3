// Texts as the model reads them. The expected words were worked out by the rules of BERT's tokenizer; locomo_vectors_test.py compares with
// the tokenizer itself.

#include "recall/ranking/vectors/word_pieces.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "recall/ranking/vectors/model_words.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::recall {
namespace {

using Texts = std::vector<std::string>;

Texts model_words_of(std::string_view text) {
  Texts all;
  ModelWords words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    all.emplace_back(word);
  }
  return all;
}

/// The pieces of the text by their names.
Texts pieces_of(const std::vector<SmallPiece>& table, std::string_view text) {
  Texts names;
  for (const PieceNumber piece : word_pieces(*small_table(table), text)) {
    names.push_back(table[piece].text);
  }
  return names;
}

const std::vector<SmallPiece> kTable{{"play", {1}}, {"##ing", {1}}, {"##s", {1}}, {"playing", {1}}, {"!", {1}},
                                     {"##in", {1}}, {"cafe", {1}},  {"中", {1}},  {"é", {1}}};

}  // namespace

TEST_CASE("words are in lower case and marks stand alone") {
  CHECK(model_words_of("Hello, WORLD!  3.5\n") == Texts{"hello", ",", "world", "!", "3", ".", "5"});
  CHECK(model_words_of("don't a_b $5") == Texts{"don", "'", "t", "a", "_", "b", "$", "5"});
  CHECK(model_words_of("\t \r\n").empty());
  CHECK(model_words_of("").empty());
  CHECK(model_words_of("“so” — said…") == Texts{"“", "so", "”", "—", "said", "…"});
  CHECK(model_words_of("5€ c²") == Texts{"5€", "c²"});
}

TEST_CASE("accents are taken off however they are written") {
  CHECK(model_words_of("Café CAFÉ cafe\u0301") == Texts{"cafe", "cafe", "cafe"});
  CHECK(model_words_of("Ärger ß Ø İstanbul") == Texts{"arger", "ß", "ø", "istanbul"});
  CHECK(model_words_of("ё Ελλάδα ΣΑΣ") == Texts{"е", "ελλαδα", "σασ"});
  CHECK(model_words_of("\u212a \u212b") == Texts{"k", "a"});
}

TEST_CASE("ideographs stand alone and syllables of Hangul become letters") {
  CHECK(model_words_of("a中文b かな") == Texts{"a", "中", "文", "b", "かな"});
  CHECK(model_words_of("한가") == Texts{"\u1112\u1161\u11ab\u1100\u1161"});
}

TEST_CASE("control characters are left out and white space of any kind separates") {
  CHECK(model_words_of("a\x01"
                       "b\x7f"
                       "c\u200b\u00add\ufffd"
                       "e") == Texts{"abcde"});
  CHECK(model_words_of("a\u00a0b\u2003c\u2028d\u3000e") == Texts{"a", "b", "c", "d", "e"});
  CHECK(model_words_of("a\x0b"
                       "b\u0085c") == Texts{"abc"});
}

TEST_CASE("letters whose base is a mark stand alone") {
  CHECK(model_words_of("a≠b") == Texts{"a", "=", "b"});
  CHECK(model_words_of("what\u037e") == Texts{"what", ";"});
}

TEST_CASE("a word is the longest pieces one after the other") {
  CHECK(pieces_of(kTable, "playing plays! play") == Texts{"playing", "play", "##s", "!", "play"});
  CHECK(pieces_of(kTable, "Playings") == Texts{"playing", "##s"});
  CHECK(pieces_of(kTable, "CAFÉ 中") == Texts{"cafe", "中"});
}

TEST_CASE("marks are known as such and ideographs are not") {
  ModelWords words("a, 中。b?! c-d");
  std::string marks;
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    marks += words.is_mark() ? "m" : "w";
  }
  CHECK(marks == "wmwmwmmwmw");
}

TEST_CASE("content has no pieces of marks and stop words and these count among the first 1000 words") {
  const auto table = small_table(kTable);
  const IsStopWord is_play = [](std::string_view word) { return word == "play"; };
  CHECK(content_pieces(*table, "Play plays! playing 中", is_play) == std::vector<PieceNumber>{0, 2, 3, 7});
  CHECK(content_pieces(*table, "play!", nullptr) == std::vector<PieceNumber>{0});
  std::string text;
  for (std::size_t word = 1; word < kTextWordsMax; ++word) {
    text += "!";
  }
  CHECK(content_pieces(*table, text + "playing", is_play).size() == 1);
  CHECK(content_pieces(*table, text + "! playing", is_play).empty());
}

TEST_CASE("a word of which a part is unknown has no pieces") {
  CHECK(pieces_of(kTable, "player play") == Texts{"play"});
  CHECK(pieces_of(kTable, "sing").empty());
  CHECK(pieces_of(kTable, "é").empty());  // The piece can never be read: its accent is taken off.
}

TEST_CASE("a word of more than 100 letters has no pieces") {
  const std::vector<SmallPiece> table{{"a", {1}}, {"##a", {1}}};
  CHECK(pieces_of(table, std::string(100, 'a')).size() == 100);
  CHECK(pieces_of(table, std::string(101, 'a')).empty());
  CHECK(pieces_of(table, std::string(101, 'a') + " a").size() == 1);
}

TEST_CASE("the first 1000 words of a text count") {
  std::string text;
  for (std::size_t word = 1; word < kTextWordsMax; ++word) {
    text += "unknown ";
  }
  CHECK(pieces_of(kTable, text + "play").size() == 1);
  CHECK(pieces_of(kTable, text + "unknown play").empty());
}

}  // namespace turnstream::recall
