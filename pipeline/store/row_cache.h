#pragma once
// RowCache: rows in memory, found by key through an open-addressing hash table. Each row is in one of two intrusive
// lists: evictable rows, ordered by last use, or pinned rows, which the caller must not evict. A row is one allocation
// with the key stored behind the struct, and it does not move. Rows are valid until they are evicted or the cache is
// destroyed. Threads: one.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::store {

enum class Presence : std::uint8_t { kUnknown, kPresent, kAbsent };

struct RowLinks {
  RowLinks* newer = this;
  RowLinks* older = this;
};

struct CachedRow : RowLinks {
  std::string value;
  const std::uint64_t hash;
  const std::uint32_t key_size;
  Presence presence = Presence::kUnknown;
  bool dirty = false;      ///< the row has a change that StateTable::seal() has not put into a batch
  bool listed = false;     ///< the row is in StateTable::dirty_; after a rollback it may be there without being dirty
  bool in_flight = false;  ///< the row is in a sealed batch, and StateTable::written() was not called since
  std::uint32_t walk = 0;  ///< of the StateTable when the row was last sealed; 0: not since it is here

  [[nodiscard]] std::string_view key() const { return {reinterpret_cast<const char*>(this + 1), key_size}; }
  [[nodiscard]] bool pinned() const { return listed || in_flight; }

  static CachedRow* make(std::string_view key, std::uint64_t hash);
  static void free(CachedRow* row);

 private:
  CachedRow(std::uint64_t hash_of_key, std::uint32_t size) : hash(hash_of_key), key_size(size) {}
};

class RowCache {
 public:
  RowCache() = default;
  ~RowCache();
  RowCache(const RowCache&) = delete;
  RowCache& operator=(const RowCache&) = delete;

  /// Returns the row with this key, creates it if needed, and makes it the most recently used unless it is pinned.
  CachedRow& at(std::string_view key);
  /// The row with this key, without a use of it; null if there is none.
  [[nodiscard]] const CachedRow* find(std::string_view key) const;
  /// Moves the row into the list that row.pinned() names, as its newest; call it after row.pinned() has changed.
  void place(CachedRow& row);
  /// The least recently used row that is not pinned; null if there is none.
  [[nodiscard]] CachedRow* oldest() const;
  void evict(CachedRow& row);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// The estimated memory of a row without its key and value: the struct, its slot, the allocator's rounding.
  static constexpr std::size_t kRowOverheadBytes = sizeof(CachedRow) + 48;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    CachedRow* row = nullptr;
  };
  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return hash & (slots_.size() - 1); }
  [[nodiscard]] std::size_t after(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  void grow();

  std::vector<Slot> slots_;  ///< size is 0 or a power of two; a colliding row takes the next free slot
  std::size_t size_ = 0;
  // Rings: in the list head, `newer` points to the oldest row and `older` to the newest.
  RowLinks evictable_;
  RowLinks pinned_;
};

}  // namespace turnstream::store
