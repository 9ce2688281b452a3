#pragma once
// Strong<Tag, T>: a T with a type of its own, so that the compiler refuses an Offset where a NextOffset is expected.
// The conversion from T is explicit; `.value()` gives it back. Below: the project's basic types. Threads: values.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace turnstream {

template <typename Tag, typename T>
class Strong {
 public:
  constexpr Strong() = default;
  constexpr explicit Strong(T value) : value_(std::move(value)) {}
  [[nodiscard]] constexpr const T& value() const { return value_; }
  friend constexpr auto operator<=>(const Strong&, const Strong&) = default;
  friend constexpr bool operator==(const Strong&, const Strong&) = default;

 private:
  T value_{};
};

/// Partition number, counted from 0.
using Partition = Strong<struct PartitionTag, std::int32_t>;
/// The offset of a record in its partition.
using Offset = Strong<struct OffsetTag, std::int64_t>;
/// The offset from which to resume: that of the last processed record + 1.
using NextOffset = Strong<struct NextOffsetTag, std::int64_t>;

constexpr NextOffset next_after(Offset offset) {
  return NextOffset{offset.value() + 1};
}

/// Milliseconds since 1970 UTC as the producer stated them. They order memory and separate episodes.
using EventTime = Strong<struct EventTimeTag, std::int64_t>;
/// Milliseconds since 1970 UTC as intake stamped them (see intake.clock). Decay and timers use them.
using LogTime = Strong<struct LogTimeTag, std::int64_t>;
/// Milliseconds since 1970 UTC by this machine's clock. Stages never see such a time.
using WallTime = Strong<struct WallTimeTag, std::int64_t>;
/// Microseconds of a clock that never jumps: for waits, time-outs and measurements.
using MonotonicTime = Strong<struct MonotonicTimeTag, std::int64_t>;

}  // namespace turnstream

template <typename Tag, typename T>
struct std::hash<turnstream::Strong<Tag, T>> {
  std::size_t operator()(const turnstream::Strong<Tag, T>& strong) const { return std::hash<T>{}(strong.value()); }
};
