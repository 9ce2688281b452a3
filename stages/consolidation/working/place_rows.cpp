#include "stages/consolidation/working/place_rows.h"

#include <string>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kClaimedFlag = 1;
constexpr std::uint8_t kAskedFlag = 2;  ///< the turn of the question follows
constexpr std::size_t kPlaceBytes = 1 + sizeof(Uuid) + 4 * sizeof(std::uint64_t);

std::string encode(const Place& place) {
  std::string bytes;
  bytes.reserve(kPlaceBytes);
  ByteWriter writer(bytes);
  const bool asked = place.asked_in != 0;
  writer.u8((place.claimed ? kClaimedFlag : 0) | (asked ? kAskedFlag : 0)).uuid(place.id);
  writer.i64(place.at.value()).u64(place.turn).u64(place.session);
  if (asked) {
    writer.u64(place.asked_in);
  }
  return bytes;
}

std::optional<Place> decode(std::uint64_t number, std::string_view bytes) {
  ByteReader reader(bytes);
  Place place;
  place.number = number;
  const std::uint8_t flags = reader.u8();
  place.claimed = (flags & kClaimedFlag) != 0;
  place.id = reader.uuid();
  place.at = LogTime{reader.i64()};
  place.turn = reader.u64();
  place.session = reader.u64();
  place.asked_in = (flags & kAskedFlag) != 0 ? reader.u64() : 0;
  return reader.done() ? std::optional(place) : std::nullopt;
}

}  // namespace

void PlaceRows::set(std::uint64_t number, const std::optional<Place>& place) {
  place.has_value() ? rows_.set(number, encode(*place)) : rows_.erase(number);
}

Status PlaceRows::visit(std::size_t expected, const Take& take) {
  bool good = true;
  TS_RETURN_IF_ERROR(rows_.visit(expected, [&](std::uint64_t number, std::string_view bytes) {
    const std::optional<Place> place = decode(number, bytes);
    good = place.has_value();
    return good && take(*place);
  }));
  return good ? Status() : Status(evidence::bad_state("A place in the order of working memory is damaged."));
}

}  // namespace turnstream::consolidation
