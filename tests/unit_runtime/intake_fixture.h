#pragma once
// What the tests of IntakeProcessor share: an embedded log, a producer that records what intake writes, and the settings.

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/base/log_clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/unit_runtime/recording_producer.h"

namespace turnstream::runtime {

struct IntakeFixture {
  ManualClock clock{WallTime{1'767'261'600'000}};
  LogClock log_clock{clock};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  RecordingProducer producer;
  WorkerTransaction transaction{producer, clock, CommitPolicy{.buffer_bytes_max = 0}};
  IntakeConfig config;

  /// Creates the topics.
  void create(const std::vector<std::string>& names, std::int32_t partitions) {
    std::vector<log::TopicSpec> specs;
    for (const auto& name : names) {
      specs.push_back({name, partitions, log::Cleanup::kDelete, -1, -1, 0});
    }
    REQUIRE(client->admin().create_topics(specs, log::milliseconds{0}).ok());
  }
};

}  // namespace turnstream::runtime
