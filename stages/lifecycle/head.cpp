#include "stages/lifecycle/head.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::uint8_t kFormat = 1;

void write_timer(ByteWriter& writer, const std::optional<LogTime>& timer) {
  writer.u8(timer.has_value() ? 1 : 0);
  if (timer.has_value()) {
    writer.i64(timer->value());
  }
}

std::optional<LogTime> read_timer(ByteReader& reader) {
  return reader.u8() == 0 ? std::nullopt : std::optional(LogTime{reader.i64()});
}

}  // namespace

std::string encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat);
  for (const std::int64_t count : {head.items, head.archived, head.low, head.merged, head.deleted}) {
    writer.varint(static_cast<std::uint64_t>(count));
  }
  write_timer(writer, head.archive_timer);
  write_timer(writer, head.upkeep_timer);
  writer.i64(head.checked_at.value());
  return row;
}

Result<Head> decode_head(std::string_view row) {
  ByteReader reader(row);
  const bool known = reader.u8() == kFormat;
  Head head;
  for (std::int64_t* count : {&head.items, &head.archived, &head.low, &head.merged, &head.deleted}) {
    *count = static_cast<std::int64_t>(reader.varint());
  }
  head.archive_timer = read_timer(reader);
  head.upkeep_timer = read_timer(reader);
  head.checked_at = LogTime{reader.i64()};
  if (!known || !reader.done()) {
    return evidence::bad_state("The head row of the long-term items is damaged or has another format.");
  }
  return head;
}

std::vector<codec::StatCounter> counters(const Head& head) {
  if (head == Head{}) {
    return {};
  }
  return {{"items", head.items}, {"archived", head.archived}, {"merged", head.merged}, {"deleted", head.deleted}};
}

}  // namespace turnstream::lifecycle
