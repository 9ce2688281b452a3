#pragma once
// TurnStory: what became of one turn: where it stands, each stage's answer, what it made and changed, its failures and
// what was done about them. Plain values; lists are bounded and say how many they leave out. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/place.h"
#include "app/explain/thing_story.h"

namespace turnstream::app {

/// One stage's completion, its parts summed up.
struct StageAnswer {
  std::string stage;
  int phase = 0;
  int parts = 0;       ///< 0: not yet answered
  std::string status;  ///< success, failure, partial
  std::string error_code;
  std::string error_message;
  std::string error_pointer;
  std::optional<Place> duplicate_of;  ///< in the log
  std::int64_t processed = 0;
  std::int64_t added = 0;
  std::int64_t updated = 0;
  std::int64_t removed = 0;
  int attempts = 0;
  std::int64_t duration_ms = 0;
};

struct TurnChange {
  std::string stage;
  std::string op;
  std::string kind;
  std::string id;
  std::string title;    ///< of a patch: what it changes
  std::string pointer;  ///< of an item: where in the turn it stands
};

/// A record of the log that is the turn, is it once more, sends it back to a stage or names it in a command.
struct TurnRecord {
  std::string kind;   ///< turn, redrive, or the command's: forget
  std::string about;  ///< a redrive's stage
  Place log;
  Place source;
  std::string log_time;
  std::vector<StageAnswer> answers;
  Bounded<TurnChange> changes{40, 0};
};

struct TurnDeadLetter {
  Place place;
  std::string stage;
  std::string reason;
  std::string message;
  std::string pointer;
  Place source;  ///< the record that was refused
  int attempts = 1;
  std::string time;
};

/// A line of a process's own log.
struct TurnLogLine {
  std::string time;
  std::string level;
  std::string event;
  std::vector<std::pair<std::string, std::string>> fields;
};

struct TurnStory {
  std::string turn_id;
  std::string persona;
  std::string session;
  std::string event_time;
  std::string excerpt;
  Bounded<TurnRecord> records{8, 8};  ///< in log order; none: refused before the log
  Bounded<TurnDeadLetter> dead_letters{8, 24};
  Bounded<TurnLogLine> log_lines{40, 60};  ///< in time order, of the files that were given
};

}  // namespace turnstream::app
