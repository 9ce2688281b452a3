#pragma once
// TurnGenerator: an endless stream of synthetic turns, one after the other: a few sessions at a time, each of another
// persona. The same options give the same bytes on every machine. Threads: one at a time.

#include <cstdint>
#include <string>
#include <vector>

#include "app/data/turn_writer.h"

namespace turnstream::app {

struct GeneratorOptions {
  std::int64_t personas = 10;
  std::uint64_t seed = 1;
  std::int64_t start_ms = 0;              ///< event time before the first turn, in ms since 1970
  std::int64_t interval_ms_avg = 13'000;  ///< average event time from one turn to the next, of any persona
  std::int64_t turn_bytes_avg = 2'900;    ///< average size of a turn as JSON; values below 1,670 act like 1,670
  TurnIdForm turn_ids = TurnIdForm::kUlid;
};

class TurnGenerator {
 public:
  /// Precondition: personas, interval_ms_avg and turn_bytes_avg are above 0.
  explicit TurnGenerator(const GeneratorOptions& options);

  /// Appends the next turn as one line of JSON, without the line end.
  void append_next(std::string& out);
  /// Event time of the last turn appended, in ms since 1970; before the first, start_ms.
  [[nodiscard]] std::int64_t time_ms() const { return time_ms_; }

 private:
  WrittenSession open_session();

  GeneratorOptions options_;
  TurnWriter writer_;
  std::int64_t time_ms_;
  std::int64_t sessions_ = 0;
  std::vector<WrittenSession> active_;
};

}  // namespace turnstream::app
