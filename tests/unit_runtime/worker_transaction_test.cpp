#include "pipeline/runtime/common/worker_transaction.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/unit_runtime/recording_producer.h"

namespace turnstream::runtime {
namespace {

struct Fixture {
  ManualClock clock{WallTime{0}};
  RecordingProducer producer;
  CommitPolicy policy{0, 100, 10, 1000};
  WorkerTransaction transaction{producer, clock, policy};

  void produce(std::size_t bytes) {
    REQUIRE(transaction.produce({"topic", Partition{0}, "key", std::string(bytes, 'x'), {}}).ok());
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a transaction begins with the first record and only then") {
  CHECK_FALSE(transaction.open());
  CHECK_FALSE(transaction.full());
  CHECK_FALSE(transaction.may_commit_drained());
  produce(1);
  produce(1);
  CHECK(transaction.open());
  CHECK(producer.begun == 1);
  CHECK(transaction.bytes() == 8);
}

TEST_CASE_FIXTURE(Fixture, "an input record that wrote nothing opens a transaction too") {
  REQUIRE(transaction.count_input().ok());
  CHECK(transaction.open());
  CHECK(producer.begun == 1);
}

TEST_CASE_FIXTURE(Fixture, "it is full at the bound of records") {
  for (int i = 0; i < 9; ++i) {
    REQUIRE(transaction.count_input().ok());
  }
  CHECK_FALSE(transaction.full());
  REQUIRE(transaction.count_input().ok());
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(Fixture, "it is full at the bound of bytes") {
  produce(990);
  CHECK_FALSE(transaction.full());
  produce(10);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(Fixture, "it is full at the bound of time counted from its first record") {
  clock.advance_ms(500);
  produce(1);
  CHECK_FALSE(transaction.full());
  clock.advance_ms(99);
  produce(1);
  CHECK_FALSE(transaction.full());
  clock.advance_ms(1);
  CHECK(transaction.full());
}

TEST_CASE_FIXTURE(Fixture, "a drained input commits at once unless a shortest interval is set") {
  produce(1);
  CHECK(transaction.may_commit_drained());
  policy.interval_ms_min = 20;
  WorkerTransaction patient(producer, clock, policy);
  REQUIRE(patient.count_input().ok());
  CHECK_FALSE(patient.may_commit_drained());
  clock.advance_ms(20);
  CHECK(patient.may_commit_drained());
}

TEST_CASE_FIXTURE(Fixture, "after it is closed the next record begins another") {
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
