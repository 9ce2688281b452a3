// The contract of compacted topics, for logs in which a client can start compaction.
#include <doctest/doctest.h>
#include <map>
#include <string>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {
namespace {

TEST_SUITE_BEGIN("compaction");

TEST_CASE_FIXTURE(ContractFixture, "compaction keeps the last value of each key at its offset") {
  log::TopicSpec spec;
  spec.cleanup = log::Cleanup::kCompact;
  const std::string topic = make_topic(1, spec);
  const auto writer = producer();
  for (int i = 0; i < 30; ++i) {
    const std::string key = "key" + std::to_string(i % 3);
    REQUIRE(writer->produce(outgoing(at(topic, 0), key, std::to_string(i))).ok());
  }
  REQUIRE(writer->flush(timeout()).ok());
  const Read before = read(topic);
  CHECK(before.records.size() == 30);
  if (!harness().compact(topic)) {
    MESSAGE("skipped: a client of this log cannot start compaction");
    return;
  }
  const Read after = read(topic);
  CHECK(after.values() == std::vector<std::string>{"27", "28", "29"});
  CHECK(after.offsets() == std::vector<std::int64_t>{27, 28, 29});
  CHECK(after.end == before.end);
  CHECK(read(topic, 0, 28).values() == std::vector<std::string>{"28", "29"});
}

TEST_CASE_FIXTURE(ContractFixture, "compaction keeps a tombstone for its retention and drops it afterwards") {
  log::TopicSpec spec;
  spec.cleanup = log::Cleanup::kCompact;
  spec.delete_retention_ms = 60'000;
  const std::string topic = make_topic(1, spec);
  const auto writer = producer();
  REQUIRE(writer->produce(outgoing(at(topic, 0), "gone", "value")).ok());
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, "gone", std::nullopt, {}}).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "kept", "value")).ok());
  REQUIRE(writer->flush(timeout()).ok());
  if (!harness().compact(topic)) {
    MESSAGE("skipped: a client of this log cannot start compaction");
    return;
  }
  CHECK(read(topic).offsets() == std::vector<std::int64_t>{1, 2});
  harness().let_pass(milliseconds{60'001});
  REQUIRE(harness().compact(topic));
  const Read after = read(topic);
  CHECK(after.offsets() == std::vector<std::int64_t>{2});
  CHECK(after.end == 3);
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
