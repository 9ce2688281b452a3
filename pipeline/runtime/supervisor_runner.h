#pragma once
// What the supervisor knows of one worker; for its own files. Threads: `worker` and `restarts` under the supervisor's
// mutex, the rest the runner's thread.

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/runtime/supervisor.h"

namespace turnstream::runtime {

/// One worker's thread and what is known of it. `worker` is replaced at each restart, under the supervisor's mutex.
struct Supervisor::Runner {
  std::string group;
  int number = 0;
  std::vector<std::string> inputs;
  const StageGroup* stages = nullptr;  ///< null: intake
  std::shared_ptr<Worker> worker;
  int restarts = 0;
  bool rebuilt = false;
  std::jthread thread;
};

}  // namespace turnstream::runtime
