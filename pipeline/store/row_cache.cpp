#include "pipeline/store/row_cache.h"

#include <cstring>
#include <new>

#include "pipeline/base/hash64.h"

namespace turnstream::store {
namespace {

constexpr std::size_t kSlotsMin = 64;

void unlink(RowLinks& links) {
  links.newer->older = links.older;
  links.older->newer = links.newer;
}

/// Inserts at the newest end of the ring.
void link(RowLinks& ring, RowLinks& links) {
  links.newer = &ring;
  links.older = ring.older;
  ring.older->newer = &links;
  ring.older = &links;
}

void free_all(RowLinks& ring) {
  for (auto* links = ring.newer; links != &ring;) {
    auto* const next = links->newer;
    CachedRow::free(static_cast<CachedRow*>(links));
    links = next;
  }
}

}  // namespace

CachedRow* CachedRow::make(std::string_view key, std::uint64_t hash) {
  void* const memory = ::operator new(sizeof(CachedRow) + key.size());
  auto* const row = new (memory) CachedRow(hash, static_cast<std::uint32_t>(key.size()));
  std::memcpy(reinterpret_cast<char*>(row + 1), key.data(), key.size());
  return row;
}

void CachedRow::free(CachedRow* row) {
  row->~CachedRow();
  ::operator delete(row);
}

RowCache::~RowCache() {
  free_all(evictable_);
  free_all(pinned_);
}

CachedRow& RowCache::at(std::string_view key) {
  if (slots_.size() * 3 <= (size_ + 1) * 4) {
    grow();
  }
  const auto hash = hash64(key);
  auto slot = home(hash);
  for (; slots_[slot].row != nullptr; slot = after(slot)) {
    auto* const row = slots_[slot].row;
    if (slots_[slot].hash == hash && row->key() == key) {
      if (!row->pinned()) {
        unlink(*row);
        link(evictable_, *row);
      }
      return *row;
    }
  }
  auto* const row = CachedRow::make(key, hash);
  slots_[slot] = {hash, row};
  ++size_;
  link(evictable_, *row);
  return *row;
}

const CachedRow* RowCache::find(std::string_view key) const {
  if (slots_.empty()) {
    return nullptr;
  }
  const auto hash = hash64(key);
  for (auto slot = home(hash); slots_[slot].row != nullptr; slot = after(slot)) {
    if (slots_[slot].hash == hash && slots_[slot].row->key() == key) {
      return slots_[slot].row;
    }
  }
  return nullptr;
}

void RowCache::place(CachedRow& row) {
  unlink(row);
  link(row.pinned() ? pinned_ : evictable_, row);
}

CachedRow* RowCache::oldest() const {
  return evictable_.newer == &evictable_ ? nullptr : static_cast<CachedRow*>(evictable_.newer);
}

void RowCache::evict(CachedRow& row) {
  auto hole = home(row.hash);
  while (slots_[hole].row != &row) {
    hole = after(hole);
  }
  // A search stops at the first free slot. So each later entry of this run of taken slots whose own search would stop at
  // the hole is moved into it, and its old slot becomes the hole.
  for (auto slot = after(hole); slots_[slot].row != nullptr; slot = after(slot)) {
    const auto distance_home = (slot - home(slots_[slot].hash)) & (slots_.size() - 1);
    const auto distance_hole = (slot - hole) & (slots_.size() - 1);
    if (distance_home >= distance_hole) {
      slots_[hole] = slots_[slot];
      hole = slot;
    }
  }
  slots_[hole] = {};
  --size_;
  unlink(row);
  CachedRow::free(&row);
}

void RowCache::grow() {
  std::vector<Slot> smaller(slots_.empty() ? kSlotsMin : slots_.size() * 2);
  smaller.swap(slots_);
  for (const Slot& taken : smaller) {
    if (taken.row == nullptr) {
      continue;
    }
    auto slot = home(taken.hash);
    while (slots_[slot].row != nullptr) {
      slot = after(slot);
    }
    slots_[slot] = taken;
  }
}

}  // namespace turnstream::store
