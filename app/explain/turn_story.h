#pragma once
// TurnStory: what the pipeline did with one turn: its positions, the answer of each stage, its changes, its failures
// and redrives. Lists are bounded and have the number of entries left out. Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/memory_story.h"
#include "app/explain/place.h"

namespace turnstream::app {

/// The completion of one stage, summed over its parts.
struct StageAnswer {
  std::string stage;
  int phase = 0;
  int parts = 0;       ///< 0: the stage has not answered yet
  std::string status;  ///< success, failure, partial
  std::string error_code;
  std::string error_message;
  std::string error_pointer;
  std::optional<Place> duplicate_of;  ///< the position in the log of the first copy
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
  std::string title;    ///< of a patch: the changed fields
  std::string pointer;  ///< of an item: its JSON pointer in the turn
};

/// A record of the log that is the turn, repeats it, sends it back to a stage, or names it in a command.
struct TurnRecord {
  std::string kind;   ///< turn, redrive, or the kind of the command: forget
  std::string about;  ///< the stage of a redrive
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

/// A line that a process logged.
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
  Bounded<TurnRecord> records{8, 8};  ///< in log order; empty: the turn was refused before the log
  Bounded<TurnDeadLetter> dead_letters{8, 24};
  Bounded<TurnLogLine> log_lines{40, 60};  ///< in time order, from the given files
};

}  // namespace turnstream::app
