#pragma once
// Process: one simulated process: its workers, stepped one at a time by the scheduler, and its disk, which survives it.
// A crash destroys everything but the disk without any clean-up.
// Threads: one drives the whole simulation.

#include <memory>
#include <string>
#include <vector>

#include "pipeline/runtime/intake/intake_processor.h"
#include "pipeline/runtime/task/stage_processor.h"
#include "pipeline/runtime/worker.h"
#include "pipeline/store/memory_store.h"
#include "tests/simulation/random.h"

namespace turnstream::simulation {

struct ProcessPlan {
  std::string instance;
  bool intake = true;
  std::vector<runtime::StageGroup> groups;
  int workers = 1;  ///< a group
};

/// Everything processes have in common.
struct Site {
  log::Client& client;
  const Clock& clock;
  const runtime::PipelineShape& shape;
  model::TopicNames names;
  std::string log_topic;
  std::int32_t partitions = 2;
  runtime::FaultInjector* faults = nullptr;
  std::string memory_settings = "{}";
};

/// Ends a worker at a chosen point, once.
class OneCrash final : public runtime::CrashPoints {
 public:
  void arm(runtime::CrashPoint point) { armed_ = point; }
  Status reach(runtime::CrashPoint point) override {
    if (armed_ != point) {
      return {};
    }
    armed_.reset();
    return Error{"simulated_crash", Reaction::kReleasePartition, "The simulation ended the process here.", {}, {}};
  }

 private:
  std::optional<runtime::CrashPoint> armed_;
};

class Process {
 public:
  Process(const Site& site, ProcessPlan plan);

  /// Makes fresh workers on the disk as it is.
  void start();
  /// Steps one worker; an error ends that worker, which starts anew at its next turn. A simulated crash ends all.
  Status step(int worker);
  void crash() { workers_.clear(); }
  void lose_disk();
  [[nodiscard]] bool running() const { return !workers_.empty(); }
  [[nodiscard]] int workers() const { return static_cast<int>(workers_.size()); }
  void arm(runtime::CrashPoint point) { crash_.arm(point); }
  /// True when every worker has its partitions and stands at the end of all its inputs.
  [[nodiscard]] bool drained() const;
  /// What its workers are at, for a report.
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] store::MemoryStore& disk() { return *disk_; }
  [[nodiscard]] const ProcessPlan& plan() const { return plan_; }

 private:
  struct Seat {
    const runtime::StageGroup* group = nullptr;  ///< null: intake
    int number = 0;
    std::unique_ptr<runtime::Worker> worker;
    std::string last_error;
  };
  std::unique_ptr<runtime::Worker> make_worker(const Seat& seat);

  const Site& site_;
  ProcessPlan plan_;
  std::unique_ptr<store::MemoryStore> disk_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  runtime::Watchdog watchdog_{0};
  OneCrash crash_;
  std::vector<Seat> workers_;
};

}  // namespace turnstream::simulation
