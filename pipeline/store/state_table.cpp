#include "pipeline/store/state_table.h"

#include <iterator>

namespace turnstream::store {
namespace {

constexpr std::size_t kRowOverheadBytes = 160;

bool is_ordered(std::string_view key) {
  return !key.empty() && key.front() == kOrderedPrefix;
}

}  // namespace

std::string partition_prefix(Partition partition) {
  const auto number = static_cast<std::uint32_t>(partition.value());
  CHECK(number <= 0xffff);
  return {static_cast<char>(number >> 8), static_cast<char>(number & 0xff)};
}

StateTable::StateTable(KeyValueStore& store, TableId table, Partition partition, std::size_t cache_bytes_max)
    : store_(store), table_(table), prefix_(partition_prefix(partition)), cache_bytes_max_(cache_bytes_max) {}

std::string StateTable::store_key(std::string_view key) const {
  std::string full;
  full.reserve(prefix_.size() + key.size());
  full.append(prefix_).append(key);
  return full;
}

StateTable::Rows::value_type& StateTable::row(std::string_view key) {
  lookup_.assign(key);
  if (const auto found = rows_.find(lookup_); found != rows_.end()) {
    const auto& state = found->second;
    if (!state.listed && !state.in_flight) {
      evictable_.splice(evictable_.begin(), evictable_, state.place);
    }
    return *found;
  }
  auto& added = *rows_.emplace(lookup_, Row{}).first;
  evictable_.push_front(&added);
  added.second.place = evictable_.begin();
  bytes_ += added.first.size() + kRowOverheadBytes;
  return added;
}

Result<std::optional<std::string_view>> StateTable::get(std::string_view key) {
  auto& [name, cached] = row(key);
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

void StateTable::set(Rows::value_type& row, std::string value, Presence presence, bool dirty) {
  auto& [key, state] = row;
  bytes_ += value.size();
  bytes_ -= state.value.size();
  state.value = std::move(value);
  state.presence = presence;
  state.dirty = dirty;
  if (dirty && !state.listed) {
    if (!state.in_flight) {
      pinned_.splice(pinned_.begin(), evictable_, state.place);
    }
    state.listed = true;
    dirty_.push_back(&row);
  }
  if (is_ordered(key)) {
    if (dirty || state.in_flight) {
      unwritten_ordered_.emplace(key, &state);
    } else {
      unwritten_ordered_.erase(key);
    }
  }
}

void StateTable::unpin(Row& row) {
  if (!row.listed && !row.in_flight) {
    evictable_.splice(evictable_.begin(), pinned_, row.place);
  }
}

void StateTable::change(std::string_view key, std::string_view value, Presence presence) {
  auto& target = row(key);
  auto& state = target.second;
  std::string fresh(value);  // before anything moves: `value` may be a view of this very row
  bytes_ -= state.value.size();
  journal_.push_back({&target, std::move(state.value), state.presence, state.dirty});
  state.value.clear();
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
    set(*undo.row, std::move(undo.value), undo.presence, undo.dirty);
    journal_.pop_back();
  }
}

void StateTable::for_each_dirty(
    const std::function<void(std::string_view, std::optional<std::string_view>)>& visit) const {
  for (const auto* row : dirty_) {
    if (row->second.dirty) {
      const bool present = row->second.presence == Presence::kPresent;
      visit(row->first, present ? std::optional<std::string_view>(row->second.value) : std::nullopt);
    }
  }
}

void StateTable::seal(Batch& batch) {
  CHECK(in_flight_.empty());
  release_savepoints();
  std::string key;
  for (auto* row : dirty_) {
    auto& state = row->second;
    state.listed = false;
    if (!state.dirty) {
      unpin(state);
      continue;
    }
    key.assign(prefix_).append(row->first);
    if (state.presence == Presence::kPresent) {
      batch.put(table_, key, state.value);
    } else {
      batch.erase(table_, key);
    }
    state.dirty = false;
    state.in_flight = true;
    in_flight_.push_back(row);
  }
  dirty_.clear();
}

void StateTable::written() {
  for (auto* row : in_flight_) {
    row->second.in_flight = false;
    unpin(row->second);
    if (!row->second.dirty && is_ordered(row->first)) {
      unwritten_ordered_.erase(row->first);
    }
  }
  in_flight_.clear();
}

void StateTable::trim() {
  while (bytes_ > cache_bytes_max_ && !evictable_.empty()) {
    const auto* row = evictable_.back();
    evictable_.pop_back();
    bytes_ -= row->first.size() + row->second.value.size() + kRowOverheadBytes;
    rows_.erase(rows_.find(row->first));
  }
}

Status StateTable::scan(std::string_view from, std::string_view to, std::size_t limit, const Visitor& visit) {
  CHECK(is_ordered(from) && from <= to);
  const auto unwritten_from = unwritten_ordered_.lower_bound(from);
  const auto unwritten_to = unwritten_ordered_.lower_bound(to);
  // Take what the store has, up to the limit plus what the unwritten rows may hide, then merge.
  const std::size_t wanted = limit + static_cast<std::size_t>(std::distance(unwritten_from, unwritten_to));
  std::map<std::string, std::string> merged;
  TS_RETURN_IF_ERROR(
      store_.scan(table_, store_key(from), store_key(to), [&](std::string_view key, std::string_view value) {
        merged.emplace_hint(merged.end(), key.substr(prefix_.size()), value);
        return merged.size() < wanted;
      }));
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
