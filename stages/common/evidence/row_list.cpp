#include "stages/common/evidence/row_list.h"

namespace turnstream::evidence {

void write_bounds(ByteWriter& writer, const RowListBounds& bounds) {
  writer.varint(bounds.first).varint(bounds.next);
}

RowListBounds read_bounds(ByteReader& reader) {
  const std::uint64_t first = reader.varint();
  return {first, reader.varint()};
}

}  // namespace turnstream::evidence
