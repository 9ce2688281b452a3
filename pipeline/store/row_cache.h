#pragma once
// RowCache: rows in memory, found by key through an open-addressing hash table and held in one of two intrusive lists:
// evictable rows by recency, and pinned ones, which trimming never touches. A row is one allocation (its key stands
// behind it) and does not move; a value has its own.
// Threads: one. Lifetime: rows live until they are evicted or the cache ends.

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

struct Row : RowLinks {
  std::string value;
  const std::uint64_t hash;
  const std::uint32_t key_size;
  Presence presence = Presence::kUnknown;
  bool dirty = false;      ///< differs from what is sealed or stored
  bool listed = false;     ///< stands in the table's list of dirty rows
  bool in_flight = false;  ///< sealed, not yet written

  [[nodiscard]] std::string_view key() const { return {reinterpret_cast<const char*>(this + 1), key_size}; }
  [[nodiscard]] bool pinned() const { return listed || in_flight; }

  static Row* make(std::string_view key, std::uint64_t hash);
  static void free(Row* row);

 private:
  Row(std::uint64_t hash_of_key, std::uint32_t size) : hash(hash_of_key), key_size(size) {}
};

class RowCache {
 public:
  RowCache() = default;
  ~RowCache();
  RowCache(const RowCache&) = delete;
  RowCache& operator=(const RowCache&) = delete;

  /// The row with that key, made where there is none; now the most recently used.
  Row& at(std::string_view key);
  /// To be called when row.pinned() has changed.
  void place(Row& row);
  /// The least recently used row that is not pinned; null without one.
  [[nodiscard]] Row* oldest() const;
  void evict(Row& row);
  [[nodiscard]] std::size_t size() const { return size_; }

  /// What a row costs beyond its key and value: itself, its slot in the table, the allocator's rounding.
  static constexpr std::size_t kRowOverheadBytes = sizeof(Row) + 48;

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Row* row = nullptr;
  };
  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return hash & (slots_.size() - 1); }
  [[nodiscard]] std::size_t after(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  void grow();

  std::vector<Slot> slots_;  ///< a power of two of them; collisions stand in the next free one
  std::size_t size_ = 0;
  // Rings: a list's own newer is its oldest row, its own older the newest.
  RowLinks evictable_;
  RowLinks pinned_;
};

}  // namespace turnstream::store
