// The contract of Producer and Reader: records come back as written, in order, from the position where the reader
// starts.
#include <algorithm>
#include <doctest/doctest.h>
#include <string>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {
namespace {

TEST_SUITE_BEGIN("records");

TEST_CASE_FIXTURE(ContractFixture, "a record comes back with its key and value and headers") {
  const std::string topic = make_topic();
  const log::Header headers[] = {{"turn_id", "t1"}, {"kind", "first"}, {"kind", "second"}};
  const auto writer = producer();
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, "persona", "value", headers}).ok());
  REQUIRE(writer->flush(timeout()).ok());

  const Read got = read(topic);
  REQUIRE(got.records.size() == 1);
  const Seen& seen = got.records[0];
  CHECK(seen.topic == topic);
  CHECK(seen.partition == 0);
  CHECK(seen.offset == 0);
  CHECK(seen.key == "persona");
  CHECK(seen.value == "value");
  REQUIRE(seen.headers.size() == 3);
  CHECK(seen.headers[0] == std::pair<std::string, std::string>("turn_id", "t1"));
  CHECK(seen.headers[1] == std::pair<std::string, std::string>("kind", "first"));
  CHECK(seen.headers[2] == std::pair<std::string, std::string>("kind", "second"));
}

TEST_CASE_FIXTURE(ContractFixture, "an absent key or value stays absent and an empty one stays empty") {
  const std::string topic = make_topic();
  const auto writer = producer();
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, std::nullopt, "value", {}}).ok());
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, "key", std::nullopt, {}}).ok());
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, "", "", {}}).ok());
  REQUIRE(writer->flush(timeout()).ok());

  const Read got = read(topic);
  REQUIRE(got.records.size() == 3);
  CHECK_FALSE(got.records[0].key.has_value());
  CHECK(got.records[0].value == "value");
  CHECK(got.records[1].key == "key");
  CHECK_FALSE(got.records[1].value.has_value());
  CHECK(got.records[2].key == "");
  CHECK(got.records[2].value == "");
}

TEST_CASE_FIXTURE(ContractFixture, "bytes of any kind survive in key and value and header") {
  const std::string topic = make_topic();
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    bytes.push_back(static_cast<char>(byte));
  }
  const log::Header headers[] = {{"bytes", bytes}};
  const auto writer = producer();
  REQUIRE(writer->produce(log::OutgoingRecord{topic, Partition{0}, bytes, bytes, headers}).ok());
  REQUIRE(writer->flush(timeout()).ok());

  const Read got = read(topic);
  REQUIRE(got.records.size() == 1);
  CHECK(got.records[0].key == bytes);
  CHECK(got.records[0].value == bytes);
  REQUIRE(got.records[0].headers.size() == 1);
  CHECK(got.records[0].headers[0].second == bytes);
}

TEST_CASE_FIXTURE(ContractFixture, "every record has the time of its append and the times never decrease") {
  const std::string topic = make_topic();
  publish(topic, 0, "k", "1");
  harness().let_pass(milliseconds{5});
  publish(topic, 0, "k", "2");

  const Read got = read(topic);
  REQUIRE(got.records.size() == 2);
  CHECK(got.records[0].append_time_ms > 0);
  CHECK(got.records[1].append_time_ms > got.records[0].append_time_ms);
}

TEST_CASE_FIXTURE(ContractFixture, "records of one producer keep their order and are numbered without gaps") {
  const std::string topic = make_topic();
  const auto writer = producer();
  std::vector<std::string> expected;
  for (int i = 0; i < 500; ++i) {
    expected.push_back(std::to_string(i));
    REQUIRE(writer->produce(outgoing(at(topic, 0), "k", expected.back())).ok());
  }
  REQUIRE(writer->flush(timeout()).ok());

  const Read got = read(topic);
  CHECK(got.values() == expected);
  CHECK(got.records.front().offset == 0);
  CHECK(got.records.back().offset == 499);
  CHECK(got.end == 500);
}

TEST_CASE_FIXTURE(ContractFixture, "a producer learns the offset of every record that it asked about") {
  const std::string topic = make_topic(2);
  publish(topic, 1, "k", "earlier");
  const auto writer = producer();
  std::vector<std::pair<std::string, std::int64_t>> told;
  const auto keep_as = [&told](const std::string& value) {
    return
        [&told, value](const Result<Offset>& stored) { told.emplace_back(value, stored.ok() ? stored->value() : -1); };
  };
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "a"), keep_as("a")).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "not asked")).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "b"), keep_as("b")).ok());
  REQUIRE(writer->produce(outgoing(at(topic, 1), "k", "c"), keep_as("c")).ok());
  REQUIRE(writer->flush(timeout()).ok());

  std::sort(told.begin(), told.end());
  CHECK(told == std::vector<std::pair<std::string, std::int64_t>>{{"a", 0}, {"b", 2}, {"c", 1}});
  CHECK(read(topic, 0, 2).values() == std::vector<std::string>{"b"});
  CHECK(read(topic, 1, 1).values() == std::vector<std::string>{"c"});
}

TEST_CASE_FIXTURE(ContractFixture, "a record that the log refuses gets an error once and no offset") {
  log::TopicSpec spec;
  spec.max_message_bytes = 20'000;
  const std::string topic = make_topic(1, spec);
  const auto writer = producer();
  std::vector<bool> told;
  int errors = 0;
  const auto count = [&](const Result<Offset>& stored) { told.push_back(stored.ok()); };
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "before"), count).ok());
  REQUIRE(writer->flush(timeout()).ok());  // Kafka refuses the records of a batch together
  errors += writer->produce(outgoing(at(topic, 0), "k", std::string(30'000, 'x')), count).ok() ? 0 : 1;
  static_cast<void>(writer->flush(timeout()));
  REQUIRE(writer->produce(outgoing(at(topic, 0), "k", "after"), count).ok());
  REQUIRE(writer->flush(timeout()).ok());

  const auto stored = std::count(told.begin(), told.end(), true);
  CHECK(stored == 2);
  CHECK(errors + static_cast<int>(told.size() - static_cast<std::size_t>(stored)) == 1);
  CHECK(read(topic).values() == std::vector<std::string>{"before", "after"});
}

TEST_CASE_FIXTURE(ContractFixture, "a reader starts exactly at the position that it was given") {
  const std::string topic = make_topic();
  for (const char* value : {"a", "b", "c", "d"}) {
    publish(topic, 0, "k", value);
  }
  CHECK(read(topic, 0, 2).values() == std::vector<std::string>{"c", "d"});
  CHECK(read(topic, 0, 4).values().empty());
}

TEST_CASE_FIXTURE(ContractFixture, "an empty partition reports its end at zero") {
  const std::string topic = make_topic();
  const Read got = read(topic);
  CHECK(got.records.empty());
  CHECK(got.end == 0);
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a reader at the end delivers nothing until a record comes and then the record and the new end") {
  const std::string topic = make_topic();
  publish(topic, 0, "k", "old");
  const auto one = reader({from(topic, 0, 1)});
  auto event = next_event(*one);
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::EndOfPartition>(event.value()));
  CHECK(std::get<log::EndOfPartition>(event.value()).next.value() == 1);
  CHECK(stays_quiet(*one));

  publish(topic, 0, "k", "new");
  event = next_event(*one);
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::Record>(event.value()));
  CHECK(copy_of(std::get<log::Record>(event.value())).value == "new");
  event = next_event(*one);
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::EndOfPartition>(event.value()));
  CHECK(std::get<log::EndOfPartition>(event.value()).next.value() == 2);
}

TEST_CASE_FIXTURE(ContractFixture, "a reader that starts behind the end gets an error") {
  const std::string topic = make_topic();
  publish(topic, 0, "k", "only");
  const auto one = reader({from(topic, 0, 7)});
  const auto event = next_event(*one);
  REQUIRE_FALSE(event.ok());
  CHECK(event.error().code == "offset_out_of_range");
  CHECK(event.error().reaction == Reaction::kStopProcess);
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a reader of several partitions gets the records of each in order and the end of each") {
  const std::string topic = make_topic(3);
  for (int i = 0; i < 9; ++i) {
    publish(topic, i % 3, "k", std::to_string(i));
  }
  const auto one = reader({from(topic, 0, 0), from(topic, 1, 1), from(topic, 2, 3)});
  std::vector<std::string> values[3];
  std::int64_t ends[3] = {-1, -1, -1};
  while (ends[0] < 0 || ends[1] < 0 || ends[2] < 0) {
    const auto event = next_event(*one);
    REQUIRE(event.ok());
    REQUIRE_FALSE(std::holds_alternative<std::monostate>(event.value()));
    if (const auto* record = std::get_if<log::Record>(&event.value())) {
      values[record->partition.value()].emplace_back(*record->value);
    } else {
      const auto& end = std::get<log::EndOfPartition>(event.value());
      ends[end.where.partition.value()] = end.next.value();
    }
  }
  CHECK(values[0] == std::vector<std::string>{"0", "3", "6"});
  CHECK(values[1] == std::vector<std::string>{"4", "7"});
  CHECK(values[2].empty());
  CHECK(ends[0] == 3);
  CHECK(ends[1] == 3);
  CHECK(ends[2] == 3);
}

TEST_CASE_FIXTURE(ContractFixture, "assigning again replaces what a reader reads") {
  const std::string first = make_topic();
  const std::string second = make_topic();
  publish(first, 0, "k", "first");
  publish(second, 0, "k", "second");
  const auto one = reader({from(first, 0, 0)});
  const log::Position positions[] = {from(second, 0, 0)};
  REQUIRE(one->assign(positions).ok());
  const auto event = next_event(*one);
  REQUIRE(event.ok());
  REQUIRE(std::holds_alternative<log::Record>(event.value()));
  CHECK(copy_of(std::get<log::Record>(event.value())).value == "second");
}

TEST_CASE_FIXTURE(ContractFixture, "a reader of a missing topic gets an error") {
  auto made = client().make_reader("reader");
  REQUIRE(made.ok());
  const log::Position positions[] = {from(unique("missing"), 0, 0)};
  const Status assigned = made.value()->assign(positions);
  if (!assigned.ok()) {
    CHECK(assigned.error().code == "unknown_topic");
    return;
  }
  const auto event = next_event(*made.value());
  REQUIRE_FALSE(event.ok());
  CHECK(event.error().code == "unknown_topic");
}

TEST_CASE_FIXTURE(ContractFixture,
                  "a record larger than the maximum of its topic is refused and the others are written") {
  log::TopicSpec spec;
  spec.max_message_bytes = 20'000;
  const std::string topic = make_topic(1, spec);
  const auto big = producer();
  Status status = big->produce(outgoing(at(topic, 0), "k", std::string(30'000, 'x')));
  if (status.ok()) {
    status = big->flush(timeout());
  }
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "too_large");
  CHECK(status.error().reaction == Reaction::kDeadLetter);

  publish(topic, 0, "k", std::string(10'000, 'y'));
  const Read got = read(topic);
  REQUIRE(got.records.size() == 1);
  CHECK(got.records[0].value == std::string(10'000, 'y'));
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
