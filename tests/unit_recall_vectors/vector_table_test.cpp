// The file of a table of vectors: what is read from it, and each way in which it can be damaged.

#include "recall/ranking/vectors/vector_table.h"

#include <cstring>
#include <doctest/doctest.h>
#include <limits>
#include <string>
#include <vector>

#include "pipeline/base/sha256.h"
#include "tests/unit_recall_vectors/small_table.h"

namespace turnstream::recall {
namespace {

const std::vector<SmallPiece> kTablePieces{
    {"boat", {1, -2, 127}, .5F}, {"##s", {0, 0, -127}, 2.F}, {"é", {3, 4, 5}, .25F}};
constexpr std::size_t kScalesAt = 24;
constexpr std::size_t kRowsAt = kScalesAt + 3 * 4;
constexpr std::size_t kWordsAt = kRowsAt + 3 * 3;

std::string with_number(std::string bytes, std::size_t at, std::uint32_t value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

std::string with_scale(float scale) {
  std::vector<SmallPiece> pieces = kTablePieces;
  pieces[1].scale = scale;
  return table_bytes(pieces);
}

std::string with_text(const std::string& text) {
  std::vector<SmallPiece> pieces = kTablePieces;
  pieces[2].text = text;
  return table_bytes(pieces);
}

std::string refusal_of(const std::string& bytes) {
  const auto table = VectorTable::read(bytes);
  REQUIRE_FALSE(table.ok());
  CHECK(table.error().code == "settings");
  return table.error().message;
}

}  // namespace

TEST_CASE("a table has the pieces and the numbers of its file and is named by its sha256") {
  const std::string bytes = table_bytes(kTablePieces);
  const auto read = VectorTable::read(bytes);
  REQUIRE(read.ok());
  const VectorTable& table = **read;
  CHECK(table.dimensions() == 3);
  CHECK(table.pieces() == 3);
  CHECK(table.piece_bytes_max() == 4);
  CHECK(table.label() == to_label(sha256(bytes)));
  CHECK(table.find("boat", false) == PieceNumber{0});
  CHECK(table.find("s", true) == PieceNumber{1});
  CHECK(table.find("é", false) == PieceNumber{2});
  CHECK_FALSE(table.find("boat", true));
  CHECK_FALSE(table.find("s", false));
  CHECK_FALSE(table.find("##s", false));
  CHECK(table.row(0)[1] == -2);
  CHECK(table.row(1)[2] == -127);
  CHECK(table.scale(2) == .25F);
}

TEST_CASE("a damaged table is refused with the byte and the reason") {
  const std::string bytes = table_bytes(kTablePieces);
  CHECK(refusal_of("") == "byte 0: the file is not a vector table; scripts/vectors makes one");
  CHECK(refusal_of("TSVECTOS" + bytes.substr(8)).starts_with("byte 0: the file is not"));
  CHECK(refusal_of(bytes.substr(0, 23)) == "byte 23: the file ends in its header");
  CHECK(refusal_of(with_number(bytes, 8, 2)) == "byte 8: the form of the table has version 2, this program reads 1");
  CHECK(refusal_of(with_number(bytes, 12, 0)) == "byte 12: the number of dimensions 0 is not within 1 to 1024");
  CHECK(refusal_of(with_number(bytes, 12, 1025)) == "byte 12: the number of dimensions 1025 is not within 1 to 1024");
  CHECK(refusal_of(with_number(bytes, 16, 0)).starts_with("byte 16: the number of pieces 0"));
  CHECK(refusal_of(with_number(bytes, 16, 0xffff'ffff)).starts_with("byte 16: the number of pieces 4294967295"));
  CHECK(refusal_of(with_number(bytes, 20, 0xffff'ffff)).find("its header asks for") != std::string::npos);
  CHECK(refusal_of(bytes + "x").starts_with("byte " + std::to_string(bytes.size()) + ": the file has"));
}

TEST_CASE("a scale that is not a number above 0 is refused") {
  const std::string wanted = "byte 28: the scale of piece 1 is not a number above 0";
  CHECK(refusal_of(with_scale(0)) == wanted);
  CHECK(refusal_of(with_scale(-1)) == wanted);
  CHECK(refusal_of(with_scale(std::numeric_limits<float>::quiet_NaN())) == wanted);
  CHECK(refusal_of(with_scale(std::numeric_limits<float>::infinity())) == wanted);
}

TEST_CASE("a vocabulary with a broken or repeated text is refused") {
  const std::string at_third = "byte " + std::to_string(kWordsAt + 5 + 4);
  CHECK(refusal_of(with_text("boat")) == at_third + ": piece 2 stands in the vocabulary twice");
  CHECK(refusal_of(with_text("##s")) == at_third + ": piece 2 stands in the vocabulary twice");
  CHECK(refusal_of(with_text("")) == at_third + ": piece 2 has no text");
  CHECK(refusal_of(with_text("\xff")).ends_with(": piece 2 is not valid UTF-8"));
  std::string longer = table_bytes(kTablePieces);
  longer[kWordsAt + 9] = 3;  // of the third piece, which has two bytes
  CHECK(refusal_of(longer) == at_third + ": piece 2 ends behind the end of the file");
  std::string shorter = table_bytes(kTablePieces);
  shorter[kWordsAt + 9] = 1;
  CHECK(refusal_of(shorter).ends_with(": piece 2 is not valid UTF-8"));
  std::string more = table_bytes({kTablePieces[0], kTablePieces[1], {"ee", {3, 4, 5}}});
  more[kWordsAt + 9] = 1;
  CHECK(refusal_of(more) == "byte " + std::to_string(kWordsAt + 11) + ": bytes follow the last piece");
}

TEST_CASE("each beginning of a table is refused") {
  const std::string bytes = table_bytes(kTablePieces);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(VectorTable::read(bytes.substr(0, size)).ok());
  }
}

}  // namespace turnstream::recall
