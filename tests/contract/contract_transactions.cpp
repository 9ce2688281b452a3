// The contract of TransactionalProducer: all records of a transaction or none, read committed, older producers fenced.
#include <doctest/doctest.h>
#include <map>
#include <string>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {
namespace {

using Values = std::vector<std::string>;
using Offsets = std::vector<std::int64_t>;

TEST_SUITE_BEGIN("transactions");

TEST_CASE_FIXTURE(ContractFixture, "committed records are delivered and each commit leaves a gap of one offset") {
  const std::string topic = make_topic();
  const auto writer = transactional(unique("tx"));
  commit(*writer, at(topic, 0), {"a", "b"});
  commit(*writer, at(topic, 0), {"c"});
  const Read got = read(topic);
  CHECK(got.values() == Values{"a", "b", "c"});
  CHECK(got.offsets() == Offsets{0, 1, 3});
  CHECK(got.end == 5);
}

TEST_CASE_FIXTURE(ContractFixture, "the receipt names the position after the last record of every partition") {
  const std::string topic = make_topic(3);
  const auto writer = transactional(unique("tx"));
  commit(*writer, at(topic, 0), {"before"});
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "a")).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 2), "k", "b")).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 2), "k", "c")).ok());
  const auto receipt = writer->commit(timeout());
  REQUIRE(receipt.ok());
  std::map<std::int32_t, std::int64_t> written;
  for (const log::Position& position : receipt.value().written) {
    CHECK(position.where.topic == topic);
    written[position.where.partition.value()] = position.next.value();
  }
  CHECK(written == std::map<std::int32_t, std::int64_t>{{0, 3}, {2, 2}});
}

TEST_CASE_FIXTURE(ContractFixture, "records of an aborted transaction are never delivered and leave gaps") {
  const std::string topic = make_topic();
  const auto writer = transactional(unique("tx"));
  commit(*writer, at(topic, 0), {"a"});
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "gone")).ok());
  abort_transaction(*writer);
  commit(*writer, at(topic, 0), {"b"});
  const Read got = read(topic);
  CHECK(got.values() == Values{"a", "b"});
  CHECK(got.offsets().front() == 0);
  // Two control records and "b" at least follow "a". The client may drop the aborted record before it sends it. Then the log
  // has no gap for it, and no control record of the abort either if the partition was not yet in the transaction.
  CHECK(got.offsets().back() >= 2);
  CHECK(got.offsets().back() <= 4);
  CHECK(got.end == got.offsets().back() + 2);
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a reader at the end reports the new end after a transaction that leaves nothing to read") {
  const std::string topic = make_topic();
  const auto writer = transactional(unique("tx"));
  commit(*writer, at(topic, 0), {"a"});
  const auto one = reader({{at(topic, 0), NextOffset{0}}});
  NextOffset end{0};
  const auto read_to = [&](std::int64_t high) {
    while (end.value() < high) {
      const auto event = next_event(*one);
      REQUIRE(event.ok());
      REQUIRE_FALSE(std::holds_alternative<std::monostate>(event.value()));
      if (const auto* reached = std::get_if<log::EndOfPartition>(&event.value())) {
        end = reached->next;
      }
    }
  };
  read_to(2);
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "gone")).ok());
  int rounds = 0;
  while (admin().watermarks(at(topic, 0), timeout()).value().high.value() == 2) {
    REQUIRE(++rounds < harness().idle_rounds_max());
    harness().idle();
  }
  abort_transaction(*writer);
  read_to(4);
  CHECK(end.value() == 4);
}

TEST_CASE_FIXTURE(ContractFixture,
                  "records of an open transaction are not delivered and neither are the records behind them") {
  const std::string topic = make_topic();
  const auto first = transactional(unique("first"));
  const auto second = transactional(unique("second"));
  REQUIRE(first->begin().ok());
  REQUIRE(first->produce(outgoing(at(topic, 0), "k", "open")).ok());
  int rounds = 0;
  while (admin().watermarks(at(topic, 0), timeout()).value().high.value() == 0) {
    REQUIRE(++rounds < harness().idle_rounds_max());
    harness().idle();
  }
  commit(*second, at(topic, 0), {"later"});

  // Kafka writes the marker of a committed transaction shortly after the commit call has returned.
  auto marks = admin().watermarks(at(topic, 0), timeout());
  for (rounds = 0; marks.ok() && marks.value().high.value() == 2; marks = admin().watermarks(at(topic, 0), timeout())) {
    REQUIRE(++rounds < harness().idle_rounds_max());
    harness().idle();
  }
  REQUIRE(marks.ok());
  CHECK(marks.value().last_stable.value() == 0);
  CHECK(marks.value().high.value() == 3);
  const Read before = read_visible(topic);
  CHECK(before.records.empty());
  CHECK(before.end == 0);

  REQUIRE(first->commit(timeout()).ok());
  const Read after = read(topic);
  CHECK(after.values() == Values{"open", "later"});
  CHECK(after.offsets() == Offsets{0, 1});
  CHECK(after.end == 4);
}

TEST_CASE_FIXTURE(ContractFixture, "a transaction over several topics becomes visible as a whole") {
  const std::string one = make_topic();
  const std::string two = make_topic(2);
  const auto writer = transactional(unique("tx"));
  REQUIRE(writer->begin().ok());
  REQUIRE(writer->produce(outgoing(at(one, 0), "k", "a")).ok());
  REQUIRE(writer->produce(outgoing(at(two, 0), "k", "b")).ok());
  REQUIRE(writer->produce(outgoing(at(two, 1), "k", "c")).ok());
  CHECK(read(one).records.empty());
  REQUIRE(writer->commit(timeout()).ok());
  CHECK(read(one).values() == Values{"a"});
  CHECK(read(two, 0).values() == Values{"b"});
  CHECK(read(two, 1).values() == Values{"c"});
}

TEST_CASE_FIXTURE(ContractFixture, "an empty transaction commits and aborts") {
  const auto writer = transactional(unique("tx"));
  REQUIRE(writer->begin().ok());
  const auto receipt = writer->commit(timeout());
  REQUIRE(receipt.ok());
  CHECK(receipt.value().written.empty());
  REQUIRE(writer->begin().ok());
  abort_transaction(*writer);
}

TEST_CASE_FIXTURE(ContractFixture, "a newer producer of the same id fences the older one and aborts its transaction") {
  const std::string topic = make_topic();
  const std::string id = unique("tx");
  const auto older = transactional(id);
  REQUIRE(older->begin().ok());
  REQUIRE(older->produce(outgoing(at(topic, 0), "k", "zombie")).ok());
  const auto newer = transactional(id);
  commit(*newer, at(topic, 0), {"fresh"});

  const auto receipt = older->commit(timeout());
  REQUIRE_FALSE(receipt.ok());
  CHECK(receipt.error().code == "fenced");
  CHECK(receipt.error().reaction == Reaction::kStopProcess);
  const Read got = read(topic);
  CHECK(got.values() == Values{"fresh"});
  commit(*newer, at(topic, 0), {"again"});
  CHECK(read(topic).values() == Values{"fresh", "again"});
}

TEST_CASE_FIXTURE(ContractFixture, "the transaction of a crashed producer ends when its id is initialised again") {
  const std::string topic = make_topic();
  const std::string id = unique("tx");
  {
    const auto vanished = transactional(id);
    REQUIRE(vanished->begin().ok());
    REQUIRE(vanished->produce(outgoing(at(topic, 0), "k", "gone")).ok());
  }
  const auto next = transactional(id);
  commit(*next, at(topic, 0), {"kept"});
  CHECK(read(topic).values() == Values{"kept"});
}

TEST_CASE_FIXTURE(ContractFixture, "a transaction that takes too long is aborted by the log") {
  const std::string topic = make_topic();
  const std::string id = unique("tx");
  const auto slow = transactional(id);
  REQUIRE(slow->begin().ok());
  REQUIRE(slow->produce(outgoing(at(topic, 0), "k", "late")).ok());
  for (int round = 0; round < harness().quiet_rounds(); ++round) {
    harness().idle();
  }
  harness().let_pass(harness().transaction_timeout() * 2);

  const auto receipt = slow->commit(timeout());
  REQUIRE_FALSE(receipt.ok());
  // The broker does not always say whether the time-out or another producer ended the transaction.
  CHECK((receipt.error().code == "transaction_timed_out" || receipt.error().code == "fenced"));
  const auto next = transactional(id);
  commit(*next, at(topic, 0), {"kept"});
  CHECK(read(topic).values() == Values{"kept"});
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a record larger than the maximum of its topic is refused and its transaction can be aborted") {
  log::TopicSpec spec;
  spec.max_message_bytes = 20'000;
  const std::string topic = make_topic(1, spec);
  const std::string id = unique("tx");
  const auto writer = transactional(id);
  REQUIRE(writer->begin().ok());
  Status refused = writer->produce(outgoing(at(topic, 0), "k", std::string(30'000, 'x')));
  if (refused.ok()) {
    auto receipt = writer->commit(timeout());
    REQUIRE_FALSE(receipt.ok());
    refused = receipt.error();
  }
  CHECK(refused.error().code == "too_large");
  abort_transaction(*writer);
  const auto next = transactional(id);
  commit(*next, at(topic, 0), {"kept"});
  CHECK(read(topic).values() == Values{"kept"});
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
