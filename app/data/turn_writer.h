#pragma once
// TurnWriter: writes one synthetic turn like those of agents: personas with their own project, language and place, tools
// that fail and recover, observations, goals. A generator says whose turn it is and when. The same calls give the same
// bytes on every machine. Threads: one at a time.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/data/random.h"
#include "app/data/turn_id_form.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {

/// What a session's next turn needs to know of it.
struct WrittenSession {
  std::int64_t persona = 0;
  std::int64_t number = 0;  ///< the session's number among all sessions
  int turns_left = 0;
  bool failed_before = false;  ///< a tool failed in an earlier turn, and no turn has recovered since
  std::string last_turn_id = {};
};

struct TurnWriterOptions {
  std::uint64_t seed = 1;
  std::int64_t turn_bytes_avg = 2'900;  ///< average size of a turn as JSON; values below 1,670 act like 1,670
  int observations_max = 3;             ///< of a turn, besides those of its tools; the average is half of it
  TurnIdForm turn_ids = TurnIdForm::kUlid;
};

class TurnWriter {
 public:
  /// Precondition: turn_bytes_avg is above 0, observations_max is not below.
  explicit TurnWriter(const TurnWriterOptions& options);

  /// Appends the session's next turn as one line of JSON, without the line end, and counts down `turns_left`.
  void append(std::string& out, WrittenSession& session, std::int64_t time_ms);
  /// The random numbers of the turns; the generator draws its own from them, too.
  [[nodiscard]] Random& random() { return random_; }

 private:
  std::string fill(std::string_view phrase, std::int64_t persona);
  void append_turn_data(json::Writer& json, const WrittenSession& session);
  void append_tools(json::Writer& json, WrittenSession& session, std::size_t filler_bytes);
  void append_outputs(json::Writer& json, const WrittenSession& session, std::size_t filler_bytes);
  void append_observation(json::Writer& json, const WrittenSession& session, std::size_t number);
  void append_updates(json::Writer& json, const WrittenSession& session);
  void append_metadata(json::Writer& json);

  TurnWriterOptions options_;
  Random random_;
  std::int64_t turns_ = 0;
  std::vector<std::string_view> tools_;  ///< the tools of the current turn
  bool failed_ = false;                  ///< a tool of the current turn failed
};

}  // namespace turnstream::app
