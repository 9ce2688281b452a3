#pragma once
// DurableLog: a fixture with an embedded log in a folder that can be opened again, and a clock that the test moves.
// Threads: the main thread.

#include <memory>

#include "pipeline/log/embedded/cluster.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::contract {

struct DurableLog {
  ManualClock clock{WallTime{1'700'000'000'000}};
  TemporaryFolder folder;
  log::embedded::ClusterSettings settings;
  std::unique_ptr<log::embedded::Cluster> cluster;
  std::unique_ptr<log::Client> client;

  /// Opens the log, or closes and opens it.
  void open() {
    client.reset();
    cluster.reset();
    cluster = std::move(log::embedded::Cluster::open(clock, folder.path(), settings)).value();
    client = log::embedded::make_client(*cluster);
  }
  /// Creates the compacted topic "state" of one partition.
  void make_state() {
    log::TopicSpec spec;
    spec.cleanup = log::Cleanup::kCompact;
    make_topic(*client, "state", 1, spec);
  }
  void pass(std::int64_t ms) {
    clock.advance_ms(ms);
    cluster->tick();
  }
  void maintain() { pass(settings.maintenance_interval.count()); }
};

}  // namespace turnstream::contract
