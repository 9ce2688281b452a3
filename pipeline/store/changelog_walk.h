#pragma once
// Walk: how far the batches of a changelog have repeated the rows of a table, of one stage in one partition. Each batch has, in
// addition to the rows that its transaction changed, some that it only repeats: in key order, from where the batch before it
// ended. When a walk has passed all rows, the batches since it began contain the whole table, and those before are not
// needed. docs/architecture.md says why. A Walk decides how many bytes each batch passes, so that the changelog keeps at
// most about 6 times the bytes of the table, and so that forgotten rows leave it in time. It is part of each batch.
// Threads: a value.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::store {

/// A larger WalkLimits::purge_ms has the effect of this one.
inline constexpr std::int64_t kPurgeMsMax = std::int64_t{90} * 86'400'000;

struct WalkLimits {
  std::int64_t step_bytes_min = 4'096;     ///< a batch passes that many bytes or none, unless the walk is urgent
  std::int64_t step_bytes_max = 16 << 20;  ///< the most that one batch passes
  /// What each batch passes until a walk that leaves something to drop was complete. A forget passes a table of up to that
  /// size at once.
  std::int64_t first_step_bytes = 1 << 20;
  std::int64_t kept_bytes_free = 64 << 10;  ///< the changelog may keep that much beyond its share
  std::int64_t purge_ms = 86'400'000;       ///< forgotten rows leave within this time
};

class Walk {
 public:
  /// Nothing before it is needed: the beginning of the last complete walk.
  [[nodiscard]] NextOffset kept() const { return kept_; }
  /// Whether a walk was complete, so that the batches from kept() on are the whole table.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  /// The bytes of the batches from kept() on.
  [[nodiscard]] std::int64_t kept_bytes() const { return written_ - written_before_kept_; }
  /// The bytes of the batches before kept().
  [[nodiscard]] std::int64_t needless_bytes() const { return written_before_kept_; }
  /// Whether forgotten rows may still be in the changelog, or in a segment of it.
  [[nodiscard]] bool forgets() const { return forgot_.value() != 0; }
  /// About the bytes of the table's rows: what the last complete walk passed.
  [[nodiscard]] std::int64_t table_bytes() const { return size_; }

  // For each transaction, in this order: erase() for each row that it deletes, forget() if it removed rows for good, plan(), and
  // if that is not 0 begin() unless is_under_way(), pass() for each row, and end() after the last one; then closed().
  /// Precondition: the row was not added since the walk began, as far as it is known. A row that was passed no longer counts
  /// for table_bytes(), with its key at least: its value is not known.
  void erase(std::string_view key);
  /// `next`: the end of the changelog before the transaction.
  void forget(WallTime now, NextOffset next, const WalkLimits& limits);
  /// How many bytes of rows the batch passes, as pass() counts them. `changed`: the bytes of the rows that the transaction changed.
  [[nodiscard]] std::int64_t plan(std::int64_t changed, WallTime now, const WalkLimits& limits);
  [[nodiscard]] bool is_under_way() const { return is_under_way_; }
  void begin(NextOffset next);
  /// The last key that was passed; empty: none.
  [[nodiscard]] const std::string& cursor() const { return cursor_; }
  /// Passes a row of so many bytes. `is_repeated`: the batch repeats it; else it was changed since the walk began. Returns how
  /// many of the bytes of plan() that takes.
  std::int64_t pass(std::string_view key, std::int64_t bytes, bool is_repeated);
  void end(const WalkLimits& limits);
  void closed(WallTime now) { last_ = now; }
  /// Counts the bytes of a record that is written.
  void wrote(std::int64_t bytes) { written_ += bytes; }

  void write(ByteWriter& out) const;
  static Walk read(ByteReader& in);

 private:
  [[nodiscard]] bool is_late(const WalkLimits& limits) const;
  /// What the time since the last batch adds after a forget.
  [[nodiscard]] std::int64_t pace(WallTime now, const WalkLimits& limits) const;

  NextOffset kept_{0};
  NextOffset begun_{0};  ///< all batches since the walk began are at or after it
  bool is_whole_ = false;
  bool is_under_way_ = false;
  std::string cursor_;
  std::int64_t written_ = 0;  ///< of all batches so far
  std::int64_t written_before_kept_ = 0;
  std::int64_t written_before_begun_ = 0;
  std::int64_t passed_ = 0;   ///< in this walk
  std::int64_t erased_ = 0;   ///< of these, what was deleted since
  std::int64_t size_ = 0;     ///< passed by the last complete walk
  std::int64_t owed_ = 0;     ///< what the walk still has to pass for what was changed so far
  WallTime last_{0};          ///< of the last batch
  WallTime before_begun_{0};  ///< of the batch before the walk began
  WallTime forgot_{0};        ///< the last forget whose rows may still be in the changelog; 0: none
};

}  // namespace turnstream::store
