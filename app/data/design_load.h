#pragma once
// DesignLoad: the turns that the six stages are designed for: every persona has 50 turns in each five minutes, at random
// times within them, for some hours. Three of four turns of a persona continue its main session, the others a second
// one next to it; some sessions are short, some have up to 120 turns. The same options give the same bytes on every
// machine. It holds the times of one burst in memory, not the turns. Threads: one at a time.

#include <cstdint>
#include <string>
#include <vector>

#include "app/data/turn_writer.h"

namespace turnstream::app {

struct DesignLoadOptions {
  std::int64_t personas = 1'000;
  std::int64_t hours = 2;
  std::uint64_t seed = 1;
  std::int64_t start_ms = 0;            ///< event time before the first turn, in ms since 1970
  std::int64_t turn_bytes_avg = 2'900;  ///< as of TurnWriter
  TurnIdForm turn_ids = TurnIdForm::kUlid;
};

class DesignLoad {
 public:
  static constexpr std::int64_t kBurstMs = 300'000;
  static constexpr std::int64_t kTurnsPerBurst = 50;  ///< of one persona

  /// Precondition: personas, hours and turn_bytes_avg are above 0.
  explicit DesignLoad(const DesignLoadOptions& options);

  /// The turns of all personas in all hours; what follows them would be the turns of later hours.
  [[nodiscard]] std::int64_t turns() const;
  /// Appends the next turn as one line of JSON, without the line end.
  void append_next(std::string& out);
  /// Event time of the last turn appended, in ms since 1970; before the first, start_ms.
  [[nodiscard]] std::int64_t time_ms() const { return time_ms_; }

 private:
  struct Moment {
    std::int64_t time_ms = 0;
    std::int64_t persona = 0;
  };
  static constexpr std::size_t kSessionsPerPersona = 2;

  void plan_burst();
  WrittenSession open_session(std::int64_t persona);

  DesignLoadOptions options_;
  TurnWriter writer_;
  std::int64_t time_ms_;
  std::int64_t bursts_ = 0;
  std::int64_t opened_ = 0;
  std::vector<WrittenSession> sessions_;  ///< kSessionsPerPersona of each persona, the main one first
  std::vector<Moment> burst_;             ///< in the order of time
  std::size_t next_ = 0;                  ///< the place in it
};

}  // namespace turnstream::app
