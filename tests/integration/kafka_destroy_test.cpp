// A transactional producer that is destroyed while its client adds partitions to the transaction. A failure ends the process: librdkafka
// 2.0.2 aborts it if the request to add them is made when the broker's thread has ended already.
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <unistd.h>

#include "pipeline/base/clock.h"
#include "pipeline/log/kafka/client.h"
#include "tests/integration/broker_address.h"

namespace turnstream::log::kafka {
namespace {

constexpr milliseconds kTimeout{20'000};
constexpr int kRounds = 100;
constexpr std::int32_t kPartitions = 4;

/// Keeps this thread busy, because a sleep takes longer than the time in which the request is made.
void spin_us(std::int64_t time) {
  const SystemClock clock;
  const std::int64_t begin = clock.monotonic_now().value();
  while (clock.monotonic_now().value() - begin < time) {
  }
}

}  // namespace

TEST_CASE("a transactional producer can be destroyed at any moment behind the first record of a partition") {
  Config config;
  config.bootstrap = integration::broker_address().value_or("");
  auto client = make_client(config);
  REQUIRE(client.ok());
  TopicSpec spec;
  spec.name = "kafka-destroy-" + std::to_string(::getpid()) + "-" + std::to_string(SystemClock{}.wall_now().value());
  spec.partitions = kPartitions;
  REQUIRE(client.value()->admin().create_topics(std::span(&spec, 1), kTimeout).ok());
  for (int round = 0; round < kRounds; ++round) {
    // An id of its own, because init() would wait for the end of the last transaction.
    auto producer = client.value()->make_transactional_producer(spec.name + std::to_string(round), "writer");
    REQUIRE(producer.ok());
    REQUIRE(producer.value()->init(kTimeout).ok());
    REQUIRE(producer.value()->begin().ok());
    for (std::int32_t partition = 0; partition < kPartitions; ++partition) {
      REQUIRE(producer.value()->produce(OutgoingRecord{spec.name, Partition{partition}, "k", "v", {}}).ok());
      spin_us(round % 10 * 100);
    }
    spin_us(round * 10);
  }
}

}  // namespace turnstream::log::kafka
