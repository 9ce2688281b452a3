#pragma once
// Process: one simulated process. It has workers, which the scheduler runs one step at a time, and a disk. A crash
// destroys everything except the disk, without any clean-up.
// Threads: one drives the whole simulation.

#include <memory>
#include <string>
#include <vector>

#include "pipeline/runtime/intake/intake_processor.h"
#include "pipeline/runtime/task/stage_processor.h"
#include "pipeline/runtime/worker.h"
#include "pipeline/stage_api/setting_row.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::simulation {

/// What a changelog may keep beyond its share (store::WalkLimits).
inline constexpr std::int64_t kKeptBytesFree = 8'000;

struct ProcessPlan {
  std::string instance;
  bool intake = true;
  std::vector<runtime::StageGroup> groups;
  int workers = 1;  ///< for each group
};

/// The objects that all processes of a run share and borrow.
struct Site {
  log::Client& client;
  const Clock& clock;
  const runtime::PipelineShape& shape;
  model::TopicNames names;
  std::string log_topic;
  std::int32_t partitions = 2;
  runtime::FaultInjector* faults = nullptr;
  std::string memory_settings = "{}";
  std::int64_t tick_interval_ms = 30'000;
  std::vector<stage_api::SettingRow> memory_rows = {};  ///< the settings that a settings command may contain
};

/// Ends a worker with an error at a chosen point, once.
class OneCrash final : public runtime::CrashPoints {
 public:
  void arm(runtime::CrashPoint point) { armed_ = point; }
  Status reach(runtime::CrashPoint point) override {
    if (armed_ != point) {
      return {};
    }
    armed_.reset();
    return make_error("simulated_crash", Reaction::kReleasePartition, "The simulation ended the process here.");
  }

 private:
  std::optional<runtime::CrashPoint> armed_;
};

class Process {
 public:
  Process(const Site& site, ProcessPlan plan);

  /// Makes new workers on the current content of the disk.
  void start();
  /// Runs one step of a worker. If it fails, the worker ends, and a new one starts at its next step; after a simulated
  /// crash all workers end.
  Status step(int worker);
  void crash() { workers_.clear(); }
  void lose_disk();
  [[nodiscard]] bool running() const { return !workers_.empty(); }
  [[nodiscard]] int workers() const { return static_cast<int>(workers_.size()); }
  void arm(runtime::CrashPoint point) { crash_.arm(point); }
  /// True if every worker has its partitions and is at the end of all its inputs.
  [[nodiscard]] bool drained() const;
  /// The state of its workers as text, for a report.
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] store::MemoryStore& disk() { return *disk_; }
  [[nodiscard]] const ProcessPlan& plan() const { return plan_; }

 private:
  struct Seat {
    const runtime::StageGroup* group = nullptr;  ///< null for intake
    int number = 0;
    std::unique_ptr<runtime::Worker> worker;
    std::string last_error;
  };
  std::unique_ptr<runtime::Worker> make_worker(const Seat& seat);

  const Site& site_;
  ProcessPlan plan_;
  std::unique_ptr<store::MemoryStore> disk_;
  std::unique_ptr<runtime::StageEnvironment> environment_;
  std::unique_ptr<LogClock> log_clock_;
  Watchdog watchdog_{log::milliseconds{0}};
  OneCrash crash_;
  std::vector<Seat> workers_;
};

}  // namespace turnstream::simulation
