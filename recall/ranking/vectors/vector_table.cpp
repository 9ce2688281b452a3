#include "recall/ranking/vectors/vector_table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/sha256.h"
#include "pipeline/base/utf8.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kMagic = "TSVECTOR";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kDimensionsMax = 1024;
constexpr std::uint32_t kPiecesMax = 1'000'000;
constexpr std::string_view kContinues = "##";

struct Header {
  std::uint32_t version = 0;
  std::uint32_t dimensions = 0;
  std::uint32_t pieces = 0;
  std::uint32_t vocabulary_bytes = 0;
};
constexpr std::size_t kHeaderBytes = kMagic.size() + sizeof(Header);

Error bad_table(std::size_t at, const std::string& why) {
  return make_error(error_codes::kSettings, Reaction::kStopProcess, "byte " + std::to_string(at) + ": " + why);
}

std::string range_text(std::uint32_t given, std::uint32_t max) {
  return std::to_string(given) + " is not within 1 to " + std::to_string(max);
}

Result<Header> read_header(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) {
    return bad_table(0, "the file is not a vector table; scripts/vectors makes one");
  }
  if (bytes.size() < kHeaderBytes) {
    return bad_table(bytes.size(), "the file ends in its header");
  }
  ByteReader reader(bytes.substr(kMagic.size(), sizeof(Header)));
  Header header;
  header.version = reader.u32();
  header.dimensions = reader.u32();
  header.pieces = reader.u32();
  header.vocabulary_bytes = reader.u32();
  std::size_t at = kMagic.size();
  if (header.version != kVersion) {
    return bad_table(at, "the form of the table has version " + std::to_string(header.version) +
                             ", this program reads " + std::to_string(kVersion));
  }
  at += sizeof header.version;
  if (header.dimensions == 0 || header.dimensions > kDimensionsMax) {
    return bad_table(at, "the number of dimensions " + range_text(header.dimensions, kDimensionsMax));
  }
  at += sizeof header.dimensions;
  if (header.pieces == 0 || header.pieces > kPiecesMax) {
    return bad_table(at, "the number of pieces " + range_text(header.pieces, kPiecesMax));
  }
  const std::size_t wanted =
      kHeaderBytes + std::size_t{header.pieces} * (sizeof(float) + header.dimensions) + header.vocabulary_bytes;
  if (bytes.size() != wanted) {
    return bad_table(std::min(bytes.size(), wanted), "the file has " + std::to_string(bytes.size()) +
                                                         " bytes, its header asks for " + std::to_string(wanted));
  }
  return header;
}

}  // namespace

Result<std::unique_ptr<VectorTable>> VectorTable::read(std::string bytes) {
  TS_ASSIGN_OR_RETURN(const Header header, read_header(bytes));
  std::unique_ptr<VectorTable> table(new VectorTable(std::move(bytes)));
  table->dimensions_ = header.dimensions;
  TS_RETURN_IF_ERROR(table->read_scales(kHeaderBytes, header.pieces));
  const std::size_t rows_at = kHeaderBytes + header.pieces * sizeof(float);
  table->rows_ = reinterpret_cast<const std::int8_t*>(table->bytes_.data() + rows_at);
  TS_RETURN_IF_ERROR(table->read_vocabulary(rows_at + std::size_t{header.pieces} * header.dimensions));
  table->label_ = to_label(sha256(table->bytes_));
  return table;
}

Status VectorTable::read_scales(std::size_t at, std::size_t pieces) {
  scales_.resize(pieces);
  std::memcpy(scales_.data(), bytes_.data() + at, pieces * sizeof(float));
  const auto bad =
      std::find_if(scales_.begin(), scales_.end(), [](float scale) { return !std::isfinite(scale) || scale <= 0; });
  if (bad == scales_.end()) {
    return {};
  }
  const auto number = static_cast<std::size_t>(bad - scales_.begin());
  return bad_table(at + number * sizeof(float),
                   "the scale of piece " + std::to_string(number) + " is not a number above 0");
}

Status VectorTable::read_vocabulary(std::size_t at) {
  for (PieceNumber number = 0; number < pieces(); ++number) {
    const std::string name = "piece " + std::to_string(number);
    const std::string_view rest = std::string_view(bytes_).substr(at);
    const std::size_t size = rest.empty() ? 0 : static_cast<unsigned char>(rest.front());
    if (size == 0 || rest.size() < size + 1) {
      return bad_table(at, name + (size == 0 ? " has no text" : " ends behind the end of the file"));
    }
    std::string_view text = rest.substr(1, size);
    if (find_utf8_fault(text)) {
      return bad_table(at + 1, name + " is not valid UTF-8");
    }
    const bool continues = text.size() > kContinues.size() && text.starts_with(kContinues);
    text.remove_prefix(continues ? kContinues.size() : 0);
    if (!(continues ? continuations_ : beginnings_).emplace(text, number).second) {
      return bad_table(at, name + " stands in the vocabulary twice");
    }
    piece_bytes_max_ = std::max(piece_bytes_max_, text.size());
    at += size + 1;
  }
  return at == bytes_.size() ? Status() : Status(bad_table(at, "bytes follow the last piece"));
}

std::optional<PieceNumber> VectorTable::find(std::string_view piece, bool continues) const {
  const Pieces& pieces = continues ? continuations_ : beginnings_;
  const auto found = pieces.find(piece);
  return found == pieces.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace turnstream::recall
