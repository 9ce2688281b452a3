// How settings commands pass intake: which are refused, and how an accepted one reaches every partition of the log.
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/unit_runtime/intake_fixture.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr std::int32_t kSettingsPartitions = 4;
constexpr const char* kCommandTopic = "turnstream.commands";
constexpr const char* kShares = "turnstream.shares";

std::string command(const std::string& kind, const std::string& persona, const std::string& args) {
  return R"({"kind":")" + kind + R"(","command_id":"C1","persona_id":)" + persona + R"(,"args":)" + args + "}";
}

std::string settings(const std::string& values) {
  return command("settings", "null", R"({"values":)" + values + "}");
}

struct SettingsFixture : IntakeFixture {
  std::unique_ptr<IntakeProcessor> intake;
  std::int64_t offset = 0;

  SettingsFixture() {
    config.partitions = kSettingsPartitions;
    config.admin_ms_max = 0;
    config.memory_settings = R"({"tally":{"rows_max":5}})";
    config.memory_rows = {{.name = "tally.rows_max", .default_value = "5", .min = 1, .max = 100, .doc = "Rows."},
                          {.name = "tally.share", .default_value = "0.5", .min = 0, .max = 1, .doc = "A share."}};
    create(intake_topics(config), kSettingsPartitions);
  }

  /// Intake receives these partitions of the commands and does what it does without input.
  void own(const std::vector<std::int32_t>& partitions) {
    intake = std::make_unique<IntakeProcessor>(config, *client, log_clock);
    std::vector<log::TopicPartition> inputs;
    for (const auto partition : partitions) {
      inputs.push_back({kCommandTopic, Partition{partition}});
      inputs.push_back({"turns", Partition{partition}});
    }
    REQUIRE(intake->assigned(inputs).ok());
    REQUIRE(intake->restore_step(1).value());
    finish();
  }
  void finish() {
    for (auto done = intake->process_one(transaction); done.value(); done = intake->process_one(transaction)) {
    }
  }
  void take(const std::string& topic, std::int32_t partition, const std::string& value,
            std::vector<std::pair<std::string, std::string>> headers = {}) {
    producer.records.clear();
    REQUIRE(intake->accept(make_record({topic, partition, offset++, std::nullopt, value, std::move(headers)})).ok());
    finish();
  }
  std::vector<RecordingProducer::Produced> logged() const { return producer.of_topic("turnstream.log"); }
  /// "reason pointer: message" of the only dead letter, or what else came of the record.
  std::string refusal(const std::string& value, const std::string& topic = kCommandTopic) {
    take(topic, 0, value);
    const auto dead = producer.of_topic("turnstream.dead-letters");
    if (dead.size() != 1 || !logged().empty()) {
      return std::to_string(logged().size()) + " log records";
    }
    CHECK(dead[0].value == value);
    return dead[0].header("dl_reason") + " " + dead[0].header("dl_pointer") + ": " + dead[0].header("dl_message");
  }
};

}  // namespace

TEST_CASE_FIXTURE(SettingsFixture, "the settings of intake reach every partition from the owner of partition 0 alone") {
  own({0});
  REQUIRE(logged().size() == kSettingsPartitions);
  for (std::int32_t p = 0; p < kSettingsPartitions; ++p) {
    CHECK(logged()[static_cast<std::size_t>(p)].partition == Partition{p});
  }
  producer.records.clear();
  own({1, 2, 3});
  CHECK(producer.records.empty());
}

TEST_CASE_FIXTURE(SettingsFixture,
                  "a settings command reaches every partition of the log though intake owns one input") {
  own({0});
  const std::string value = settings(R"({"tally":{"rows_max":7}})");
  take(kCommandTopic, 0, value);
  REQUIRE(producer.records.size() == kSettingsPartitions);
  for (std::int32_t p = 0; p < kSettingsPartitions; ++p) {
    const auto& record = producer.records[static_cast<std::size_t>(p)];
    CHECK(record.topic == "turnstream.log");
    CHECK(record.partition == Partition{p});
    CHECK(record.value == value);
    CHECK_FALSE(record.key.has_value());
    CHECK(record.header("kind") == "settings");
    CHECK(record.header("log_time") == "1767261600000");
    CHECK(record.header("source_offset") == "0");
    CHECK(record.header("trace_id") == "C1");
  }
}

TEST_CASE_FIXTURE(SettingsFixture,
                  "a settings command in another partition is moved to partition 0 and keeps its origin") {
  own({2});
  const std::string value = settings(R"({"tally":{"rows_max":7}})");
  take(kCommandTopic, 2, value);
  REQUIRE(producer.records.size() == 1);
  const auto moved = producer.records[0];
  CHECK(moved.topic == kCommandTopic);
  CHECK(moved.partition == Partition{0});
  CHECK(moved.value == value);
  CHECK(moved.header("moved_partition") == "2");
  CHECK(moved.header("moved_offset") == "0");
  own({0});
  take(kCommandTopic, 0, value, moved.headers);
  REQUIRE(logged().size() == kSettingsPartitions);
  CHECK(logged()[3].header("source_partition") == "0");
  CHECK(logged()[3].header("source_offset") == "1");
  CHECK(logged()[3].header("moved_partition") == "2");
  CHECK(logged()[3].header("moved_offset") == "0");
}

TEST_CASE_FIXTURE(SettingsFixture,
                  "under the event clock a partition without time receives settings and has no time still") {
  config.clock = IntakeClock::kEvent;
  own({0, 1, 2, 3});
  CHECK(logged().empty());
  take(kCommandTopic, 0, settings(R"({"tally":{"rows_max":7}})"));
  // In each partition the settings of intake come first: after the command they would replace its values.
  REQUIRE(logged().size() == 2 * kSettingsPartitions);
  for (std::size_t i = 0; i < logged().size(); ++i) {
    CHECK(logged()[i].header("log_time") == "0");
    CHECK(logged()[i].header("source_topic") == (i % 2 == 0 ? "(none)" : kCommandTopic));
  }
  take("turns", 0, turn_json("T1", "helper", "hello"));
  REQUIRE(logged().size() == 1);  // no tick, no settings
  CHECK(logged()[0].header("kind") == "turn");
  CHECK(logged()[0].header("log_time") != "0");
}

TEST_CASE_FIXTURE(SettingsFixture,
                  "values that a settings file may not have are refused with the sentence for the file") {
  own({0});
  CHECK(refusal(settings(R"({"tally":{"rows_max":-5}})")) ==
        "schema /args/values/tally/rows_max: memory.tally.rows_max = -5 (args.values) is refused; allowed: a whole "
        "number, 1 to 100");
  CHECK(refusal(settings(R"({"tally":{"share":2}})")).find("a number, 0 to 1") != std::string::npos);
  for (const std::string value : {R"("7")", "7.0", "7.5", "null", "true", "[7]", "{}", "1e30", "101", "0"}) {
    CAPTURE(value);
    CHECK(refusal(settings(R"({"tally":{"rows_max":)" + value + "}}")).find("allowed: a whole number, 1 to 100") !=
          std::string::npos);
  }
  CHECK(refusal(settings(R"({"tally":{"row_max":5}})")) ==
        "schema /args/values/tally/row_max: memory.tally.row_max (args.values) is not a setting; the nearest is "
        "memory.tally.rows_max");
  CHECK(refusal(settings(R"({"run":{"workers":2}})")).find("run.workers (args.values) does not influence memory") !=
        std::string::npos);
  CHECK(refusal(settings(R"({"memory":{"tally":{"rows_max":5}}})")).find("write the stages without it") !=
        std::string::npos);
  CHECK(refusal(settings(R"({"tally":5})")).find("schema /args/values/tally: ") == 0);
  CHECK(refusal(settings(R"({"nothing":{}})")).find("schema /args/values/nothing: ") == 0);
  CHECK(refusal(settings(R"({"tally":{"rows_max":1e999}})")).find("schema /args/values: ") == 0);
  CHECK(refusal(settings(R"({"tally":{"rows_max":5,"rows_max":6}})")).find("schema ") == 0);
  CHECK(refusal(settings("[]")).find("schema /args/values: ") == 0);
  CHECK(refusal(R"({"kind":"settings","command_id":"C1","x":1e999,"args":{"values":{}}})").find("schema ") == 0);
}

TEST_CASE_FIXTURE(SettingsFixture, "a settings command that is too large or quotes too much is refused in few words") {
  own({0});
  const std::string blank(64u << 10, ' ');
  CHECK(refusal(settings("{}" + blank)).find("too_large : ") == 0);
  const std::string name(60'000, 'x');
  CHECK(refusal(settings(R"({"tally":{")" + name + R"(":1}})")).size() < 500);
  CHECK(refusal(settings(R"({")" + name + R"(":{"a":1}})")).size() < 500);
  CHECK(refusal(settings(R"({"tally":{"rows_max":")" + name + R"("}})")).size() < 500);
}

TEST_CASE_FIXTURE(SettingsFixture, "share and unshare come on the shares topic and nothing else does") {
  own({0});
  const std::map<std::string, std::string> args = {{"share", R"({"insight":{"id":"a"},"source_persona_id":"teacher"})"},
                                                   {"unshare", R"({"ids":["a"],"source_persona_id":"teacher"})"}};
  for (const auto& [kind, good] : args) {
    CHECK(refusal(command(kind, R"("helper")", good)).find("unknown_command /kind: ") == 0);
    CHECK(refusal(command(kind, R"("helper")", "{}"), kShares).find("schema /args/") == 0);
    CHECK(refusal(command(kind, R"("helper")", good), kShares) == "1 log records");
    CHECK(logged()[0].header("kind") == "command");
    CHECK(logged()[0].key == "helper");
  }
  CHECK(refusal(settings("{}"), kShares).find("unknown_command /kind: ") == 0);
  CHECK(refusal(command("access", R"("helper")", R"({"ids":[]})"), kShares).find("unknown_command /kind: ") == 0);
}

TEST_CASE_FIXTURE(SettingsFixture, "a forget of everything must name the persona twice") {
  own({0});
  const auto forget = [&](const std::string& args) { return refusal(command("forget", R"("helper")", args)); };
  CHECK(forget(R"({"all":true})") == "schema /args/confirm: The required field /args/confirm is missing.");
  CHECK(forget(R"({"all":true,"confirm":"other"})").find("schema /args/confirm: ") == 0);
  CHECK(forget(R"({"all":true,"confirm":null})").find("schema /args/confirm: ") == 0);
  CHECK(forget(R"({"all":true,"confirm":"helper"})") == "1 log records");
  CHECK(forget(R"({"all":false,"ids":["a"]})") == "1 log records");
}

TEST_CASE_FIXTURE(SettingsFixture, "a redrive whose upstream parts are not completions is refused") {
  own({0});
  const auto redrive = [&](const nlohmann::json& parts) {
    const nlohmann::json args{{"stage", "semantic"},
                              {"turn_id", "T1"},
                              {"dead_letter", "{}"},
                              {"upstream", {{{"stage", "episodic"}, {"parts", parts}}}}};
    return refusal(command("redrive", R"("helper")", args.dump()));
  };
  const std::string good = completion_json("episodic", 1);
  CHECK(redrive({good}) == "1 log records");
  CHECK(redrive({good, "{}"}).find("schema /args/upstream: ") == 0);
  CHECK(redrive({good.substr(0, good.size() - 1)}).find("schema /args/upstream: ") == 0);
  CHECK(redrive(nlohmann::json::parse("[{}]")).find("schema /args/upstream/0/parts/0: ") == 0);
  CHECK(redrive({nullptr}).find("schema /args/upstream/0/parts/0: ") == 0);
}

TEST_CASE_FIXTURE(SettingsFixture, "a command whose key is another persona names the field of the command") {
  own({0});
  producer.records.clear();
  const auto value = command("access", R"("helper")", R"({"ids":[]})");
  REQUIRE(intake->accept(make_record({kCommandTopic, 0, 0, "other", value, {}})).ok());
  finish();
  REQUIRE(producer.records.size() == 1);
  CHECK(producer.records[0].header("dl_reason") == "key_mismatch");
  CHECK(producer.records[0].header("dl_pointer") == "/persona_id");
}

}  // namespace turnstream::runtime
