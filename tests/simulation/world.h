#pragma once
// World: everything around the simulated processes: the clock, the cluster and its faults, the producers, and the
// checks. All random numbers come from one seed.
// Threads: one.

#include <memory>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/simulation/observer.h"
#include "tests/simulation/process.h"
#include "tests/simulation/responder.h"
#include "tests/simulation/site_parts.h"
#include "tests/simulation/talk.h"

namespace turnstream::simulation {

class World {
 public:
  World(std::uint64_t seed, StageKind kind);
  ~World();

  [[nodiscard]] Random& random() { return random_; }
  [[nodiscard]] bool asks() const { return asks_; }
  /// One to three processes that together run intake and all stages, in groups fused or phased.
  std::vector<std::unique_ptr<Process>> make_processes();
  /// One process without faults that reads the same log and writes to a second namespace, fused, with one worker.
  std::vector<std::unique_ptr<Process>> make_replay();

  void send_something();
  /// Answers a request of a stage, or not.
  void answer_something();
  void pass_time(std::int64_t ms);
  /// Sometimes injects a fault: a crash, a lost disk, a rebalance or the like. Returns true if the process crashed.
  bool trouble(Process& process);
  /// Stops all faults.
  void calm();

  Complaint check_live(const std::vector<std::unique_ptr<Process>>& processes);
  Complaint check_replay(Process& replay);
  int log_records();
  [[nodiscard]] const Responder& responder() const { return *responder_; }

 private:
  void send(const std::string& topic, Partition partition, std::optional<std::string_view> key, std::string value);
  void send_command(const Speaker& speaker);

  Random random_;
  bool shares_ = false;  ///< personas share insights
  bool asks_ = false;    ///< stages ask a model, and whether files exist
  ManualClock clock_;
  std::unique_ptr<log::embedded::Cluster> cluster_;
  std::unique_ptr<log::Client> client_;
  std::unique_ptr<log::Producer> producer_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  runtime::PipelineShape shape_;
  model::TopicNames live_{"live"};
  model::TopicNames copy_{"copy"};
  std::vector<std::unique_ptr<runtime::FaultInjector>> injectors_;
  std::unique_ptr<Responder> responder_;
  std::unique_ptr<Site> live_site_;
  std::unique_ptr<Site> copy_site_;
  std::vector<Speaker> speakers_;
  std::vector<std::string> sent_;
  bool calm_ = false;
  bool phased_ = false;
};

}  // namespace turnstream::simulation
