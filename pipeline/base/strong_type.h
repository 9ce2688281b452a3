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
/// The offset from which to resume, or at which a partition ends.
using NextOffset = Strong<struct NextOffsetTag, std::int64_t>;

constexpr NextOffset next_after(Offset offset) {
  return NextOffset{offset.value() + 1};
}

/// Milliseconds since 1970 UTC as the author of a record stated them. Those of turns order memory.
using EventTime = Strong<struct EventTimeTag, std::int64_t>;
/// Milliseconds since 1970 UTC with which intake stamps log records (see intake.clock). Decay and timers use them.
using LogTime = Strong<struct LogTimeTag, std::int64_t>;
/// Milliseconds since 1970 UTC by a Clock (clock.h).
using WallTime = Strong<struct WallTimeTag, std::int64_t>;
/// Microseconds of a Clock that is never set back: for waits, time-outs and measurements.
using MonotonicTime = Strong<struct MonotonicTimeTag, std::int64_t>;

}  // namespace turnstream

template <typename Tag, typename T>
struct std::hash<turnstream::Strong<Tag, T>> {
  std::size_t operator()(const turnstream::Strong<Tag, T>& strong) const { return std::hash<T>{}(strong.value()); }
};
