#include "stages/consolidation/working/place_rows.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 3;
constexpr std::uint64_t kPlaces = 16;
constexpr std::size_t kRowsBeside = 32;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
constexpr std::uint8_t kClaimedFlag = 1;
constexpr std::uint8_t kAskedFlag = 2;  ///< the turn of the question follows
constexpr std::size_t kPlaceBytes = 2 + sizeof(Uuid) + 4 * sizeof(std::uint64_t);

using Places = std::vector<Place>;

std::string encode(const Places& places) {
  std::string row;
  row.reserve(1 + places.size() * kPlaceBytes);
  ByteWriter writer(row);
  writer.u8(kFormat);
  for (const Place& place : places) {
    const bool asked = place.asked_in != 0;
    writer.u8(static_cast<std::uint8_t>(place.number % kPlaces));
    writer.u8((place.claimed ? kClaimedFlag : 0) | (asked ? kAskedFlag : 0)).uuid(place.id);
    writer.i64(place.at.value()).u64(place.turn).u64(place.session);
    if (asked) {
      writer.u64(place.asked_in);
    }
  }
  return row;
}

Result<Places> decode(std::uint64_t row_number, std::string_view row) {
  ByteReader reader(row);
  Places places;
  places.reserve(kPlaces);
  const bool known_format = reader.u8() == kFormat;
  while (reader.ok() && !reader.at_end()) {
    Place& place = places.emplace_back();
    place.number = row_number * kPlaces + reader.u8();
    const std::uint8_t flags = reader.u8();
    place.claimed = (flags & kClaimedFlag) != 0;
    place.id = reader.uuid();
    place.at = LogTime{reader.i64()};
    place.turn = reader.u64();
    place.session = reader.u64();
    place.asked_in = (flags & kAskedFlag) != 0 ? reader.u64() : 0;
  }
  if (!known_format || !reader.ok()) {
    return evidence::bad_state("A row of the order of working memory is damaged.");
  }
  return places;
}

}  // namespace

Status PlaceRows::visit(std::size_t expected, const Take& take) {
  TS_RETURN_IF_ERROR(finish());
  std::uint64_t next = 0;
  bool ended = false;
  Status damaged;
  const auto visit_row = [&](std::string_view key, std::string_view row) {
    const std::uint64_t number = evidence::number_in_key(key);
    if (number < next) {
      return true;  // visited with fewer rows
    }
    next = number + 1;
    const Result<Places> places = decode(number, row);
    if (!places.ok()) {
      damaged = places.error();
      return false;
    }
    ended = !std::all_of(places->begin(), places->end(), take);
    return !ended;
  };
  const std::size_t full_rows = expected / kPlaces;
  for (const std::size_t rows_max : {full_rows + 2, full_rows + kRowsBeside, kAll}) {
    std::size_t rows = 0;
    TS_RETURN_IF_ERROR(rows_.scan(prefix_, rows_max, [&](std::string_view key, std::string_view row) {
      ++rows;
      return visit_row(key, row);
    }));
    TS_RETURN_IF_ERROR(damaged);
    if (ended || rows < rows_max) {
      break;
    }
  }
  return {};
}

Status PlaceRows::finish() {
  for (auto at = changes_.begin(); at != changes_.end();) {
    const std::uint64_t row_number = at->first / kPlaces;
    const std::string key = evidence::row_key(prefix_, row_number);
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
    Places before;
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(before, decode(row_number, *row));
    }
    const bool existed = row.has_value();
    Places after;
    after.reserve(kPlaces);
    auto kept = before.begin();
    for (; at != changes_.end() && at->first / kPlaces == row_number; ++at) {
      for (; kept != before.end() && kept->number <= at->first; ++kept) {
        if (kept->number < at->first) {
          after.push_back(*kept);
        }
      }
      if (at->second.has_value()) {
        after.push_back(*at->second);
      }
    }
    after.insert(after.end(), kept, before.end());
    if (!after.empty()) {
      rows_.put(key, encode(after));
    } else if (existed) {
      rows_.erase(key);
    }
  }
  changes_.clear();
  return {};
}

}  // namespace turnstream::consolidation
