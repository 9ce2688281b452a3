#pragma once
// HeadReader: when a record happened and whose it is, as `tail` orders and selects records of any topic. Threads: one at a
// time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/json/tape.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class HeadReader {
 public:
  /// The value of a record with more than `bytes_max` bytes is not read.
  explicit HeadReader(std::int64_t bytes_max) : bytes_max_(static_cast<std::size_t>(bytes_max)) {}

  /// In ms since 1970:
  ///
  /// - the log time, of a record that has it: one of the log, a completion, an insight, an event of maintenance;
  /// - of any other record with a `timestamp` in its value, such as a turn: that, but not a time after the append;
  /// - else, and always for dead letters and changelogs, the time at which the log appended the record.
  [[nodiscard]] std::int64_t time_ms(const log::Record& record);

  /// The key; without a key the persona that a dead letter's header or the value names. Absent if there is none.
  [[nodiscard]] std::optional<std::string> persona(const log::Record& record);

 private:
  /// Whether `tape_` has the record's value. False if that is not a JSON object, or too large.
  bool reads_value(const log::Record& record);
  /// The string member of the value with this name; absent if there is none.
  [[nodiscard]] std::optional<std::string_view> text_of(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> time_of(std::string_view name) const;

  std::size_t bytes_max_;
  json::Tape tape_;
};

}  // namespace turnstream::app
