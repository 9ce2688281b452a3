#include "pipeline/store/state_table.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace turnstream::store {
namespace {

bool is_timer(std::string_view key) {
  return !key.empty() && key.front() == kTimerPrefix;
}

bool is_ordered(std::string_view key) {
  return is_timer(key) || (!key.empty() && key.front() == kOrderedPrefix);
}

/// By how much a put or erase of one row changes the number of rows. If the presence before is unknown, the row counts
/// as absent before a put and as present before an erase.
std::int64_t rows_added(Presence before, Presence after) {
  return before == after ? 0 : after == Presence::kPresent ? 1 : -1;
}

}  // namespace

std::string partition_prefix(Partition partition) {
  const auto number = static_cast<std::uint32_t>(partition.value());
  CHECK(number <= 0xffff);
  return {static_cast<char>(number >> 8), static_cast<char>(number & 0xff)};
}

std::string row_key(Partition partition, std::string_view key) {
  return partition_prefix(partition).append(key);
}

StateTable::StateTable(KeyValueStore& store, TableId table, Partition partition, std::size_t cache_bytes_max)
    : store_(store),
      table_(table),
      partition_(partition),
      prefix_(partition_prefix(partition)),
      cache_bytes_max_(cache_bytes_max) {}

std::string StateTable::store_key(std::string_view key) const {
  std::string full;
  full.reserve(prefix_.size() + key.size());
  full.append(prefix_).append(key);
  return full;
}

CachedRow& StateTable::row(std::string_view key) {
  const auto rows = rows_.size();
  auto& found = rows_.at(key);
  if (rows_.size() > rows) {
    bytes_ += key.size() + RowCache::kRowOverheadBytes;
  }
  return found;
}

Result<std::optional<std::string_view>> StateTable::get(std::string_view key) {
  auto& cached = row(key);
  if (cached.presence == Presence::kUnknown) {
    TS_ASSIGN_OR_RETURN(auto stored, store_.get(table_, store_key(key)));
    cached.presence = stored ? Presence::kPresent : Presence::kAbsent;
    if (stored) {
      cached.value = *std::move(stored);
      bytes_ += cached.value.size();
    }
  }
  if (cached.presence == Presence::kAbsent) {
    return std::optional<std::string_view>();
  }
  return std::optional<std::string_view>(cached.value);
}

void StateTable::set(CachedRow& row, std::string value, Presence presence, bool dirty) {
  bytes_ += value.size();
  bytes_ -= row.value.size();
  unsaved_bytes_ += dirty ? row.key_size + value.size() : 0;
  unsaved_bytes_ -= row.dirty ? row.key_size + row.value.size() : 0;
  row.value = std::move(value);
  row.presence = presence;
  row.dirty = dirty;
  if (dirty && !row.listed) {
    row.listed = true;
    rows_.place(row);
    dirty_.push_back(&row);
  }
  if (is_ordered(row.key())) {
    if (dirty || row.in_flight) {
      unwritten_ordered_.emplace(row.key(), &row);
    } else {
      unwritten_ordered_.erase(row.key());
    }
  }
}

void StateTable::change(std::string_view key, std::string_view value, Presence presence) {
  auto& target = row(key);
  std::string fresh(value);  // copied first: `value` may be a view into this row
  bytes_ -= target.value.size();
  unsaved_bytes_ -= target.dirty ? target.value.size() : 0;
  journal_.push_back({&target, std::move(target.value), target.presence, target.dirty});
  if (is_timer(key)) {
    timer_rows_added_ += rows_added(target.presence, presence);
  }
  target.value.clear();
  set(target, std::move(fresh), presence, true);
}

void StateTable::put(std::string_view key, std::string_view value) {
  change(key, value, Presence::kPresent);
}

void StateTable::erase(std::string_view key) {
  change(key, {}, Presence::kAbsent);
}

void StateTable::rollback(std::size_t savepoint) {
  CHECK(savepoint <= journal_.size());
  while (journal_.size() > savepoint) {
    auto& undo = journal_.back();
    if (is_timer(undo.row->key())) {
      timer_rows_added_ -= rows_added(undo.presence, undo.row->presence);
    }
    set(*undo.row, std::move(undo.value), undo.presence, undo.dirty);
    journal_.pop_back();
  }
}

void StateTable::for_each_dirty(
    const std::function<void(std::string_view, std::optional<std::string_view>)>& visit) const {
  for (const auto* row : dirty_) {
    if (row->dirty) {
      const bool present = row->presence == Presence::kPresent;
      visit(row->key(), present ? std::optional<std::string_view>(row->value) : std::nullopt);
    }
  }
}

void StateTable::seal(Batch& batch) {
  CHECK(in_flight_.empty());
  release_savepoints();
  std::string key;
  for (auto* row : dirty_) {
    row->listed = false;
    if (!row->dirty) {
      rows_.place(*row);
      continue;
    }
    key.assign(prefix_).append(row->key());
    if (row->presence == Presence::kPresent) {
      batch.put(table_, key, row->value);
      if (is_ordered(row->key())) {
        scan_starts_.added(row->key());
        in_flight_ordered_puts_.insert(row->key());
      }
    } else {
      batch.erase(table_, key);
    }
    row->dirty = false;
    row->walk = walk_;
    row->in_flight = true;
    in_flight_.push_back(row);
  }
  dirty_.clear();
  unsaved_bytes_ = 0;
}

void StateTable::written() {
  for (auto* row : in_flight_) {
    row->in_flight = false;
    rows_.place(*row);
    if (!row->dirty && is_ordered(row->key())) {
      unwritten_ordered_.erase(row->key());
    }
  }
  in_flight_.clear();
  in_flight_ordered_puts_.clear();
}

bool StateTable::changed_since_walk(std::string_view key) const {
  const CachedRow* row = rows_.find(key);
  return row != nullptr && (row->dirty || row->walk == walk_);
}

bool StateTable::sealed_since_walk(std::string_view key) const {
  const CachedRow* row = rows_.find(key);
  return row != nullptr && row->walk == walk_;
}

void StateTable::trim() {
  while (bytes_ > cache_bytes_max_) {
    auto* const row = rows_.oldest();
    if (row == nullptr) {
      break;
    }
    bytes_ -= row->key_size + row->value.size() + RowCache::kRowOverheadBytes;
    rows_.evict(*row);
  }
}

Status StateTable::scan(std::string_view from, std::string_view to, std::size_t limit, const Visitor& visit) {
  CHECK(is_ordered(from) && from <= to);
  const auto unwritten_from = unwritten_ordered_.lower_bound(from);
  const auto unwritten_to = unwritten_ordered_.lower_bound(to);
  // Read up to `limit` stored rows, plus one for each unwritten row of the range, because an unwritten row may delete a
  // stored one. Then merge.
  const auto unwritten = static_cast<std::size_t>(std::distance(unwritten_from, unwritten_to));
  const std::size_t wanted = limit + std::min(unwritten, std::numeric_limits<std::size_t>::max() - limit);
  std::map<std::string, std::string> merged;
  const std::string start = store_key(scan_starts_.start(from, to));
  TS_RETURN_IF_ERROR(store_.scan(table_, start, store_key(to), [&](std::string_view key, std::string_view value) {
    merged.emplace_hint(merged.end(), key.substr(prefix_.size()), value);
    return merged.size() < wanted;
  }));
  // The store may not have the batch in flight yet.
  const auto in_flight = in_flight_ordered_puts_.lower_bound(from);
  const std::string_view first = merged.empty() ? to : std::string_view(merged.begin()->first);
  scan_starts_.learn(from, to, in_flight == in_flight_ordered_puts_.end() ? first : std::min(first, *in_flight));
  for (auto it = unwritten_from; it != unwritten_to; ++it) {
    const auto& [key, row] = *it;
    if (row->presence == Presence::kPresent) {
      merged.insert_or_assign(std::string(key), row->value);
    } else {
      merged.erase(std::string(key));
    }
  }
  std::size_t visited = 0;
  for (const auto& [key, value] : merged) {
    if (visited++ == limit || !visit(key, value)) {
      break;
    }
  }
  return {};
}

}  // namespace turnstream::store
