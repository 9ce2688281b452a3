#include "pipeline/store/changelog_walk.h"

#include <algorithm>

#include "pipeline/base/check.h"

namespace turnstream::store {
namespace {

constexpr std::int64_t kChangedForPassed =
    2;  ///< a walk passes one byte for two that are changed: it keeps 6 times the table
constexpr std::int64_t kPassedIfLate = 4;  ///< or this many for one, so that it ends although rows are added
/// A row that is not repeated costs no bytes of the changelog, but the time to read it: it counts as one that is so much
/// smaller. So a walk overtakes rows that are added ahead of it.
constexpr std::int64_t kPassedForRepeated = 4;
constexpr std::int64_t kLateShare = 5;  ///< if more than this many times the table is kept
// After a forget, in parts of purge_ms: each walk takes an eighth, and the last one begins after a quarter, because Kafka
// keeps what was dropped until its segment ends, which is after a sixth (app/log_access/topic_specs.cpp). So half is left.
constexpr std::int64_t kWalksInPurge = 8;
constexpr std::int64_t kSettlesInPurge = 4;

}  // namespace

bool Walk::is_late(const WalkLimits& limits) const {
  // The table has grown, or its rows move ahead of the walk.
  const bool is_longer = is_whole_ && passed_ - erased_ > size_ + limits.step_bytes_min;
  return is_longer || kept_bytes() > kLateShare * std::max(size_, passed_ - erased_) + limits.kept_bytes_free;
}

void Walk::forget(WallTime now, NextOffset next, const WalkLimits& limits) {
  if (forgot_.value() == 0 && size_ <= limits.first_step_bytes) {
    owed_ += size_;  // A small table is passed at once, but not for each of many forgets.
  }
  forgot_ = now;
  if (!is_late(limits)) {
    begin(next);  // A walk that began before repeated rows that are forgotten now.
  }
}

std::int64_t Walk::pace(WallTime now, const WalkLimits& limits) const {
  const std::int64_t walk_ms = std::max<std::int64_t>(1, std::min(limits.purge_ms, kPurgeMsMax) / kWalksInPurge);
  const std::int64_t elapsed_ms = std::clamp<std::int64_t>(now.value() - last_.value(), 0, walk_ms);
  // The product of both could be too large.
  return size_ / walk_ms * elapsed_ms + size_ % walk_ms * elapsed_ms / walk_ms + 1;
}

std::int64_t Walk::plan(std::int64_t changed, WallTime now, const WalkLimits& limits) {
  const bool is_first = !is_whole_ || kept_.value() == 0;
  const bool is_urgent = is_first || forgot_.value() != 0;
  owed_ += is_late(limits) ? changed * kPassedIfLate : changed / kChangedForPassed;
  if (is_first) {
    owed_ += limits.first_step_bytes;
  } else if (is_urgent) {
    owed_ += pace(now, limits);
  }
  owed_ = std::min(owed_, limits.step_bytes_max);
  // A small table would never owe as much as the least step.
  const std::int64_t least = is_urgent ? std::min(limits.step_bytes_min, size_ / 4 + 1) : limits.step_bytes_min;
  return owed_ >= least ? owed_ : 0;
}

void Walk::begin(NextOffset next) {
  begun_ = next;
  is_under_way_ = true;
  cursor_.clear();
  written_before_begun_ = written_;
  passed_ = 0;
  erased_ = 0;
  before_begun_ = last_;
}

std::int64_t Walk::pass(std::string_view key, std::int64_t bytes, bool is_repeated) {
  const std::int64_t taken = is_repeated ? bytes : bytes / kPassedForRepeated;
  cursor_.assign(key);
  passed_ += bytes;
  owed_ = std::max<std::int64_t>(0, owed_ - taken);
  return taken;
}

void Walk::erase(std::string_view key) {
  if (is_under_way_ && key <= cursor_) {
    erased_ = std::min(passed_, erased_ + static_cast<std::int64_t>(key.size()));
  }
}

void Walk::end(const WalkLimits& limits) {
  CHECK(is_under_way_);
  kept_ = begun_;
  written_before_kept_ = written_before_begun_;
  size_ = passed_ - erased_;
  passed_ = 0;
  erased_ = 0;
  owed_ = 0;
  cursor_.clear();
  is_under_way_ = false;
  is_whole_ = true;
  if (before_begun_.value() >= forgot_.value() + std::min(limits.purge_ms, kPurgeMsMax) / kSettlesInPurge) {
    forgot_ = WallTime{0};
  }
}

void Walk::write(ByteWriter& out) const {
  out.i64(kept_.value()).i64(begun_.value()).u8(is_whole_ ? 1 : 0).u8(is_under_way_ ? 1 : 0).text(cursor_);
  for (const std::int64_t number : {written_, written_before_kept_, written_before_begun_, passed_, erased_, size_,
                                    owed_, last_.value(), before_begun_.value(), forgot_.value()}) {
    out.varint(static_cast<std::uint64_t>(number));
  }
}

Walk Walk::read(ByteReader& in) {
  const auto number = [&in] { return static_cast<std::int64_t>(in.varint()); };
  Walk walk;
  walk.kept_ = NextOffset{in.i64()};
  walk.begun_ = NextOffset{in.i64()};
  walk.is_whole_ = in.u8() != 0;
  walk.is_under_way_ = in.u8() != 0;
  walk.cursor_ = in.text();
  walk.written_ = number();
  walk.written_before_kept_ = number();
  walk.written_before_begun_ = number();
  walk.passed_ = number();
  walk.erased_ = number();
  walk.size_ = number();
  walk.owed_ = number();
  walk.last_ = WallTime{number()};
  walk.before_begun_ = WallTime{number()};
  walk.forgot_ = WallTime{number()};
  return walk;
}

}  // namespace turnstream::store
