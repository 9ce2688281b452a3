#include "pipeline/store/state_table.h"

#include <map>

namespace turnstream::store {
namespace {

constexpr std::size_t kRowOverheadBytes = 160;

}  // namespace

std::string partition_prefix(Partition partition) {
  const auto number = static_cast<std::uint32_t>(partition.value());
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
    recency_.splice(recency_.begin(), recency_, found->second.recency);
    return *found;
  }
  auto& added = *rows_.emplace(lookup_, Row{}).first;
  recency_.push_front(&added);
  added.second.recency = recency_.begin();
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
    state.listed = true;
    dirty_.push_back(&row);
  }
  if (!key.empty() && key.front() == kOrderedPrefix) {
    if (dirty || state.in_flight) {
      unwritten_ordered_.insert(key);
    } else {
      unwritten_ordered_.erase(key);
    }
  }
}

void StateTable::change(std::string_view key, std::string_view value, Presence presence) {
  auto& target = row(key);
  auto& state = target.second;
  std::string old = std::move(state.value);
  state.value.clear();
  bytes_ -= old.size();
  journal_.push_back({&target, std::move(old), state.presence, state.dirty});
  set(target, std::string(value), presence, true);
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
    if (!row->second.dirty) {
      unwritten_ordered_.erase(row->first);
    }
  }
  in_flight_.clear();
}

void StateTable::trim() {
  auto it = recency_.end();
  while (bytes_ > cache_bytes_max_ && it != recency_.begin()) {
    --it;
    auto* row = *it;
    const auto& state = row->second;
    if (state.dirty || state.listed || state.in_flight) {
      continue;
    }
    bytes_ -= row->first.size() + state.value.size() + kRowOverheadBytes;
    it = recency_.erase(it);
    rows_.erase(row->first);
  }
}

Status StateTable::scan(std::string_view from, std::string_view to, std::size_t limit, const Visitor& visit) {
  CHECK(!from.empty() && from.front() == kOrderedPrefix);
  // Take what the store has, up to the limit plus what the unwritten rows may hide, then merge.
  std::map<std::string, std::string> merged;
  std::size_t hidden = 0;
  for (auto it = unwritten_ordered_.lower_bound(from); it != unwritten_ordered_.end() && *it < to; ++it) {
    ++hidden;
  }
  const std::size_t wanted = limit + hidden;
  TS_RETURN_IF_ERROR(
      store_.scan(table_, store_key(from), store_key(to), [&](std::string_view key, std::string_view value) {
        merged.emplace(key.substr(prefix_.size()), value);
        return merged.size() < wanted;
      }));
  for (auto it = unwritten_ordered_.lower_bound(from); it != unwritten_ordered_.end() && *it < to; ++it) {
    const auto& state = rows_.find(std::string(*it))->second;
    if (state.presence == Presence::kPresent) {
      merged.insert_or_assign(std::string(*it), state.value);
    } else {
      merged.erase(std::string(*it));
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
