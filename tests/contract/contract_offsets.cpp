// The contract of a group's progress: the log stores it, with its metadata, when the transaction commits and not
// before.
#include <doctest/doctest.h>
#include <string>

#include "tests/contract/contract_member.h"

namespace turnstream::contract {
namespace {

struct Progress : ContractFixture {
  std::string topic = make_topic(2);
  std::string group = unique("group");
  std::string transactional_id = unique("tx");
  std::unique_ptr<log::TransactionalProducer> writer = transactional(transactional_id);
  Member member{*this, config()};

  Progress() {
    REQUIRE(run_until(*this, {&member}, [this] { return member.assigned.size() == 2; }));
  }

  log::ConsumerConfig config() {
    log::ConsumerConfig made;
    made.group = group;
    made.client_id = "member";
    made.topics = {topic};
    return made;
  }

  Status send(std::int64_t next, std::string metadata = "") {
    const log::OffsetCommit commits[] = {{at(topic, 0), NextOffset{next}, std::move(metadata)}};
    return writer->send_offsets(commits, member.consumer(), timeout());
  }

  Result<std::vector<log::Committed>> committed(milliseconds wait) {
    const log::TopicPartition where[] = {at(topic, 0), at(topic, 1)};
    return admin().committed(group, where, wait);
  }

  /// The progress of partition 0; -1 if none is stored.
  std::int64_t position() {
    const auto known = committed(timeout());
    REQUIRE_MESSAGE(known.ok(), (known.ok() ? "" : known.error().message));
    REQUIRE(known.value().size() == 2);
    CHECK(known.value()[0].where == at(topic, 0));
    return known.value()[0].next ? known.value()[0].next->value() : -1;
  }
};

TEST_SUITE_BEGIN("offsets");

TEST_CASE_FIXTURE(Progress, "a group that never committed has no position") {
  const auto known = committed(timeout());
  REQUIRE(known.ok());
  REQUIRE(known.value().size() == 2);
  CHECK_FALSE(known.value()[0].next.has_value());
  CHECK_FALSE(known.value()[1].next.has_value());
}

TEST_CASE_FIXTURE(Progress, "progress is committed with the transaction and keeps its metadata") {
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at(topic, 1), "k", "out")).ok());
  REQUIRE(send(5, R"({"inputs":[5,7]})").ok());
  REQUIRE(writer->commit(timeout()).ok());
  const auto known = committed(timeout());
  REQUIRE(known.ok());
  REQUIRE(known.value().size() == 2);
  REQUIRE(known.value()[0].next.has_value());
  CHECK(known.value()[0].next->value() == 5);
  CHECK(known.value()[0].metadata == R"({"inputs":[5,7]})");
  CHECK_FALSE(known.value()[1].next.has_value());
  CHECK(read(topic, 1).values() == std::vector<std::string>{"out"});
}

TEST_CASE_FIXTURE(Progress, "metadata of two kibibytes is kept") {
  const std::string metadata(2048, 'm');
  REQUIRE(writer->begin().ok());
  REQUIRE(send(1, metadata).ok());
  REQUIRE(writer->commit(timeout()).ok());
  const auto known = committed(timeout());
  REQUIRE(known.ok());
  CHECK(known.value()[0].metadata == metadata);
}

TEST_CASE_FIXTURE(Progress, "an aborted transaction leaves the progress as it was") {
  REQUIRE(writer->begin().ok());
  REQUIRE(send(3).ok());
  REQUIRE(writer->commit(timeout()).ok());
  REQUIRE(writer->begin().ok());
  REQUIRE(send(9).ok());
  abort_transaction(*writer);
  CHECK(position() == 3);
}

TEST_CASE_FIXTURE(Progress, "if progress is sent twice in a transaction the last one is committed") {
  REQUIRE(writer->begin().ok());
  REQUIRE(send(3).ok());
  REQUIRE(send(4).ok());
  REQUIRE(writer->commit(timeout()).ok());
  CHECK(position() == 4);
}

TEST_CASE_FIXTURE(Progress,
                  "a request for progress waits for a pending transaction and fails as retriable after its time-out") {
  REQUIRE(writer->begin().ok());
  REQUIRE(send(3).ok());
  const auto pending = committed(harness().poll_slice());
  REQUIRE_FALSE(pending.ok());
  CHECK(pending.error().reaction == Reaction::kRetry);
  CHECK(pending.error().code == "timed_out");
  REQUIRE(writer->commit(timeout()).ok());
  CHECK(position() == 3);
}

TEST_CASE_FIXTURE(Progress, "a producer with the same id settles the progress that the old one left pending") {
  REQUIRE(writer->begin().ok());
  REQUIRE(send(3).ok());
  writer.reset();
  const auto successor = transactional(transactional_id);
  CHECK(position() == -1);
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
