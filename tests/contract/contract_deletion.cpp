// The contract of the deletion of records from the head of a partition, for logs in which a client can do that.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {
namespace {

TEST_SUITE_BEGIN("deletion");

TEST_CASE_FIXTURE(ContractFixture, "records before a position are deleted and readers begin behind them") {
  const std::string topic = make_topic(2);
  const auto producer = transactional(unique("writer"));
  commit(*producer, at(topic, 0), {"a", "b"});
  const log::Receipt receipt = commit(*producer, at(topic, 0), {"c"});
  commit(*producer, at(topic, 0), {"d", "e"});
  commit(*producer, at(topic, 1), {"other"});
  REQUIRE(read(topic, 0).records.size() == 5);
  const NextOffset before{receipt.written.at(0).next.value() - 1};
  for (const NextOffset position : {before, before, NextOffset{0}}) {  // The second and third call delete nothing.
    const log::Position head{at(topic, 0), position};
    const Status deleted = admin().delete_records(std::span(&head, 1), timeout());
    REQUIRE_MESSAGE(deleted.ok(), (deleted.ok() ? std::string() : deleted.error().message));
    const auto marks = admin().watermarks(at(topic, 0), timeout());
    REQUIRE(marks.ok());
    CHECK(marks.value().first.value() <= before.value());
    CHECK(marks.value().first.value() > 1);
    CHECK(read(topic, 0).values() == std::vector<std::string>{"c", "d", "e"});
  }
  CHECK(read(topic, 1).values() == std::vector<std::string>{"other"});
  const log::Position all[] = {{at(topic, 0), NextOffset{read(topic, 0).end}}, {at(topic, 1), NextOffset{1}}};
  REQUIRE(admin().delete_records(all, timeout()).ok());
  CHECK(read(topic, 0).values().empty());
  CHECK(read(topic, 1).values().empty());
  commit(*producer, at(topic, 0), {"f"});
  CHECK(read(topic, 0).values() == std::vector<std::string>{"f"});
}

TEST_CASE_FIXTURE(ContractFixture, "a reader passes over the deleted heads of many partitions") {
  constexpr std::int32_t kPartitions = 8;
  const std::string topic = make_topic(kPartitions);
  std::vector<log::Position> heads;
  std::vector<log::Position> starts;
  for (std::int32_t p = 0; p < kPartitions; ++p) {
    publish(topic, p, "k", "old");
    publish(topic, p, "k", "new");
    heads.push_back({at(topic, p), NextOffset{1}});
    starts.push_back({at(topic, p), NextOffset{0}});
  }
  REQUIRE(admin().delete_records(heads, timeout()).ok());
  const auto all = reader(starts);
  std::int32_t records = 0;
  for (std::int32_t ended = 0; ended < kPartitions;) {
    const auto event = next_event(*all);
    REQUIRE_MESSAGE(event.ok(), (event.ok() ? std::string() : event.error().message));
    REQUIRE_FALSE(std::holds_alternative<std::monostate>(*event));
    if (const auto* record = std::get_if<log::Record>(&*event)) {
      CHECK(*record->value == "new");
      ++records;
    }
    ended += std::holds_alternative<log::EndOfPartition>(*event) ? 1 : 0;
  }
  CHECK(records == kPartitions);
}

TEST_CASE_FIXTURE(ContractFixture, "records behind the end cannot be deleted") {
  const std::string topic = make_topic(1);
  publish(topic, 0, "k", "a");
  const log::Position head{at(topic, 0), NextOffset{5}};
  const Status refused = admin().delete_records(std::span(&head, 1), timeout());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "offset_out_of_range");
  CHECK(read(topic, 0).values() == std::vector<std::string>{"a"});
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
