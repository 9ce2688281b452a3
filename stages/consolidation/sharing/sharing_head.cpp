#include "stages/consolidation/sharing/sharing_head.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

std::string encode(const SharingHead& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).u32(head.generation);
  for (const std::int64_t count : {head.grants, head.shares, head.offers, head.reviews}) {
    writer.varint(static_cast<std::uint64_t>(count));
  }
  return row;
}

Result<SharingHead> decode_sharing_head(std::string_view row) {
  ByteReader reader(row);
  SharingHead head;
  const bool known_format = reader.u8() == kFormat;
  head.generation = reader.u32();
  for (std::int64_t* count : {&head.grants, &head.shares, &head.offers, &head.reviews}) {
    *count = static_cast<std::int64_t>(reader.varint());
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of sharing is damaged.");
  }
  return head;
}

}  // namespace turnstream::consolidation
