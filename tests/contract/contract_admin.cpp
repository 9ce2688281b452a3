// The contract of Admin: topics, their settings and watermarks.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {
namespace {

std::int32_t partitions_of(ContractFixture& fixture, const std::string& topic) {
  const auto topics = fixture.admin().topics(fixture.timeout());
  REQUIRE(topics.ok());
  for (const log::TopicInfo& info : topics.value()) {
    if (info.name == topic) {
      return info.partitions;
    }
  }
  return 0;
}

TEST_SUITE_BEGIN("admin");

TEST_CASE_FIXTURE(ContractFixture, "a created topic is listed with its partitions") {
  const std::string topic = make_topic(5);
  CHECK(partitions_of(*this, topic) == 5);
  CHECK(partitions_of(*this, unique("missing")) == 0);
}

TEST_CASE_FIXTURE(ContractFixture, "creating an existing topic leaves it as it is and creates the others") {
  log::TopicSpec specs[2];
  specs[0].name = make_topic(2);
  specs[0].partitions = 7;
  specs[1].name = unique("topic");
  specs[1].partitions = 3;
  publish(specs[0].name, 1, "k", "kept");
  REQUIRE(admin().create_topics(specs, timeout()).ok());
  CHECK(partitions_of(*this, specs[0].name) == 2);
  CHECK(partitions_of(*this, specs[1].name) == 3);
  CHECK(read(specs[0].name, 1).values() == std::vector<std::string>{"kept"});
}

TEST_CASE_FIXTURE(ContractFixture, "a topic's settings can be read back") {
  log::TopicSpec spec;
  spec.cleanup = log::Cleanup::kCompact;
  spec.delete_retention_ms = 604'800'000;
  spec.max_message_bytes = 4'194'304;
  const std::string compacted = make_topic(1, spec);
  spec = {};
  spec.retention_ms = 3'600'000;
  const std::string deleted = make_topic(1, spec);
  const auto setting = [this](const std::string& topic, const std::string& name) {
    const auto value = admin().topic_setting(topic, name, timeout());
    return value.ok() ? value.value() : value.error().message;
  };
  CHECK(setting(compacted, "cleanup.policy") == "compact");
  CHECK(setting(compacted, "delete.retention.ms") == "604800000");
  CHECK(setting(compacted, "max.message.bytes") == "4194304");
  CHECK(setting(deleted, "cleanup.policy") == "delete");
  CHECK(setting(deleted, "retention.ms") == "3600000");
  CHECK(setting(deleted, "message.timestamp.type") == "LogAppendTime");
}

TEST_CASE_FIXTURE(ContractFixture, "watermarks start at zero and follow the records") {
  const std::string topic = make_topic(2);
  auto marks = admin().watermarks(at(topic, 1), timeout());
  REQUIRE(marks.ok());
  CHECK(marks.value().first.value() == 0);
  CHECK(marks.value().last_stable.value() == 0);
  CHECK(marks.value().high.value() == 0);
  publish(topic, 1, "k", "a");
  publish(topic, 1, "k", "b");
  marks = admin().watermarks(at(topic, 1), timeout());
  REQUIRE(marks.ok());
  CHECK(marks.value().first.value() == 0);
  CHECK(marks.value().last_stable.value() == 2);
  CHECK(marks.value().high.value() == 2);
}

TEST_CASE_FIXTURE(ContractFixture, "a request about a missing topic fails with an error that names it") {
  const std::string missing = unique("missing");
  const auto marks = admin().watermarks(at(missing, 0), timeout());
  REQUIRE_FALSE(marks.ok());
  CHECK(marks.error().code == "unknown_topic");
  CHECK(marks.error().message.find(missing) != std::string::npos);
  const auto setting = admin().topic_setting(missing, "cleanup.policy", timeout());
  REQUIRE_FALSE(setting.ok());
  CHECK(setting.error().code == "unknown_topic");
}

TEST_CASE_FIXTURE(ContractFixture, "every client sees the same cluster") {
  const auto other = harness().make_client();
  const auto mine = admin().cluster_id(timeout());
  const auto theirs = other->admin().cluster_id(timeout());
  REQUIRE(mine.ok());
  REQUIRE(theirs.ok());
  CHECK_FALSE(mine.value().empty());
  CHECK(mine.value() == theirs.value());
  CHECK_FALSE(admin().description().empty());
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a deleted topic is not listed and deleting it again fails with an error that names it") {
  const std::string names[] = {make_topic(1)};
  REQUIRE(admin().delete_topics(names, timeout()).ok());
  int rounds = 0;
  while (partitions_of(*this, names[0]) != 0 && ++rounds < harness().idle_rounds_max()) {
    harness().let_pass(milliseconds{50});
  }
  CHECK(partitions_of(*this, names[0]) == 0);
  const Status again = admin().delete_topics(names, timeout());
  REQUIRE_FALSE(again.ok());
  CHECK(again.error().code == "unknown_topic");
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
