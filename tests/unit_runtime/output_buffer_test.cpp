#include "pipeline/runtime/common/output_buffer.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/unit_runtime/recording_producer.h"

namespace turnstream::runtime {

TEST_CASE("records leave the buffer as they entered it and in their order") {
  OutputBuffer buffer;
  CHECK(buffer.bytes() == 0);
  {
    // The buffer has copies: these texts end before the records are given to the producer.
    const std::string topic = "turnstream.completions.episodic";
    const std::string value(300, 'v');
    const std::vector<log::Header> headers = {{"kind", "completion"}, {"", "text without a name"}, {"trace_id", ""}};
    buffer.add({topic, Partition{3}, "helper", value, headers});
    buffer.add({"a", Partition{0}, std::nullopt, std::nullopt, {}});
    buffer.add({"b", Partition{1}, "", "", {}});
    buffer.add({topic, Partition{2}, std::nullopt, "tick", std::span(headers).first(1)});
  }
  RecordingProducer producer;
  REQUIRE(buffer.give_to(producer).ok());
  REQUIRE(producer.records.size() == 4);
  const auto& first = producer.records[0];
  CHECK(first.topic == "turnstream.completions.episodic");
  CHECK(first.partition == Partition{3});
  CHECK(first.key == "helper");
  CHECK(first.value == std::string(300, 'v'));
  CHECK(first.headers == std::vector<std::pair<std::string, std::string>>{
                             {"kind", "completion"}, {"", "text without a name"}, {"trace_id", ""}});
  CHECK_FALSE(producer.records[1].key.has_value());
  CHECK_FALSE(producer.records[1].value.has_value());
  CHECK(producer.records[2].key == "");
  CHECK(producer.records[2].value == "");
  CHECK(producer.records[3].partition == Partition{2});
  CHECK_FALSE(producer.records[3].key.has_value());
  CHECK(producer.records[3].value == "tick");
  CHECK(producer.records[3].header("kind") == "completion");
}

TEST_CASE("a buffer that was emptied takes the next records") {
  OutputBuffer buffer;
  RecordingProducer producer;
  for (int round = 1; round <= 3; ++round) {
    buffer.add({"topic", Partition{0}, "key", std::to_string(round), {}});
    CHECK(buffer.bytes() == 9);
    REQUIRE(buffer.give_to(producer).ok());
    CHECK(buffer.bytes() == 0);
    REQUIRE(producer.records.size() == static_cast<std::size_t>(round));
    CHECK(producer.records.back().value == std::to_string(round));
  }
  REQUIRE(buffer.give_to(producer).ok());
  CHECK(producer.records.size() == 3);
}

}  // namespace turnstream::runtime
