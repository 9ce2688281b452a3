#pragma once
// How the parts find what is older than its retention: in rows that stand in the order in which memories were made. Threads:
// values; pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

/// Which memories leave: those made at `until` or before it, at most `count`, the oldest first.
struct AgeLimit {
  LogTime until;
  std::size_t count = 0;
};

/// What left, and when the oldest memory that stays was made.
struct Retired {
  std::vector<std::string> ids;
  std::optional<LogTime> next_made;
};

/// Takes memories from the oldest on, until one stays.
class OldestFirst {
 public:
  explicit OldestFirst(const AgeLimit& limit) : limit_(limit) {}
  /// Returns false if this one stays.
  bool take(const Uuid& id, LogTime made);
  /// The ids of those that leave.
  [[nodiscard]] const std::vector<Uuid>& leaving() const { return leaving_; }
  [[nodiscard]] std::optional<LogTime> next_made() const { return next_made_; }

 private:
  AgeLimit limit_;
  std::vector<Uuid> leaving_;
  std::optional<LogTime> next_made_;
};

/// The key `<prefix><time, 8 bytes>`: byte order is the order of times, also of those before 1970.
[[nodiscard]] evidence::RowKey time_key(std::string_view prefix, LogTime time);
/// The time in a key that begins so.
[[nodiscard]] LogTime time_in_key(std::string_view prefix, std::string_view key);

}  // namespace turnstream::consolidation
