#include "pipeline/store/changelog_place.h"

namespace turnstream::store {
namespace {

constexpr std::uint8_t kFormat = 'b';  ///< a Checkpoint begins with a digit
constexpr std::int64_t kWhole = -1;

}  // namespace

std::string ChangelogPlace::encode() const {
  std::string row;
  ByteWriter out(row);
  out.u8(kFormat).i64(next.value()).i64(number).i64(from ? from->value() : kWhole);
  walk.write(out);
  return row;
}

std::optional<ChangelogPlace> ChangelogPlace::decode(std::string_view row) {
  ByteReader in(row);
  if (in.u8() != kFormat) {
    return std::nullopt;
  }
  ChangelogPlace place;
  place.next = NextOffset{in.i64()};
  place.number = in.i64();
  if (const std::int64_t from = in.i64(); from != kWhole) {
    place.from = NextOffset{from};
  }
  place.walk = Walk::read(in);
  return in.done() ? std::optional(std::move(place)) : std::nullopt;
}

}  // namespace turnstream::store
