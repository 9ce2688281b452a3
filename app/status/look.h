#pragma once
// Look: a snapshot: what one process reported at one moment, or why it did not answer. `status` computes a rate from
// two. Threads: the caller's, and one for each process during a request.

#include <optional>
#include <string>
#include <vector>

#include "app/status/endpoint.h"
#include "app/status/process_status.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The process that receives the request: a given address, or an entry of a state directory.
struct Target {
  std::string address;                 ///< HOST:PORT; empty: the registered process does not listen (yet)
  std::optional<Endpoint> registered;  ///< absent for a given address
  std::string socket = {};             ///< of a registered process; asked if it does not listen, or wants a token
  std::string token = {};              ///< sent to a given address; empty: none
};

enum class Answer {
  kAnswered,
  kSilent,  ///< no valid answer from the expected process, or it does not listen (yet)
  kEnded,   ///< registered, but the process has ended
};

struct Look {
  Target target;
  Answer answer = Answer::kSilent;
  std::string why;  ///< the reason, as a sentence, if the process did not answer
  MonotonicTime at;
  ProcessStatus status;  ///< empty if the process did not answer
};

/// The processes registered in the folder and in the folders directly below it; none if the folder does not exist.
/// Errors: code "unreadable".
Result<std::vector<Target>> registered_targets(const std::string& directory);

/// Whether both are the same place to ask.
bool is_same_place(const Target& one, const Target& other);

/// Requests the status of all processes at the same time. Never fails: each snapshot says whether its process answered.
/// Of the snapshots with answers from the same address, only the first is kept.
std::vector<Look> look_at(const std::vector<Target>& targets, const Clock& clock);

/// Of the processes registered in the folder and in the folders directly below it, those that answer and whose log does
/// not. Errors: code "unreadable".
Result<std::vector<ProcessStatus>> processes_without_log(const std::string& directory, const Clock& clock);

}  // namespace turnstream::app
