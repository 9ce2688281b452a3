// The faults that a simulator can inject into the embedded log: failures of each operation, commits with unknown
// outcome, crashes, expelled members and forced rebalances. Time moves only when the test moves it.
#include <doctest/doctest.h>
#include <string>

#include "pipeline/log/embedded/cluster.h"
#include "tests/contract/embedded_verbs.h"

namespace turnstream::contract {
namespace {

using log::embedded::Cluster;
using log::embedded::Operation;
using Values = std::vector<std::string>;

struct Faults {
  ManualClock clock{WallTime{1'700'000'000'000}};
  Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);

  Faults() { make_topic(*client, "out", 2); }

  /// Makes the next operation of this kind fail, once.
  void fail_next(Operation operation, Reaction reaction) {
    cluster.set_fault_hook([this, operation, reaction](Operation asked, const std::string&) -> std::optional<Error> {
      if (asked != operation) {
        return std::nullopt;
      }
      cluster.set_fault_hook(nullptr);
      return make_error("injected", reaction, "injected");
    });
  }
};

TEST_CASE_FIXTURE(Faults, "after a retriable fault the transaction can continue") {
  const auto writer = transactional(*client, "tx");
  for (const Operation operation : {Operation::kBegin, Operation::kProduce, Operation::kCommitBefore}) {
    fail_next(operation, Reaction::kRetry);
    Status begun = writer->begin();
    if (!begun.ok()) {
      CHECK(begun.error().code == "injected");
      begun = writer->begin();
    }
    REQUIRE(begun.ok());
    Status produced = writer->produce(outgoing(at("out", 0), "k", "v"));
    if (!produced.ok()) {
      produced = writer->produce(outgoing(at("out", 0), "k", "v"));
    }
    REQUIRE(produced.ok());
    auto receipt = writer->commit(kNow);
    if (!receipt.ok()) {
      receipt = writer->commit(kNow);
    }
    REQUIRE(receipt.ok());
  }
  CHECK(values(*client, at("out", 0)) == Values{"v", "v", "v"});
}

TEST_CASE_FIXTURE(Faults, "a commit of unknown outcome is committed and the repeated call says so") {
  const auto writer = transactional(*client, "tx");
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at("out", 0), "k", "v")).ok());
  fail_next(Operation::kCommitAfter, Reaction::kRetry);
  const auto unknown = writer->commit(kNow);
  REQUIRE_FALSE(unknown.ok());
  CHECK(unknown.error().reaction == Reaction::kRetry);
  CHECK(values(*client, at("out", 0)) == Values{"v"});
  CHECK_FALSE(writer->abort(kNow).ok());
  CHECK_FALSE(writer->begin().ok());
  const auto receipt = writer->commit(kNow);
  REQUIRE(receipt.ok());
  REQUIRE(receipt.value().written.size() == 1);
  CHECK(receipt.value().written[0].next.value() == 1);
  commit(*writer, at("out", 0), {"w"});
  CHECK(values(*client, at("out", 0)) == Values{"v", "w"});
}

TEST_CASE_FIXTURE(Faults, "after an abortable fault only abort is allowed and the next transaction works") {
  const auto writer = transactional(*client, "tx");
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at("out", 0), "k", "gone")).ok());
  fail_next(Operation::kCommitBefore, Reaction::kReleasePartition);
  CHECK_FALSE(writer->commit(kNow).ok());
  CHECK_FALSE(writer->produce(outgoing(at("out", 0), "k", "more")).ok());
  CHECK_FALSE(writer->commit(kNow).ok());
  REQUIRE(writer->abort(kNow).ok());
  commit(*writer, at("out", 0), {"kept"});
  CHECK(values(*client, at("out", 0)) == Values{"kept"});
}

TEST_CASE_FIXTURE(Faults, "after a fatal fault no call is allowed and a new producer with the same id takes over") {
  const auto writer = transactional(*client, "tx");
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at("out", 0), "k", "gone")).ok());
  fail_next(Operation::kProduce, Reaction::kStopProcess);
  CHECK_FALSE(writer->produce(outgoing(at("out", 0), "k", "gone")).ok());
  CHECK_FALSE(writer->abort(kNow).ok());
  const auto successor = transactional(*client, "tx");
  commit(*successor, at("out", 0), {"kept"});
  CHECK(values(*client, at("out", 0)) == Values{"kept"});
}

TEST_CASE_FIXTURE(Faults, "a transaction that timed out can be aborted and its producer continues") {
  const auto writer = transactional(*client, "tx");
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at("out", 0), "k", "late")).ok());
  clock.advance_ms(10'001);
  const auto late = writer->commit(kNow);
  REQUIRE_FALSE(late.ok());
  CHECK(late.error().code == "transaction_timed_out");
  CHECK(late.error().reaction == Reaction::kReleasePartition);
  REQUIRE(writer->abort(kNow).ok());
  commit(*writer, at("out", 0), {"kept"});
  CHECK(values(*client, at("out", 0)) == Values{"kept"});
}

TEST_CASE_FIXTURE(Faults, "the transaction of a crashed producer is aborted after its time-out and readers continue") {
  {
    const auto crashed = transactional(*client, "crashed");
    REQUIRE(crashed->begin().ok());
    REQUIRE(crashed->produce(outgoing(at("out", 0), "k", "gone")).ok());
  }
  publish(*client, at("out", 0), "k", "behind");
  CHECK(values(*client, at("out", 0)).empty());
  clock.advance_ms(10'001);
  CHECK(values(*client, at("out", 0)) == Values{"behind"});
}

TEST_CASE_FIXTURE(Faults, "a fault at a poll is reported once and no record is lost") {
  const auto consumer = join(*client, "group", {"out"});
  const log::Position positions[] = {from("out", 0, 0), from("out", 1, 0)};
  REQUIRE(consumer->start(positions).ok());
  publish(*client, at("out", 0), "k", "v");
  fail_next(Operation::kPoll, Reaction::kRetry);
  const auto failed = consumer->poll(kNow);
  REQUIRE_FALSE(failed.ok());
  CHECK(expect<log::Record>(*consumer).value == "v");
}

TEST_CASE_FIXTURE(Faults, "an expelled member gets a revocation as lost and joins again after its release") {
  const auto consumer = join(*client, "group", {"out"});
  const auto writer = transactional(*client, "tx");
  cluster.expire_sessions("group", "member");
  REQUIRE(writer->begin().ok());
  const log::OffsetCommit progress[] = {{at("out", 0), NextOffset{0}, ""}};
  const Status fenced = writer->send_offsets(progress, *consumer, kNow);
  REQUIRE_FALSE(fenced.ok());
  CHECK(fenced.error().code == "generation_fenced");
  CHECK(expect<log::Revoked>(*consumer).lost);
  REQUIRE(consumer->release().ok());
  CHECK(expect<log::Assigned>(*consumer).partitions.size() == 2);
}

TEST_CASE_FIXTURE(Faults, "a named member that does not answer a rebalance keeps its place and must join again") {
  const auto named = join(*client, "group", {"out"}, "a");
  log::ConsumerConfig config;
  config.group = "group";
  config.instance = "b";
  config.client_id = "other";
  config.topics = {"out"};
  const auto other = std::move(client->make_consumer(config)).value();
  expect<std::monostate>(*other);
  clock.advance_ms(20'001);
  CHECK(expect<log::Assigned>(*other).partitions == std::vector<log::TopicPartition>{at("out", 1)});
  const log::Revoked revoked = expect<log::Revoked>(*named);
  CHECK(revoked.lost);
  CHECK(revoked.partitions.size() == 2);
  REQUIRE(named->release().ok());
  CHECK(expect<log::Assigned>(*named).partitions == std::vector<log::TopicPartition>{at("out", 0)});
  expect<std::monostate>(*other);
}

TEST_CASE_FIXTURE(Faults, "a forced rebalance revokes all partitions and assigns them again") {
  const auto consumer = join(*client, "group", {"out"});
  const log::Position positions[] = {from("out", 0, 0), from("out", 1, 0)};
  REQUIRE(consumer->start(positions).ok());
  cluster.force_rebalance("group");
  publish(*client, at("out", 0), "k", "v");
  CHECK_FALSE(expect<log::Revoked>(*consumer).lost);
  expect<std::monostate>(*consumer);
  REQUIRE(consumer->release().ok());
  CHECK(expect<log::Assigned>(*consumer).partitions.size() == 2);
  expect<std::monostate>(*consumer);
  REQUIRE(consumer->start(positions).ok());
  CHECK(expect<log::Record>(*consumer).value == "v");
}

TEST_CASE_FIXTURE(Faults, "a crashed named member keeps its place until its session ends") {
  auto first = join(*client, "group", {"out"}, "a");
  first.reset();
  clock.advance_ms(19'000);
  auto again = join(*client, "group", {"out"}, "a");
  again.reset();
  clock.advance_ms(20'001);
  const auto other = join(*client, "group", {"out"}, "b");
  CHECK(other->release().ok());
}

TEST_CASE_FIXTURE(Faults, "a member that does not poll for too long is expelled") {
  const auto silent = join(*client, "group", {"out"});
  clock.advance_ms(300'001);
  cluster.tick();
  CHECK(expect<log::Revoked>(*silent).lost);
}

TEST_CASE_FIXTURE(Faults, "a reader and a member of a deleted topic get an error") {
  const auto consumer = join(*client, "group", {"out"});
  const log::Position positions[] = {from("out", 0, 0), from("out", 1, 0)};
  REQUIRE(consumer->start(positions).ok());
  const auto reader = std::move(client->make_reader("reader")).value();
  REQUIRE(reader->assign(positions).ok());
  const std::string names[] = {"out"};
  REQUIRE(client->admin().delete_topics(names, kNow).ok());
  const auto told = consumer->poll(kNow);
  REQUIRE_FALSE(told.ok());
  CHECK(told.error().code == "unknown_topic");
  const auto read = reader->poll(kNow);
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().code == "unknown_topic");
}

}  // namespace
}  // namespace turnstream::contract
