#include "stages/consolidation/working/recent_contents.h"

#include <algorithm>
#include <set>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "recent/";
constexpr std::uint64_t kRows = 512;
constexpr std::uint8_t kFormat = 2;

struct Seen {
  std::uint64_t content = 0;
  ItemPlace place;
  std::uint64_t number = 0;
  LogTime at;
};
constexpr std::size_t kSeenBytesMin = sizeof(Uuid) + 3 * sizeof(std::uint64_t) + 1 + sizeof(std::int64_t);
constexpr std::size_t kSeenBytesMax = kSeenBytesMin + 9;  // a varint has at most ten bytes

Result<std::vector<Seen>> load(stage_api::StateView& rows, std::uint64_t row) {
  TS_ASSIGN_OR_RETURN(const auto bytes, rows.get(evidence::row_key(kPrefix, row)));
  std::vector<Seen> seen;
  if (!bytes.has_value()) {
    return seen;
  }
  ByteReader reader(*bytes);
  const bool known_format = reader.u8() == kFormat;
  const std::size_t size = reader.count(kSeenBytesMin);
  seen.reserve(size + 1);
  for (std::size_t i = 0; i < size; ++i) {
    Seen one;
    one.content = reader.u64();
    one.place.item = reader.uuid();
    one.place.turn = reader.u64();
    one.place.session = reader.u64();
    one.number = reader.varint();
    one.at = LogTime{reader.i64()};
    seen.push_back(one);
  }
  return known_format && reader.done() ? Result<std::vector<Seen>>(std::move(seen))
                                       : evidence::bad_state("A row of recent contents is damaged.");
}

void store(stage_api::StateView& rows, std::uint64_t row, const std::vector<Seen>& seen) {
  if (seen.empty()) {
    rows.erase(evidence::row_key(kPrefix, row));
    return;
  }
  std::string bytes;
  bytes.reserve(2 + seen.size() * kSeenBytesMax);
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(seen.size());
  for (const Seen& one : seen) {
    writer.u64(one.content).uuid(one.place.item).u64(one.place.turn).u64(one.place.session);
    writer.varint(one.number).i64(one.at.value());
  }
  rows.put(evidence::row_key(kPrefix, row), bytes);
}

}  // namespace

Result<std::optional<ItemPlace>> RecentContents::note(std::string_view content, const ItemPlace& place,
                                                      std::uint64_t number, LogTime now) {
  const std::uint64_t hash = hash64(normalise(content));
  TS_ASSIGN_OR_RETURN(std::vector<Seen> seen, load(rows_, hash % kRows));
  std::erase_if(seen, [&](const Seen& one) {
    return number - one.number > static_cast<std::uint64_t>(rules_.contents_max) ||
           now.value() - one.at.value() >= rules_.age_ms;
  });
  std::optional<ItemPlace> equal;
  std::erase_if(seen, [&](const Seen& one) {
    equal = one.content == hash ? one.place : equal;
    return one.content == hash;
  });
  seen.push_back({hash, place, number, now});
  store(rows_, hash % kRows, seen);
  return equal;
}

Status RecentContents::forget(const std::vector<std::string>& ids, const std::optional<std::string>& session_id) {
  std::set<std::uint64_t> turns;
  std::set<Uuid> items;
  for (const std::string& id : ids) {
    turns.insert(hash64(id));
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      items.insert(*uuid);
    }
  }
  for (std::uint64_t row = 0; row < kRows; ++row) {
    TS_ASSIGN_OR_RETURN(std::vector<Seen> seen, load(rows_, row));
    const std::size_t erased = std::erase_if(seen, [&](const Seen& one) {
      return items.count(one.place.item) > 0 || turns.count(one.place.turn) > 0 ||
             (session_id.has_value() && hash64(*session_id) == one.place.session);
    });
    if (erased > 0) {
      store(rows_, row, seen);
    }
  }
  return {};
}

Status RecentContents::clear() {
  for (std::uint64_t row = 0; row < kRows; ++row) {
    TS_ASSIGN_OR_RETURN(const std::vector<Seen> seen, load(rows_, row));
    if (!seen.empty()) {
      store(rows_, row, {});
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
