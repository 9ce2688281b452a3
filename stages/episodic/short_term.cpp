#include "stages/episodic/short_term.h"

#include <algorithm>

#include "stages/episodic/collapse.h"
#include "stages/episodic/importance.h"

namespace turnstream::episodic {
namespace {

constexpr std::int64_t kAccessesMax = 1'000'000'000'000;

}  // namespace

Result<RingEntry*> ShortTerm::find_same(const model::MemoryItem& item, std::uint64_t hash) {
  for (RingEntry& entry : state_.ring) {
    if (entry.content_hash != hash) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const model::MemoryItem* candidate, items_.find_in_ring(entry.id));
    if (says_the_same(*candidate, item)) {
      return &entry;
    }
  }
  return static_cast<RingEntry*>(nullptr);
}

Result<Uuid> ShortTerm::admit(NewItem made, const stage_api::Input& input) {
  const std::uint64_t hash = content_hash(made.item);
  Uuid id = made.id;
  std::int64_t importance = made.item.importance;
  TS_ASSIGN_OR_RETURN(RingEntry * same, find_same(made.item, hash));
  if (same != nullptr) {
    TS_ASSIGN_OR_RETURN(model::MemoryItem * kept, items_.find_in_ring(same->id));
    collapse(*kept, made.item, settings_);
    same->importance = kept->importance;
    same->ephemeral = kept->ephemeral;
    id = same->id;
    importance = kept->importance;
  } else if (find_entry(state_.ring, made.id) != nullptr) {
    // A producer used a turn id again after the id had left the turn window. The first item is kept.
    return id;
  } else {
    TS_RETURN_IF_ERROR(append(std::move(made), input, hash));
    TS_RETURN_IF_ERROR(evict(input.log_time));
  }
  if (promotion_due(state_.ring, importance, settings_)) {
    TS_RETURN_IF_ERROR(promote_qualifying(input.log_time));
  }
  return id;
}

Status ShortTerm::append(NewItem made, const stage_api::Input& input, std::uint64_t hash) {
  const LinkEntry link = link_entry_of(made);
  TS_ASSIGN_OR_RETURN(made.item.related_to, links_.related(link));
  TS_RETURN_IF_ERROR(links_.append(link));
  state_.ring.push_back({made.id, made.item.importance, made.item.ephemeral, input.now, hash});
  items_.add(made.id, std::move(made.item));
  return {};
}

Status ShortTerm::evict(LogTime at) {
  for (const RingEntry& entry : take_evicted(state_.ring, settings_)) {
    if (qualifies(entry, settings_)) {
      TS_RETURN_IF_ERROR(promote(entry.id, at));
    } else {
      TS_RETURN_IF_ERROR(items_.remove(entry.id));
      ++state_.counters.evicted;
    }
  }
  return {};
}

Status ShortTerm::promote(const Uuid& id, LogTime at) {
  ++state_.counters.promoted;
  return items_.promote(id, at);
}

Result<std::int64_t> ShortTerm::promote_qualifying(LogTime at) {
  // The order of promotion has no effect on the output: a record's changes are sorted by kind and id.
  const Ring leaving = take_qualifying(state_.ring, settings_);
  for (const RingEntry& entry : leaving) {
    TS_RETURN_IF_ERROR(promote(entry.id, at));
  }
  return static_cast<std::int64_t>(leaving.size());
}

Result<std::int64_t> ShortTerm::age_out(LogTime now) {
  const Ring leaving = take_aged_out(state_.ring, now, settings_);
  for (const RingEntry& entry : leaving) {
    TS_RETURN_IF_ERROR(items_.remove(entry.id));
  }
  state_.counters.aged_out += static_cast<std::int64_t>(leaving.size());
  return static_cast<std::int64_t>(leaving.size());
}

Result<bool> ShortTerm::access(const Uuid& id, std::int64_t count, const stage_api::Input& input) {
  RingEntry* entry = find_entry(state_.ring, id);
  if (entry == nullptr || count <= 0) {
    return entry != nullptr;
  }
  TS_ASSIGN_OR_RETURN(model::MemoryItem * item, items_.find_in_ring(id));
  item->access_count += std::min(count, kAccessesMax - item->access_count);
  item->last_accessed_at = input.log_time;
  item->importance = importance(item->base_importance, item->access_count, settings_);
  entry->importance = item->importance;
  if (qualifies(*entry, settings_)) {
    std::erase_if(state_.ring, [&id](const RingEntry& other) { return other.id == id; });
    TS_RETURN_IF_ERROR(promote(id, input.log_time));
  }
  return true;
}

}  // namespace turnstream::episodic
