#include "stages/consolidation/working/recent_contents.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "recent/";
constexpr std::uint64_t kRowContents = 32;
constexpr std::uint8_t kFormat = 3;

evidence::RowKey key_of(std::uint64_t row) {
  return evidence::row_key(kPrefix, row);
}

std::uint64_t content_at(std::string_view seen, std::size_t place, std::size_t size) {
  std::uint64_t content = 0;
  std::memcpy(&content, seen.data() + place * size, sizeof content);
  return content;
}

}  // namespace

Result<std::optional<RecentContents::Row>> RecentContents::row(std::uint64_t number) const {
  TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(key_of(number)));
  if (!bytes.has_value()) {
    return std::optional<Row>();
  }
  ByteReader reader(*bytes);
  const bool known_format = reader.u8() == kFormat;
  Row row;
  row.first = reader.varint();
  row.seen = bytes->substr(bytes->size() - reader.rest_size());
  const bool whole = reader.ok() && !row.seen.empty() && row.seen.size() % kSeenBytes == 0;
  if (!known_format || !whole || row.first / kRowContents != number || (row.end() - 1) / kRowContents != number) {
    return evidence::bad_state("A row of recent contents is damaged.");
  }
  return std::optional(row);
}

RecentContents::Seen RecentContents::seen_in(const Row& row, std::uint64_t number) {
  ByteReader reader(row.seen.substr((number - row.first) * kSeenBytes, kSeenBytes));
  Seen seen;
  seen.content = reader.u64();
  seen.place.item = reader.uuid();
  seen.place.turn = reader.u64();
  seen.place.session = reader.u64();
  seen.at = LogTime{reader.i64()};
  return seen;
}

bool RecentContents::counts(std::uint64_t number, LogTime at, std::uint64_t next, LogTime now) const {
  return next - number <= static_cast<std::uint64_t>(rules_.contents_max) && now.value() - at.value() < rules_.age_ms;
}

template <typename Use>
Status RecentContents::each_row(std::uint64_t next, Use use) {
  for (std::uint64_t number = next / kRowContents + 1; number-- > 0;) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> found, row(number));
    const bool is_next = number == next / kRowContents && next % kRowContents == 0;  // It may not exist yet.
    if (!found.has_value() && !is_next) {
      break;
    }
    if (found.has_value() && !use(number, *found)) {
      break;
    }
  }
  return {};
}

Status RecentContents::load(std::uint64_t next, LogTime now) {
  if (loaded_) {
    return {};
  }
  loaded_ = true;
  noted_first_ = next;
  return each_row(next, [&](std::uint64_t number, const Row& row) {
    if (counts(row.end() - 1, seen_in(row, row.end() - 1).at, next, now)) {
      before_.push_back(row);
    } else {
      erased_.push_back(number);
    }
    return true;
  });
}

std::optional<ItemPlace> RecentContents::equal(std::uint64_t hash, std::uint64_t next, LogTime now) const {
  for (std::size_t i = noted_.size(); i-- > 0;) {
    if (noted_[i].content == hash && counts(noted_first_ + i, noted_[i].at, next, now)) {
      return noted_[i].place;
    }
  }
  for (const Row& row : before_) {
    for (std::size_t i = row.seen.size() / kSeenBytes; i-- > 0;) {
      if (content_at(row.seen, i, kSeenBytes) == hash) {
        const Seen seen = seen_in(row, row.first + i);
        return counts(row.first + i, seen.at, next, now) ? std::optional(seen.place) : std::nullopt;
      }
    }
  }
  return std::nullopt;
}

Result<std::optional<ItemPlace>> RecentContents::note(std::string_view content, const ItemPlace& place,
                                                      std::uint64_t number, LogTime now) {
  TS_RETURN_IF_ERROR(load(number, now));
  const std::uint64_t hash = std::max<std::uint64_t>(hash64(normalise(content)), 1);
  const std::optional<ItemPlace> found = equal(hash, number, now);
  noted_.push_back({hash, place, now});
  return found;
}

void RecentContents::finish() {
  for (const std::uint64_t number : erased_) {
    rows_.erase(key_of(number));
  }
  erased_.clear();
  std::string bytes;
  for (std::size_t i = 0; i < noted_.size(); ++i) {
    const std::uint64_t number = noted_first_ + i;
    ByteWriter writer(bytes);
    if (bytes.empty()) {
      const bool goes_on = i == 0 && !before_.empty() && before_.front().end() == number && number % kRowContents != 0;
      writer.u8(kFormat).varint(goes_on ? before_.front().first : number);
      bytes.append(goes_on ? before_.front().seen : std::string_view());
    }
    const Seen& seen = noted_[i];
    writer.u64(seen.content).uuid(seen.place.item).u64(seen.place.turn).u64(seen.place.session).i64(seen.at.value());
    if (i + 1 == noted_.size() || (number + 1) % kRowContents == 0) {
      rows_.put(key_of(number / kRowContents), bytes);
      bytes.clear();
    }
  }
  before_.clear();
  noted_.clear();
  loaded_ = false;
}

Status RecentContents::forget(const std::vector<std::string>& ids, const std::optional<std::string>& session_id,
                              std::uint64_t next) {
  std::set<std::uint64_t> turns;
  std::set<Uuid> items;
  for (const std::string& id : ids) {
    turns.insert(hash64(id));
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      items.insert(*uuid);
    }
  }
  return each_row(next, [&](std::uint64_t number, const Row& row) {
    std::string bytes;
    ByteWriter writer(bytes);
    writer.u8(kFormat).varint(row.first);
    bool changed = false;
    for (std::uint64_t own = row.first; own < row.end(); ++own) {
      Seen seen = seen_in(row, own);
      const bool gone = items.count(seen.place.item) > 0 || turns.count(seen.place.turn) > 0 ||
                        (session_id.has_value() && hash64(*session_id) == seen.place.session);
      seen = gone ? Seen{0, {}, seen.at} : seen;  // Its time stays, by which the row leaves.
      changed = changed || gone;
      writer.u64(seen.content).uuid(seen.place.item).u64(seen.place.turn).u64(seen.place.session);
      writer.i64(seen.at.value());
    }
    if (changed) {
      rows_.put(key_of(number), bytes);
    }
    return true;
  });
}

Status RecentContents::clear(std::uint64_t next) {
  return each_row(next, [&](std::uint64_t number, const Row& /*row*/) {
    rows_.erase(key_of(number));
    return true;
  });
}

}  // namespace turnstream::consolidation
