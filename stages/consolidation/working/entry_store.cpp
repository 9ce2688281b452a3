#include "stages/consolidation/working/entry_store.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kQueuePrefix = "~w/";
constexpr std::string_view kDonePrefix = "~wd/";
constexpr std::uint8_t kFormat = 1;
constexpr std::string_view kKind = "working";
constexpr std::size_t kRowsBeside = 32;
constexpr std::uint64_t kBlockPlaces = 16;
constexpr std::size_t kPlaceBytes = 2 + sizeof(Uuid) + 3 * sizeof(std::uint64_t);
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::string encode_block(const std::vector<Place>& places) {
  std::string row;
  row.reserve(1 + places.size() * kPlaceBytes);
  ByteWriter writer(row);
  writer.u8(kFormat);
  for (const Place& place : places) {
    writer.u8(static_cast<std::uint8_t>(place.number % kBlockPlaces)).u8(place.claimed ? 1 : 0).uuid(place.id);
    writer.i64(place.at.value()).u64(place.turn).u64(place.session);
  }
  return row;
}

/// The places in the row of the block, by number; absent if the row is damaged.
std::optional<std::vector<Place>> decode_block(std::uint64_t block, std::string_view row) {
  ByteReader reader(row);
  std::vector<Place> places;
  places.reserve(row.size() / kPlaceBytes);
  const bool known_format = reader.u8() == kFormat;
  while (reader.ok() && !reader.at_end()) {
    Place place;
    place.number = block * kBlockPlaces + reader.u8();
    place.claimed = reader.u8() != 0;
    place.id = reader.uuid();
    place.at = LogTime{reader.i64()};
    place.turn = reader.u64();
    place.session = reader.u64();
    places.push_back(place);
  }
  return known_format && reader.ok() ? std::optional(std::move(places)) : std::nullopt;
}

Error damaged_queue() {
  return evidence::bad_state("A row of the queue of working memory is damaged.");
}

std::string encode_place(const Place& place) {
  std::string row;
  ByteWriter(row)
      .u8(kFormat)
      .u8(place.claimed ? 1 : 0)
      .uuid(place.id)
      .i64(place.at.value())
      .u64(place.turn)
      .u64(place.session);
  return row;
}

/// The number of 8 bytes, big-endian, at the end of a key.
std::uint64_t number_in(std::string_view key) {
  std::uint64_t number = 0;
  for (const char c : key.substr(key.size() - sizeof number)) {
    number = number << 8 | static_cast<std::uint8_t>(c);
  }
  return number;
}

std::optional<Place> decode_place(std::string_view key, std::string_view row) {
  ByteReader reader(row);
  Place place;
  place.number = number_in(key);
  const bool known_format = reader.u8() == kFormat;
  place.claimed = reader.u8() != 0;
  place.id = reader.uuid();
  place.at = LogTime{reader.i64()};
  place.turn = reader.u64();
  place.session = reader.u64();
  return known_format && reader.done() ? std::optional(place) : std::nullopt;
}

}  // namespace

Result<std::optional<EntryRow>> EntryStore::find(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(evidence::row_key(kEntryPrefix, id)));
  if (!row.has_value()) {
    return std::optional<EntryRow>();
  }
  TS_ASSIGN_OR_RETURN(EntryRow entry, decode_entry(*row));
  return std::optional(std::move(entry));
}

Result<Entry> EntryStore::waiting(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(std::optional<EntryRow> row, find(id));
  if (!row.has_value() || !std::holds_alternative<Entry>(*row)) {
    return evidence::bad_state("The queue of working memory names an entry that is missing.");
  }
  return std::get<Entry>(*std::move(row));
}

Status EntryStore::visit_queue(std::size_t rows_max, const Take& take) {
  TS_RETURN_IF_ERROR(write_queue());
  bool good = true;
  TS_RETURN_IF_ERROR(context_.state().scan(kQueuePrefix, rows_max, [&](std::string_view key, std::string_view row) {
    const auto places = decode_block(number_in(key), row);
    good = places.has_value();
    return good && std::all_of(places->begin(), places->end(), take);
  }));
  return good ? Status() : Status(damaged_queue());
}

Status EntryStore::visit_done(std::size_t limit, const Take& take) {
  bool good = true;
  TS_RETURN_IF_ERROR(context_.state().scan(kDonePrefix, limit, [&](std::string_view key, std::string_view row) {
    const std::optional<Place> place = decode_place(key, row);
    good = place.has_value();
    return good && take(*place);
  }));
  return good ? Status() : Status(damaged_queue());
}

void EntryStore::set_place(std::uint64_t number, std::optional<Place> place) {
  changed_blocks_[number / kBlockPlaces][number] = place;
}

Status EntryStore::write_queue() {
  for (const auto& changed : changed_blocks_) {
    const Block& changes = changed.second;
    const std::string key = evidence::row_key(kQueuePrefix, changed.first);
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
    std::optional<std::vector<Place>> places =
        row.has_value() ? decode_block(changed.first, *row) : std::vector<Place>();
    if (!places.has_value()) {
      return damaged_queue();
    }
    std::erase_if(*places, [&](const Place& place) { return changes.count(place.number) > 0; });
    for (const auto& [number, place] : changes) {
      if (place.has_value()) {
        places->push_back(*place);
      }
    }
    std::sort(places->begin(), places->end(), [](const Place& a, const Place& b) { return a.number < b.number; });
    places->empty() ? context_.state().erase(key) : context_.state().put(key, encode_block(*places));
  }
  changed_blocks_.clear();
  return {};
}

Result<std::vector<Place>> EntryStore::oldest(std::size_t limit, LogTime since, std::uint64_t until) {
  std::vector<Place> found;
  // Most often the oldest are those that are looked for, so that a scan of few rows finds them.
  for (const std::size_t rows : {limit / kBlockPlaces + kRowsBeside, kAll}) {
    std::set<std::uint64_t> blocks;
    bool ended = false;
    found.clear();
    TS_RETURN_IF_ERROR(visit_queue(rows, [&](const Place& place) {
      blocks.insert(place.number / kBlockPlaces);
      ended = place.number >= until || found.size() == limit;
      if (!ended && !place.claimed && place.at >= since) {
        found.push_back(place);
      }
      return !ended;
    }));
    if (ended || blocks.size() < rows || found.size() == limit) {
      break;
    }
  }
  return found;
}

void EntryStore::add(const Uuid& id, Entry entry, const EntryContext& context) {
  const Place place{entry.number, id, false, entry.recorded_at, hash64(entry.turn_id), hash64(entry.session_id)};
  context_.effects().put(kKind, context.id, working_value(entry, context), false);
  set_place(entry.number, place);
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(EntryRow(std::move(entry))));
  ++head_.waiting;
}

void EntryStore::update(const Uuid& id, const Entry& before, const Entry& after) {
  if (before == after) {
    return;
  }
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(EntryRow(after)));
  std::string patch;
  json::Writer json(patch);
  json.begin_object();
  if (before.ephemeral != after.ephemeral) {
    json.boolean("ephemeral", after.ephemeral);
  }
  if (before.importance != after.importance) {
    json.millionths("importance", after.importance);
  }
  json.end_object();
  if (before.ephemeral != after.ephemeral || before.importance != after.importance) {
    context_.effects().patch(kKind, to_string(id), std::move(patch));
  }
}

void EntryStore::claim(const Place& place) {
  Place claimed = place;
  claimed.claimed = true;
  set_place(place.number, claimed);
}

void EntryStore::consolidate(const Place& place, const Entry& entry, const Uuid& insight, LogTime now) {
  set_place(place.number, std::nullopt);
  --head_.waiting;
  const Consolidated done{head_.next_done++, entry.number, entry.turn_id,    entry.pointer,
                          entry.session_id,  insight,      entry.occurrences};
  const Place done_place{done.number, place.id, false, now, hash64(entry.turn_id), hash64(entry.session_id)};
  context_.state().put(evidence::row_key(kDonePrefix, done.number), encode_place(done_place));
  context_.state().put(evidence::row_key(kEntryPrefix, place.id), encode(EntryRow(done)));
  ++head_.done;
  head_.oldest_done = head_.oldest_done.value_or(now);
  context_.effects().patch(kKind, to_string(place.id), R"({"consolidated":true})");
}

void EntryStore::drop(const Place& place) {
  set_place(place.number, std::nullopt);
  context_.state().erase(evidence::row_key(kEntryPrefix, place.id));
  --head_.waiting;
  context_.effects().remove(kKind, to_string(place.id));
}

void EntryStore::drop_done(const Place& place) {
  context_.state().erase(evidence::row_key(kDonePrefix, place.number));
  context_.state().erase(evidence::row_key(kEntryPrefix, place.id));
  --head_.done;
  context_.effects().remove(kKind, to_string(place.id));
}

void EntryStore::count(const Uuid& id, Consolidated done, std::int64_t occurrences) {
  done.occurrences = occurrences;
  context_.state().put(evidence::row_key(kEntryPrefix, id), encode(EntryRow(std::move(done))));
}

Status EntryStore::trim(std::int64_t done_max, LogTime horizon) {
  if (head_.done <= done_max && (!head_.oldest_done.has_value() || *head_.oldest_done > horizon)) {
    return {};
  }
  const bool too_old = *head_.oldest_done <= horizon;
  const auto excess = static_cast<std::size_t>(std::max(head_.done - done_max, std::int64_t{0}));
  head_.oldest_done.reset();
  return visit_done(too_old ? kAll : excess + 1, [&](const Place& place) {
    if (head_.done <= done_max && place.at > horizon) {
      head_.oldest_done = place.at;
      return false;
    }
    drop_done(place);
    return true;
  });
}

Result<std::vector<ForgottenEntry>> EntryStore::forget(Forgetting& forgetting) {
  std::set<std::uint64_t> turns;
  for (const std::string& id : forgetting.ids()) {
    turns.insert(hash64(id));
  }
  const auto& session = forgetting.args().session_id;
  const auto covers = [&](const Place& place) {
    return forgetting.has(to_string(place.id)) || turns.count(place.turn) > 0 ||
           (session.has_value() && hash64(*session) == place.session);
  };
  std::vector<ForgottenEntry> gone;
  TS_RETURN_IF_ERROR(visit_queue(kAll, [&](const Place& place) {
    if (covers(place)) {
      drop(place);
      forgetting.add(to_string(place.id));
      gone.push_back({place.id, place.claimed});
    }
    return true;
  }));
  std::optional<LogTime> oldest;
  TS_RETURN_IF_ERROR(visit_done(kAll, [&](const Place& place) {
    if (covers(place)) {
      forgetting.add(to_string(place.id));
      drop_done(place);
      return true;
    }
    oldest = oldest.value_or(place.at);
    return true;
  }));
  head_.oldest_done = oldest;
  return gone;
}

}  // namespace turnstream::consolidation
