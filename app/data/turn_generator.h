#pragma once
// TurnGenerator: synthetic turns like those of agents: a few sessions at a time, personas with their own project,
// language and place, tools that fail and recover, observations, goals. The same options give the same bytes on every
// machine. Threads: one at a time.

#include <cstdint>
#include <string>
#include <vector>

#include "app/data/random.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {

struct GeneratorOptions {
  std::int64_t personas = 10;
  std::uint64_t seed = 1;
  std::int64_t start_ms = 0;              ///< event time before the first turn, in ms since 1970
  std::int64_t interval_ms_avg = 13'000;  ///< average event time from one turn to the next, of any persona
  std::int64_t turn_bytes_avg = 2'900;    ///< average size of a turn as JSON; values below 1,670 act like 1,670
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
  struct Session {
    std::int64_t persona = 0;
    std::int64_t number = 0;  ///< the session's number among all sessions
    int turns_left = 0;
    bool failed_before = false;  ///< a tool failed in an earlier turn, and no turn has recovered since
    std::string last_turn_id = {};
  };

  Session open_session();
  std::string fill(std::string_view phrase, std::int64_t persona);
  void append_turn(std::string& out, Session& session);
  void append_turn_data(json::Writer& json, const Session& session);
  void append_tools(json::Writer& json, Session& session, std::size_t filler_bytes);
  void append_outputs(json::Writer& json, const Session& session, std::size_t filler_bytes);
  void append_observation(json::Writer& json, const Session& session, std::size_t number);
  void append_updates(json::Writer& json, const Session& session);
  void append_metadata(json::Writer& json);

  GeneratorOptions options_;
  Random random_;
  std::int64_t time_ms_;
  std::int64_t turns_ = 0;
  std::int64_t sessions_ = 0;
  std::vector<Session> active_;
  std::vector<std::string_view> tools_;  ///< the tools of the current turn
  bool failed_ = false;                  ///< a tool of the current turn failed
};

}  // namespace turnstream::app
