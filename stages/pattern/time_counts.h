#pragma once
// TimeCounts: in how many hours and on how many days a persona had turns, by hour of the day and by weekday; the row `sketch/time`. All
// turns of one hour of one day count once, so one busy morning weighs no more than one turn. A turn of an earlier hour of
// the same day counts, one of an earlier day does not. When kSpreadMax hours or days are counted, all counts are halved, so that
// old habits fade. Threads: values.

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/result.h"
#include "stages/pattern/sketch.h"

namespace turnstream::pattern {

/// An hour or weekday that a turn counted for the first time on its day.
struct CountedTime {
  bool weekday = false;
  std::size_t number = 0;        ///< the hour of the day, or the weekday from Monday = 0
  bool exceeds = false;          ///< it has more than an even share, over at least kTurnsMin turns
  std::int64_t occurrences = 0;  ///< days on which it was counted
  EventTime first;               ///< the time of the first turn that is kept
};

class TimeCounts {
 public:
  static constexpr std::int64_t kTurnsMin = 20;
  /// The first turn of an hour or weekday and the newest others, so many together, which a pattern then rests on.
  static constexpr std::size_t kTurnsKept = 4;
  static constexpr std::size_t kHoursADay = 24;
  static constexpr std::size_t kDaysAWeek = 7;

  /// Counts a turn. Returns what it counted for the first time on its day.
  std::vector<CountedTime> count(const Occurrence& turn);
  [[nodiscard]] bool changed() const { return changed_; }
  /// The first turn of the hour or weekday and the newest others, oldest first.
  [[nodiscard]] std::vector<Occurrence> turns_of(const CountedTime& time) const;
  /// Removes the turns whose source is forgotten. A time of which no turn is left is counted from zero again.
  void forget_if(const std::function<bool(const model::Source& source)>& forgotten);
  [[nodiscard]] bool empty() const;
  /// Each hour and weekday that is counted, as `exceeds` is now.
  [[nodiscard]] std::vector<CountedTime> times() const;

  [[nodiscard]] std::string encode() const;
  /// Errors: evidence::bad_state().
  static Result<TimeCounts> decode(std::string_view bytes);

 private:
  struct Count {
    std::int64_t days = 0;
    EventTime first;        ///< the time of the first one
    std::size_t turns = 0;  ///< at most kTurnsKept; 0 if days is 0
    std::string bytes;      ///< these turns, oldest first, as the row has them: they are seldom looked at
  };
  [[nodiscard]] CountedTime hour(std::size_t number) const;
  [[nodiscard]] CountedTime weekday(std::size_t number) const;

  std::int64_t turns_ = 0;       ///< up to kTurnsMin
  std::int64_t day_ = 0;         ///< the newest day with a turn; valid if turns_ > 0
  std::uint32_t day_hours_ = 0;  ///< bit h: hour h of that day is counted
  std::array<Count, kHoursADay> hours_;
  std::array<Count, kDaysAWeek> weekdays_;
  bool changed_ = false;
};

}  // namespace turnstream::pattern
