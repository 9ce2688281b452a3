#pragma once
// Look: what one process answered at one moment, or why it did not. `status` takes two looks for a rate. Threads: the
// caller's, and one a process while they are asked.

#include <optional>
#include <string>
#include <vector>

#include "app/status/endpoint.h"
#include "app/status/process_status.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Whom to ask: an address that was given, or what a state directory says.
struct Target {
  std::string address;
  std::optional<Endpoint> registered;
};

enum class Answer {
  kAnswered,
  kSilent,  ///< nobody we know answers there
  kEnded,   ///< registered, and its process is no more
};

struct Look {
  Target target;
  Answer answer = Answer::kSilent;
  std::string why;  ///< a sentence where it did not answer
  MonotonicTime at;
  ProcessStatus status;  ///< empty if it did not answer
};

/// The processes registered in the folder itself, or in folders directly below it; absent folder: none. Errors: code
/// "unreadable".
Result<std::vector<Target>> registered_targets(const std::string& directory);

/// Asks all of them at once. Never an error: each look says what came of it. Who answers to two targets is one.
std::vector<Look> look_at(const std::vector<Target>& targets, const Clock& clock);

}  // namespace turnstream::app
