#include "stages/consolidation/working/recent_contents.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/first_bytes.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "recent/";
constexpr std::string_view kHashesPrefix = "recent_hashes/";
constexpr std::uint64_t kRowContents = 32;
constexpr std::uint64_t kGroupRows = 16;
constexpr std::uint8_t kFormat = 4;
constexpr std::size_t kHashBytes = sizeof(std::uint32_t);
constexpr std::size_t kRowHashBytes = kRowContents * kHashBytes;
/// Rows that one call erases at most because nothing in them counts; the others follow, and do no harm meanwhile.
constexpr int kErasedMax = 64;

evidence::RowKey key_of(std::uint64_t row) {
  return evidence::row_key(kPrefix, row);
}

evidence::RowKey hashes_key_of(std::uint64_t group) {
  return evidence::row_key(kHashesPrefix, group);
}

Error damaged() {
  return evidence::bad_state("A row of recent contents is damaged.");
}

/// Four bytes of the hash of a content; 0 only for one that is forgotten.
std::uint32_t short_hash(std::uint64_t content) {
  return content == 0 ? 0 : std::max<std::uint32_t>(static_cast<std::uint32_t>(content), 1);
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
  row.oldest = reader.varint();
  row.seen = bytes->substr(bytes->size() - reader.rest_size());
  const bool whole = reader.ok() && !row.seen.empty() && row.seen.size() % kSeenBytes == 0;
  if (!known_format || !whole || row.first / kRowContents != number || (row.end() - 1) / kRowContents != number ||
      row.oldest > number) {
    return damaged();
  }
  return std::optional(row);
}

/// Those of the group's rows that are complete; empty if none is.
Result<std::string_view> RecentContents::hashes(std::uint64_t group) const {
  TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(hashes_key_of(group)));
  const std::string_view found = bytes.value_or(std::string_view());
  if (found.size() % kRowHashBytes != 0 || found.size() > kGroupRows * kRowHashBytes) {
    return damaged();
  }
  return found;
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

void RecentContents::write_seen(std::string& bytes, const Seen& seen) {
  ByteWriter(bytes)
      .u64(seen.content)
      .uuid(seen.place.item)
      .u64(seen.place.turn)
      .u64(seen.place.session)
      .i64(seen.at.value());
}

bool RecentContents::counts(std::uint64_t number, LogTime at, std::uint64_t next, LogTime now) const {
  return next - number <= static_cast<std::uint64_t>(rules_.contents_max) && now.value() - at.value() < rules_.age_ms;
}

template <typename Use>
Status RecentContents::each_row(std::uint64_t next, Use use) {
  for (std::uint64_t number = next / kRowContents + 1; number-- > 0;) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> found, row(number));
    if (found.has_value()) {
      TS_RETURN_IF_ERROR(use(number, *found));
    } else if (number != next / kRowContents || next % kRowContents != 0) {  // The row of `next` may not exist yet.
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
  if (next > 0) {
    TS_ASSIGN_OR_RETURN(newest_, row((next - 1) / kRowContents));
  }
  oldest_ = newest_.has_value() ? newest_->oldest : next / kRowContents;
  TS_RETURN_IF_ERROR(expire(next, now));
  for (std::uint64_t group = next / kRowContents / kGroupRows + 1; group-- > oldest_ / kGroupRows;) {
    TS_ASSIGN_OR_RETURN(const std::string_view found, hashes(group));
    hashes_.push_back(found);
  }
  return {};
}

/// Erases the oldest rows, and rows of hashes, in which nothing counts.
Status RecentContents::expire(std::uint64_t next, LogTime now) {
  const std::uint64_t end = newest_.has_value() ? (next - 1) / kRowContents + 1 : oldest_;
  for (int erased = 0; oldest_ < end && erased < kErasedMax; ++erased, ++oldest_) {
    TS_ASSIGN_OR_RETURN(const std::optional<Row> oldest, row(oldest_));
    if (!oldest.has_value()) {
      return damaged();
    }
    if (counts(oldest->end() - 1, seen_in(*oldest, oldest->end() - 1).at, next, now)) {
      return {};
    }
    const bool is_newest = oldest_ + 1 == end;
    if (is_newest) {
      newest_.reset();
    }
    rows_.erase(key_of(oldest_));
    if (is_newest || oldest_ % kGroupRows == kGroupRows - 1) {
      TS_RETURN_IF_ERROR(erase_hashes(oldest_ / kGroupRows));
    }
  }
  oldest_ = newest_.has_value() ? oldest_ : next / kRowContents;
  return {};
}

Result<std::optional<ItemPlace>> RecentContents::equal(std::uint64_t hash, std::uint64_t next, LogTime now) const {
  for (std::size_t i = noted_.size(); i-- > 0;) {
    if (noted_[i].content == hash && counts(noted_first_ + i, noted_[i].at, next, now)) {
      return std::optional(noted_[i].place);
    }
  }
  for (std::size_t i = newest_.has_value() ? newest_->seen.size() / kSeenBytes : 0; i-- > 0;) {
    if (bytes_at<std::uint64_t>(newest_->seen.data() + i * kSeenBytes) == hash) {
      const Seen seen = seen_in(*newest_, newest_->first + i);
      return counts(newest_->first + i, seen.at, next, now) ? std::optional(seen.place) : std::optional<ItemPlace>();
    }
  }
  return equal_before(hash, next, now);
}

Result<std::optional<ItemPlace>> RecentContents::equal_before(std::uint64_t hash, std::uint64_t next,
                                                              LogTime now) const {
  const std::uint32_t wanted = short_hash(hash);
  std::uint64_t group = noted_first_ / kRowContents / kGroupRows;
  for (const std::string_view hashes : hashes_) {
    for (std::size_t place = hashes.size() / kHashBytes; place-- > 0;) {
      const std::uint64_t number = group * kGroupRows * kRowContents + place;
      if (bytes_at<std::uint32_t>(hashes.data() + place * kHashBytes) != wanted || number / kRowContents < oldest_) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const std::optional<Row> found, row(number / kRowContents));
      if (!found.has_value() || number < found->first || number >= found->end()) {
        return damaged();
      }
      if (const Seen seen = seen_in(*found, number); seen.content == hash) {
        return counts(number, seen.at, next, now) ? std::optional(seen.place) : std::optional<ItemPlace>();
      }
    }
    --group;
  }
  return std::optional<ItemPlace>();
}

Result<std::optional<ItemPlace>> RecentContents::note(std::string_view content, const ItemPlace& place,
                                                      std::uint64_t number, LogTime now) {
  TS_RETURN_IF_ERROR(load(number, now));
  const std::uint64_t hash = std::max<std::uint64_t>(hash64(normalise(content)), 1);
  TS_ASSIGN_OR_RETURN(const std::optional<ItemPlace> found, equal(hash, number, now));
  noted_.push_back({hash, place, now});
  return found;
}

Status RecentContents::finish() {
  std::string bytes;
  Row row;
  for (std::size_t i = 0; i < noted_.size(); ++i) {
    const std::uint64_t number = noted_first_ + i;
    if (bytes.empty()) {
      const bool goes_on = i == 0 && newest_.has_value() && newest_->end() == number && number % kRowContents != 0;
      row.first = goes_on ? newest_->first : number;
      ByteWriter(bytes).u8(kFormat).varint(row.first).varint(oldest_);
      bytes.append(goes_on ? newest_->seen : std::string_view());
    }
    write_seen(bytes, noted_[i]);
    const bool complete = (number + 1) % kRowContents == 0;
    if (complete) {
      row.seen = std::string_view(bytes).substr(bytes.size() - (number + 1 - row.first) * kSeenBytes);
      TS_RETURN_IF_ERROR(set_hashes(number / kRowContents, row));
    }
    if (complete || i + 1 == noted_.size()) {
      rows_.put(key_of(number / kRowContents), bytes);
      bytes.clear();
    }
  }
  newest_.reset();
  hashes_.clear();
  noted_.clear();
  loaded_ = false;
  return {};
}

Status RecentContents::erase_hashes(std::uint64_t group) {
  TS_ASSIGN_OR_RETURN(const std::string_view found, hashes(group));
  if (!found.empty()) {
    rows_.erase(hashes_key_of(group));
  }
  return {};
}

Status RecentContents::set_hashes(std::uint64_t number, const Row& row) {
  TS_ASSIGN_OR_RETURN(const std::string_view before, hashes(number / kGroupRows));
  std::string all(before);
  const std::size_t from = (number % kGroupRows) * kRowHashBytes;
  all.resize(std::max(all.size(), from + kRowHashBytes), '\0');
  for (std::uint64_t own = row.first; own < row.end(); ++own) {
    const std::uint32_t hash = short_hash(bytes_at<std::uint64_t>(row.seen.data() + (own - row.first) * kSeenBytes));
    std::memcpy(all.data() + from + (own % kRowContents) * kHashBytes, &hash, sizeof hash);
  }
  rows_.put(hashes_key_of(number / kGroupRows), all);
  return {};
}

Status RecentContents::forget_in(std::uint64_t number, const Row& row,
                                 const std::function<bool(const ItemPlace&)>& is_gone) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(row.first).varint(row.oldest);
  const std::size_t head = bytes.size();
  bool changed = false;
  for (std::uint64_t own = row.first; own < row.end(); ++own) {
    Seen seen = seen_in(row, own);
    const bool gone = is_gone(seen.place);
    seen = gone ? Seen{0, {}, seen.at} : seen;  // Its time stays, by which the row leaves.
    changed = changed || gone;
    write_seen(bytes, seen);
  }
  if (!changed) {
    return {};
  }
  const Row rest{row.first, row.oldest, std::string_view(bytes).substr(head)};
  TS_RETURN_IF_ERROR(rest.end() % kRowContents == 0 ? set_hashes(number, rest) : Status());
  rows_.put(key_of(number), bytes);
  return {};
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
  const auto is_gone = [&](const ItemPlace& place) {
    return items.count(place.item) > 0 || turns.count(place.turn) > 0 ||
           (session_id.has_value() && hash64(*session_id) == place.session);
  };
  return each_row(next, [&](std::uint64_t number, const Row& row) { return forget_in(number, row, is_gone); });
}

Status RecentContents::clear(std::uint64_t next) {
  return each_row(next, [&](std::uint64_t number, const Row& /*row*/) -> Status {
    rows_.erase(key_of(number));
    return erase_hashes(number / kGroupRows);
  });
}

}  // namespace turnstream::consolidation
