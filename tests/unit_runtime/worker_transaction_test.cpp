#include "pipeline/runtime/common/worker_transaction.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/unit_runtime/recording_producer.h"

namespace turnstream::runtime {
namespace {

struct TransactionFixture {
  ManualClock clock{WallTime{0}};
  RecordingProducer producer;
  CommitPolicy policy{.usual = {.interval_ms_max = 100, .records_max = 10, .bytes_max = 1000},
                      .behind = {.interval_ms_max = 500, .records_max = 40, .bytes_max = 5000},
                      .buffer_bytes_max = 600};
  WorkerTransaction transaction{producer, clock, policy};

  void produce(std::size_t bytes) {
    REQUIRE(transaction.produce({"topic", Partition{0}, "key", std::string(bytes, 'x'), {}}).ok());
  }
  void count(int inputs) {
    for (int i = 0; i < inputs; ++i) {
      REQUIRE(transaction.count_input().ok());
    }
  }
};

}  // namespace

TEST_CASE_FIXTURE(TransactionFixture, "a transaction begins with the first record and only then") {
  CHECK_FALSE(transaction.open());
  CHECK_FALSE(transaction.full());
  CHECK_FALSE(transaction.may_commit_drained());
  produce(1);
  produce(1);
  CHECK(transaction.open());
  CHECK(producer.begun == 1);
  CHECK(transaction.bytes() == 8);
}

TEST_CASE_FIXTURE(TransactionFixture, "an input record that wrote nothing opens a transaction too") {
  REQUIRE(transaction.count_input().ok());
  CHECK(transaction.open());
  CHECK(producer.begun == 1);
}

TEST_CASE_FIXTURE(TransactionFixture, "it is full at the bound of records") {
  count(9);
  CHECK_FALSE(transaction.full());
  count(1);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "it is full at the bound of bytes") {
  produce(990);
  CHECK_FALSE(transaction.full());
  produce(10);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "changed state counts like outputs") {
  produce(500);
  transaction.count_state(400);
  CHECK_FALSE(transaction.full());
  transaction.count_state(-400);
  CHECK(transaction.bytes() == 503);
  transaction.count_state(497);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "outputs wait for the commit unless there are too many") {
  produce(200);
  produce(200);
  CHECK(producer.records.empty());
  produce(250);
  CHECK(producer.records.size() == 3);
  produce(100);
  CHECK(producer.records.size() == 3);
  REQUIRE(transaction.hand_over().ok());
  CHECK(producer.records.size() == 4);
}

TEST_CASE_FIXTURE(TransactionFixture, "outputs of a commit that has begun do not wait") {
  REQUIRE(transaction.count_input().ok());
  REQUIRE(transaction.hand_over().ok());
  produce(100);
  CHECK(producer.records.size() == 1);
  CHECK(transaction.bytes() == 0);
  transaction.closed();
  produce(100);
  CHECK(producer.records.size() == 1);
}

TEST_CASE_FIXTURE(TransactionFixture, "while the worker is behind the larger bounds hold") {
  count(10);
  CHECK(transaction.full());
  transaction.closed(true);
  count(20);
  CHECK(transaction.full());
  transaction.closed(true);
  transaction.closed(true);
  count(39);
  produce(4'900);
  clock.advance_ms(499);
  CHECK_FALSE(transaction.full());
  SUBCASE("of records") {
    count(1);
  }
  SUBCASE("of bytes") {
    produce(100);
  }
  SUBCASE("of time") {
    clock.advance_ms(1);
  }
  CHECK(transaction.full());
  transaction.closed(false);
  count(10);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "after a slow commit the bounds are smaller again") {
  policy.slow_commit_ms = 1'000;
  WorkerTransaction other(producer, clock, policy);
  const auto records_max = [&other] {
    std::int64_t records = 0;
    for (; !other.full(); ++records) {
      REQUIRE(other.count_input().ok());
    }
    return records;
  };
  CHECK(records_max() == 10);
  other.closed(true, 1'000);
  CHECK(records_max() == 20);
  other.closed(true, 1'000);
  CHECK(records_max() == 40);
  other.closed(true, 1'001);
  CHECK(records_max() == 20);
  other.closed(true, 5'000);
  other.closed(true, 5'000);
  CHECK(records_max() == 10);
}

TEST_CASE_FIXTURE(TransactionFixture,
                  "a usual bound that is larger than the one of a worker that is behind holds for both") {
  policy.behind.records_max = 3;
  WorkerTransaction other(producer, clock, policy);
  REQUIRE(other.count_input().ok());
  other.closed(true);
  for (int i = 0; i < 9; ++i) {
    REQUIRE(other.count_input().ok());
  }
  CHECK_FALSE(other.full());
  REQUIRE(other.count_input().ok());
  CHECK(other.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "it is full at the bound of time counted from its first record") {
  clock.advance_ms(500);
  produce(1);
  CHECK_FALSE(transaction.full());
  clock.advance_ms(99);
  produce(1);
  CHECK_FALSE(transaction.full());
  clock.advance_ms(1);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(TransactionFixture, "a drained input commits at once unless a shortest interval is set") {
  produce(1);
  CHECK(transaction.may_commit_drained());
  policy.interval_ms_min = 20;
  WorkerTransaction patient(producer, clock, policy);
  REQUIRE(patient.count_input().ok());
  CHECK_FALSE(patient.may_commit_drained());
  clock.advance_ms(20);
  CHECK(patient.may_commit_drained());
}

TEST_CASE_FIXTURE(TransactionFixture, "after it is closed the next record begins another") {
  produce(2000);
  transaction.closed();
  CHECK_FALSE(transaction.open());
  CHECK(transaction.inputs() == 0);
  CHECK(transaction.bytes() == 0);
  produce(1);
  CHECK(producer.begun == 2);
  CHECK_FALSE(transaction.full());
}

}  // namespace turnstream::runtime
