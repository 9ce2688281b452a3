#include "stages/pattern/time_counts.h"

#include <algorithm>

#include "pipeline/base/check.h"
#include "stages/common/evidence/derived_rows.h"
#include "stages/pattern/even_spread.h"
#include "stages/pattern/event_day.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 3;
constexpr std::size_t kOccurrenceBytesMin = 16 + 2 + 8;

void write_occurrence(ByteWriter& writer, const Occurrence& occurrence) {
  const auto id = parse_uuid(occurrence.source.id);
  TS_CHECK(id.has_value());
  writer.uuid(*id).text(occurrence.source.turn_id).text(occurrence.source.session_id).i64(occurrence.at.value());
}

Occurrence read_occurrence(ByteReader& reader) {
  Occurrence occurrence;
  occurrence.source.id = to_string(reader.uuid());
  occurrence.source.turn_id = std::string(reader.text());
  occurrence.source.session_id = std::string(reader.text());
  occurrence.at = EventTime{reader.i64()};
  return occurrence;
}

/// Passes over an occurrence and returns its time.
EventTime skip_occurrence(ByteReader& reader) {
  reader.uuid();
  reader.text();
  reader.text();
  return EventTime{reader.i64()};
}

std::vector<Occurrence> occurrences_in(std::string_view bytes) {
  std::vector<Occurrence> occurrences;
  for (ByteReader reader(bytes); !reader.at_end();) {
    occurrences.push_back(read_occurrence(reader));
  }
  return occurrences;
}

template <typename Counts>
std::int64_t sum_of(const Counts& counts) {
  std::int64_t sum = 0;
  for (const auto& count : counts) {
    sum += count.days;
  }
  return sum;
}

template <typename Counts>
void count_at(Counts& counts, std::size_t number, const Occurrence& turn) {
  auto& count = counts[number];
  count.first = count.turns == 0 ? turn.at : count.first;
  ++count.days;
  ByteWriter writer(count.bytes);
  write_occurrence(writer, turn);
  if (++count.turns > TimeCounts::kTurnsKept) {  // The second one leaves.
    ByteReader reader(count.bytes);
    skip_occurrence(reader);
    const std::size_t begin = count.bytes.size() - reader.rest_size();
    skip_occurrence(reader);
    count.bytes.erase(begin, count.bytes.size() - reader.rest_size() - begin);
    --count.turns;
  }
  if (sum_of(counts) > kSpreadMax) {
    for (auto& one : counts) {
      one.days = (one.days + 1) / 2;
    }
  }
}

template <typename Counts>
void forget_in(Counts& counts, const std::function<bool(const model::Source& source)>& forgotten, bool& changed) {
  for (auto& count : counts) {
    std::vector<Occurrence> turns = occurrences_in(count.bytes);
    const auto gone = static_cast<std::int64_t>(
        std::erase_if(turns, [&forgotten](const Occurrence& occurrence) { return forgotten(occurrence.source); }));
    count.days = turns.empty() ? 0 : std::max(count.days - gone, std::int64_t{1});
    count.turns = turns.size();
    count.first = turns.empty() ? EventTime() : turns.front().at;
    count.bytes.clear();
    ByteWriter writer(count.bytes);
    for (const Occurrence& turn : turns) {
      write_occurrence(writer, turn);
    }
    changed = changed || gone != 0;
  }
}

template <typename Counts>
void write_counts(std::string& bytes, const Counts& counts) {
  ByteWriter writer(bytes);
  for (const auto& count : counts) {
    writer.varint(static_cast<std::uint64_t>(count.days)).varint(count.turns);
    bytes += count.bytes;
  }
}

/// `bytes`: those that the reader reads. Returns false if the counts are not as count() makes them.
template <typename Counts>
bool read_counts(ByteReader& reader, std::string_view bytes, Counts& counts) {
  for (auto& count : counts) {
    count.days = static_cast<std::int64_t>(reader.varint());
    count.turns = reader.count(kOccurrenceBytesMin);
    const std::string_view rest = bytes.substr(bytes.size() - reader.rest_size());
    for (std::size_t i = 0; i < count.turns; ++i) {
      const EventTime at = skip_occurrence(reader);
      count.first = i == 0 ? at : count.first;
    }
    count.bytes = rest.substr(0, rest.size() - reader.rest_size());
    if (count.days < 0 || count.days > kSpreadMax || (count.days == 0) != (count.turns == 0)) {
      return false;
    }
  }
  return sum_of(counts) <= kSpreadMax;
}

}  // namespace

std::vector<CountedTime> TimeCounts::count(const Occurrence& turn) {
  std::vector<CountedTime> counted;
  const std::int64_t day = day_of(turn.at);
  const bool first = turns_ == 0;
  if (turns_ < kTurnsMin) {
    ++turns_;
    changed_ = true;
  }
  if (!first && day < day_) {
    return counted;
  }
  const bool new_day = first || day > day_;
  const std::uint32_t bit = std::uint32_t{1} << static_cast<std::uint32_t>(hour_of(turn.at));
  const std::uint32_t counted_hours = new_day ? 0 : day_hours_;
  if ((counted_hours & bit) != 0) {
    return counted;
  }
  changed_ = true;
  day_ = day;
  day_hours_ = counted_hours | bit;
  const auto number = static_cast<std::size_t>(hour_of(turn.at));
  count_at(hours_, number, turn);
  counted.push_back(hour(number));
  if (new_day) {
    count_at(weekdays_, weekday_of(turn.at), turn);
    counted.push_back(weekday(weekday_of(turn.at)));
  }
  return counted;
}

CountedTime TimeCounts::hour(std::size_t number) const {
  const Count& count = hours_[number];
  const bool exceeds = turns_ == kTurnsMin && exceeds_even_hours(count.days, sum_of(hours_));
  return {false, number, exceeds, count.days, count.first};
}

CountedTime TimeCounts::weekday(std::size_t number) const {
  const Count& count = weekdays_[number];
  const bool exceeds = turns_ == kTurnsMin && exceeds_even_weekdays(count.days, sum_of(weekdays_));
  return {true, number, exceeds, count.days, count.first};
}

std::vector<CountedTime> TimeCounts::times() const {
  std::vector<CountedTime> times;
  for (std::size_t i = 0; i < kHoursADay; ++i) {
    times.push_back(hour(i));
  }
  for (std::size_t i = 0; i < kDaysAWeek; ++i) {
    times.push_back(weekday(i));
  }
  std::erase_if(times, [](const CountedTime& time) { return time.occurrences == 0; });
  return times;
}

std::vector<Occurrence> TimeCounts::turns_of(const CountedTime& time) const {
  return occurrences_in(time.weekday ? weekdays_[time.number].bytes : hours_[time.number].bytes);
}

void TimeCounts::forget_if(const std::function<bool(const model::Source& source)>& forgotten) {
  forget_in(hours_, forgotten, changed_);
  forget_in(weekdays_, forgotten, changed_);
}

bool TimeCounts::empty() const {
  return sum_of(hours_) == 0 && sum_of(weekdays_) == 0;
}

std::string TimeCounts::encode() const {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(static_cast<std::uint64_t>(turns_)).i64(day_).u32(day_hours_);
  write_counts(bytes, hours_);
  write_counts(bytes, weekdays_);
  return bytes;
}

Result<TimeCounts> TimeCounts::decode(std::string_view bytes) {
  ByteReader reader(bytes);
  TimeCounts counts;
  const bool known = reader.u8() == kFormat;
  counts.turns_ = static_cast<std::int64_t>(reader.varint());
  counts.day_ = reader.i64();
  counts.day_hours_ = reader.u32();
  const bool ok = known && read_counts(reader, bytes, counts.hours_) && read_counts(reader, bytes, counts.weekdays_);
  if (!ok || counts.turns_ < 0 || counts.turns_ > kTurnsMin || !reader.done()) {
    return evidence::bad_state("The row of counted hours and weekdays is damaged or has another format.");
  }
  return counts;
}

}  // namespace turnstream::pattern
