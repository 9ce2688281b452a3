#pragma once
// VectorTable: a vector for each word piece of a vocabulary, made from a language model by scripts/vectors, so that texts can be compared
// without the model. RecallHost reads one file for all personas; indexes borrow the table, which must outlive them. It owns the bytes of
// the file, about 4 MB, and tables of the pieces, about 2 MB. Threads: immutable.
//
// The file, numbers in little endian:
//
// | bytes | what |
// |---|---|
// | 8 | `TSVECTOR` |
// | 4 | version of the form: 1 |
// | 4 | dimensions of a vector, 1 to 1024 |
// | 4 | pieces, 1 to 1,000,000 |
// | 4 | bytes of the vocabulary |
// | 4 · pieces | the scale of each vector, a 32-bit float above 0 |
// | dimensions · pieces | the vectors, a signed byte for each number, which stands for byte · scale |
// | the rest | the vocabulary: of each piece its length in one byte, 1 to 255, and its text in UTF-8 |
//
// A piece that begins with `##` continues a word; no piece stands twice.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::recall {

/// The number of a word piece, by its place in the vocabulary.
using PieceNumber = std::uint32_t;

class VectorTable {
 public:
  /// The content of a file. Error "settings": the byte at which it is not as above, and why.
  static Result<std::unique_ptr<VectorTable>> read(std::string bytes);

  VectorTable(const VectorTable&) = delete;
  VectorTable& operator=(const VectorTable&) = delete;

  [[nodiscard]] std::size_t dimensions() const { return dimensions_; }
  [[nodiscard]] std::size_t pieces() const { return scales_.size(); }
  /// "sha256:…" of the file: the table's name.
  [[nodiscard]] const std::string& label() const { return label_; }

  /// The piece with which a word begins, or continues (`piece` is then without `##`); absent if the vocabulary does not have it.
  [[nodiscard]] std::optional<PieceNumber> find(std::string_view piece, bool continues) const;
  /// No piece has more bytes.
  [[nodiscard]] std::size_t piece_bytes_max() const { return piece_bytes_max_; }

  /// Precondition for both: number < pieces().
  [[nodiscard]] std::span<const std::int8_t> row(PieceNumber number) const {
    return {rows_ + std::size_t{number} * dimensions_, dimensions_};
  }
  [[nodiscard]] float scale(PieceNumber number) const { return scales_[number]; }

 private:
  using Pieces = std::unordered_map<std::string_view, PieceNumber>;

  explicit VectorTable(std::string bytes) : bytes_(std::move(bytes)) {}
  Status read_scales(std::size_t at, std::size_t pieces);
  Status read_vocabulary(std::size_t at);

  const std::string bytes_;
  std::string label_;
  std::size_t dimensions_ = 0;
  std::vector<float> scales_;
  const std::int8_t* rows_ = nullptr;  ///< in bytes_
  Pieces beginnings_;                  ///< views into bytes_
  Pieces continuations_;
  std::size_t piece_bytes_max_ = 0;
};

}  // namespace turnstream::recall
