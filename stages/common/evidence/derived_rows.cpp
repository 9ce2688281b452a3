#include "stages/common/evidence/derived_rows.h"

#include <utility>

namespace turnstream::evidence {
namespace {

constexpr std::uint8_t kFormat = 1;

std::uint64_t unsigned_of(std::int64_t value) {
  return static_cast<std::uint64_t>(value);
}

std::int64_t count_in(ByteReader& reader) {
  return static_cast<std::int64_t>(reader.varint());
}

}  // namespace

int compare_ranks(const DerivedRank& a, const DerivedRank& b) {
  const auto order_of = [](const DerivedRank& rank) { return std::pair(rank.score, rank.last_used); };
  return order_of(a) < order_of(b) ? -1 : order_of(b) < order_of(a) ? 1 : 0;
}

LogTime age_until(DerivedHead& head, LogTime now, std::int64_t period_ms) {
  const LogTime before = head.aged_by_ms == period_ms ? head.aged_until : LogTime{0};
  head.aged_until = now;
  head.aged_by_ms = period_ms;
  head.timer.reset();
  return before;
}

std::string encode_head(const DerivedHead& head) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(unsigned_of(head.memories)).varint(unsigned_of(head.marked));
  write_bounds(writer, head.list);
  writer.i64(head.aged_until.value()).varint(unsigned_of(head.aged_by_ms)).u8(head.timer.has_value() ? 1 : 0);
  if (head.timer.has_value()) {
    writer.i64(head.timer->value());
  }
  return bytes;
}

Result<DerivedHead> decode_head(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  DerivedHead head;
  head.memories = count_in(reader);
  head.marked = count_in(reader);
  head.list = read_bounds(reader);
  head.aged_until = LogTime{reader.i64()};
  head.aged_by_ms = count_in(reader);
  if (reader.u8() != 0) {
    head.timer = LogTime{reader.i64()};
  }
  if (!known || !reader.done()) {
    return bad_state("The head row of the derived memories is damaged or has another format.");
  }
  return head;
}

void write_rank(ByteWriter& writer, const DerivedRank& rank) {
  writer.u8(kFormat).varint(unsigned_of(rank.score)).u8(rank.marked ? 1 : 0);
  writer.i64(rank.last_used.value()).varint(unsigned_of(rank.idle_periods));
}

std::optional<DerivedRank> read_rank(ByteReader& reader) {
  const bool known = reader.u8() == kFormat;
  DerivedRank rank;
  rank.score = count_in(reader);
  rank.marked = reader.u8() != 0;
  rank.last_used = LogTime{reader.i64()};
  rank.idle_periods = count_in(reader);
  return known && reader.ok() ? std::optional(rank) : std::nullopt;
}

}  // namespace turnstream::evidence
