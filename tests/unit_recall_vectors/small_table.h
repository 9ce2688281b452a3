#pragma once
// A table of vectors with few pieces, for tests. Threads: the one that tests.

#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::recall {

struct SmallPiece {
  std::string text;
  std::vector<std::int8_t> row;
  float scale = 1;
};

/// The file. All rows have as many numbers as the first one.
inline std::string table_bytes(const std::vector<SmallPiece>& pieces) {
  std::string scales;
  std::string rows;
  std::string words;
  for (const SmallPiece& piece : pieces) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &piece.scale, sizeof bits);
    ByteWriter(scales).u32(bits);
    for (const std::int8_t value : piece.row) {
      ByteWriter(rows).u8(static_cast<std::uint8_t>(value));
    }
    ByteWriter(words).u8(static_cast<std::uint8_t>(piece.text.size()));
    words += piece.text;
  }
  std::string bytes = "TSVECTOR";
  ByteWriter(bytes)
      .u32(1)
      .u32(static_cast<std::uint32_t>(pieces.front().row.size()))
      .u32(static_cast<std::uint32_t>(pieces.size()))
      .u32(static_cast<std::uint32_t>(words.size()));
  return bytes + scales + rows + words;
}

inline std::unique_ptr<VectorTable> small_table(const std::vector<SmallPiece>& pieces) {
  auto table = VectorTable::read(table_bytes(pieces));
  REQUIRE(table.ok());
  return std::move(table).value();
}

}  // namespace turnstream::recall
