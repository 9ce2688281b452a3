// Intake under the event clock while a stage may ask a model: turns and ticks wait, everything else does not.
#include "pipeline/runtime/intake/effect_wait.h"

#include <doctest/doctest.h>

#include "pipeline/base/time_format.h"
#include "pipeline/codec/effect_request.h"
#include "tests/unit_runtime/intake_fixture.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kNow{0};
constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kWaitMs = 600'000;
constexpr const char* kStage = "thinker";

model::EffectRequest question() {
  model::EffectRequest request;
  request.kind = "chat";
  request.purpose = "pass2";
  request.request = "{}";
  return request;
}

struct WaitingIntake : IntakeFixture {
  std::unique_ptr<log::Producer> others = client->make_producer("others").value();
  std::unique_ptr<IntakeProcessor> intake;
  std::int64_t offsets = 0;
  std::int64_t written = 0;  ///< the records that intake has written to the log

  WaitingIntake() {
    config.partitions = 1;
    config.admin_ms_max = 0;
    config.clock = IntakeClock::kEvent;
    config.askers = {{kStage, "model.name"}};
    config.memory_settings = R"({"model":{"name":"parrot"}})";
    create({"turns", config.names.commands(), config.names.shares(), config.names.effect_results(),
            config.names.effect_requests(), config.names.log(), config.names.dead_letters(),
            config.names.completions(kStage)},
           1);
  }
  void start() {
    intake = std::make_unique<IntakeProcessor>(config, *client, log_clock);
    std::vector<log::TopicPartition> inputs;
    for (const auto& topic : intake_topics(config)) {
      inputs.push_back({topic, Partition{0}});
    }
    REQUIRE(intake->assigned(inputs).ok());
    while (!intake->restore_step(100).value()) {
    }
    REQUIRE(intake->start_positions().ok());
    settle();
  }
  /// Processes until nothing more is possible, and commits. The log then has what the recording producer got.
  void settle() {
    for (int round = 0; round < 8; ++round) {
      while (intake->process_one(transaction).value()) {
      }
      log::Receipt receipt;
      const auto records = producer.of_topic(config.names.log());
      for (; written < static_cast<std::int64_t>(records.size()); ++written) {
        const auto& record = records[static_cast<std::size_t>(written)];
        send(config.names.log(), *record.value);
        receipt.written = {{{config.names.log(), Partition{0}}, NextOffset{written + 1}}};
      }
      REQUIRE(intake->prepare_commit(transaction).ok());
      for (const auto& offset : intake->offsets()) {
        offsets_text = offset.metadata.empty() ? offsets_text : offset.metadata;
      }
      REQUIRE(intake->committed(receipt).ok());
      transaction.closed();
    }
  }
  void send(const std::string& topic, const std::string& value) {
    REQUIRE(others->produce({topic, Partition{0}, "helper", value, {}}).ok());
    REQUIRE(others->flush(kNow).ok());
  }
  void take(const std::string& topic, const std::string& value) {
    REQUIRE(intake->accept(make_record({topic, 0, offsets++, std::nullopt, value, {}})).ok());
    settle();
  }
  void turn(const std::string& name, std::int64_t after_ms) {
    std::string json = turn_json(name, "helper", "hello");
    const std::string fixed = "2026-01-01T10:00:00.000Z";
    take("turns", json.replace(json.find(fixed), fixed.size(), format_time(kStart + after_ms)));
  }
  void command(const std::string& text) { take(config.names.commands(), text); }
  void sweep() { command(R"({"kind":"sweep","command_id":"C","persona_id":"helper","args":{}})"); }
  /// The stage answers all records of the log.
  void stage_answers() {
    send(config.names.completions(kStage), completion_json(kStage, written - 1));
    settle();
  }
  void stage_asks(const std::string& id) {
    std::string value;
    codec::append_effect_request(value, {id, "helper", kStage}, question());
    send(config.names.effect_requests(), value);
  }
  static std::string result(const std::string& id, const std::string& hash) {
    return R"({"kind":"chat","effect_id":")" + id + R"(","request_hash":")" + hash +
           R"(","persona_id":"helper","status":"failed","performed_at":"2026-01-01T10:00:00.000Z"})";
  }
  void result_arrives(const std::string& id) {
    const auto text = result(id, codec::request_hash(question()));
    send(config.names.effect_results(), text);
    take(config.names.effect_results(), text);
  }
  /// The kinds of the records of the log, by their first letter.
  [[nodiscard]] std::string kinds() const {
    std::string text;
    for (const auto& record : producer.of_topic(config.names.log())) {
      text += record.header("kind").front();
    }
    return text;
  }

  std::string offsets_text;
};

}  // namespace

TEST_CASE_FIXTURE(WaitingIntake, "a turn waits until the stage has answered the record before it") {
  start();
  turn("A", 0);
  turn("B", 1'000);
  CHECK(kinds() == "st");
  CHECK_FALSE(intake->idle());
  CHECK(intake->held_back().empty());
  CHECK(intake->wake_at().has_value());
  CHECK(intake->take_flow().pause.size() == 1);
  stage_answers();
  CHECK(kinds() == "stt");
  CHECK(intake->take_flow().resume.size() == 1);
  CHECK(intake->idle());
}

TEST_CASE_FIXTURE(WaitingIntake, "a result stands right behind its cause and turns wait for it") {
  start();
  turn("A", 0);
  stage_asks("E1");
  stage_asks("E2");
  stage_answers();
  turn("B", 1'000);
  CHECK(kinds() == "st");
  result_arrives("E1");
  CHECK(kinds() == "ste");
  stage_answers();
  CHECK(kinds() == "ste");
  result_arrives("E2");
  CHECK(kinds() == "stee");
  stage_answers();
  CHECK(kinds() == "steet");
  CHECK(producer.of_topic(config.names.log())[3].header("log_time") == std::to_string(kStart));
}

TEST_CASE_FIXTURE(WaitingIntake, "the tick before a turn is answered before the turn is written") {
  start();
  turn("A", 0);
  stage_answers();
  turn("B", 65'000);
  REQUIRE(kinds() == "stt");
  CHECK(producer.of_topic(config.names.log())[2].header("kind") == "tick");
  CHECK(producer.of_topic(config.names.log())[2].header("log_time") == std::to_string(kStart + 60'000));
  stage_asks("E");
  stage_answers();
  CHECK(kinds() == "stt");
  result_arrives("E");
  stage_answers();
  CHECK(kinds() == "sttet");
}

TEST_CASE_FIXTURE(WaitingIntake, "commands and settings do not wait but a tick command does") {
  start();
  turn("A", 0);
  sweep();
  command(R"({"kind":"settings","command_id":"S","persona_id":null,"args":{"values":{}}})");
  command(R"({"kind":"tick","command_id":"K","persona_id":null,"args":{"time":"2026-01-01T10:01:00Z"}})");
  CHECK(kinds() == "stcs");
  stage_answers();
  CHECK(kinds() == "stcst");
}

TEST_CASE_FIXTURE(WaitingIntake, "an answer with another hash does not end the wait but a cancellation does") {
  start();
  turn("A", 0);
  stage_asks("E");
  stage_answers();
  turn("B", 1'000);
  take(config.names.effect_results(), result("E", "sha256:other"));
  stage_answers();
  CHECK(kinds() == "ste");
  std::string cancel;
  codec::append_effect_cancel(cancel, {"E", "helper", kStage}, "expired");
  send(config.names.effect_requests(), cancel);
  settle();
  CHECK(kinds() == "stet");
}

TEST_CASE_FIXTURE(WaitingIntake, "after the longest wait no turn waits until an answer arrives") {
  start();
  turn("A", 0);
  stage_asks("E1");
  stage_answers();
  turn("B", 1'000);
  clock.advance_ms(kWaitMs);
  settle();
  CHECK(kinds() == "st");
  clock.advance_ms(1);
  settle();
  CHECK(kinds() == "stt");
  stage_asks("E2");
  stage_answers();
  turn("C", 2'000);
  CHECK(kinds() == "sttt");
  stage_asks("E3");
  stage_answers();
  result_arrives("E2");
  stage_answers();
  turn("D", 3'000);
  CHECK(kinds() == "sttte");
}

TEST_CASE_FIXTURE(WaitingIntake, "a stage that does not run is awaited once and again when it runs") {
  start();
  turn("A", 0);
  turn("B", 1'000);
  clock.advance_ms(kWaitMs + 1);
  settle();
  CHECK(kinds() == "stt");
  turn("C", 2'000);
  CHECK(kinds() == "sttt");
  stage_answers();
  turn("D", 3'000);
  CHECK(kinds() == "stttt");
  turn("E", 4'000);
  CHECK(kinds() == "stttt");
}

TEST_CASE_FIXTURE(WaitingIntake,
                  "a request that is open before a restart is open after it and one with a result is not") {
  start();
  turn("A", 0);
  stage_asks("E1");
  stage_asks("E2");
  stage_answers();
  const auto answer = result("E1", codec::request_hash(question()));
  send(config.names.effect_results(), answer);

  EffectReader reader(config, *client, clock);
  const EffectReader::Progress all{{{config.names.effect_results(), Partition{0}}, NextOffset{1}}};
  while (!reader.follows()) {
    REQUIRE(reader.read({kStage}, all).ok());
  }
  CHECK_FALSE(reader.lags(kStage, Partition{0}));
  CHECK(reader.requests_read().value());
  CHECK(reader.asked().is_awaited(Partition{0}));
  reader.asked().answer("E2", codec::request_hash(question()), Partition{0});
  CHECK_FALSE(reader.asked().is_awaited(Partition{0}));

  // A result that intake has not appended yet does not count.
  EffectReader earlier(config, *client, clock);
  while (!earlier.follows()) {
    REQUIRE(earlier.read({kStage}, {{{config.names.effect_results(), Partition{0}}, NextOffset{0}}}).ok());
  }
  earlier.asked().answer("E2", codec::request_hash(question()), Partition{0});
  CHECK(earlier.asked().is_awaited(Partition{0}));
}

TEST_CASE_FIXTURE(WaitingIntake, "a stage that has not answered the end of the log is behind after a restart") {
  for (int i = 0; i < 500; ++i) {
    send(config.names.completions(kStage), completion_json(kStage, 0, 0, i == 0));
  }
  send(config.names.log(), "the first record");
  EffectReader reader(config, *client, clock);
  while (!reader.follows()) {
    REQUIRE(reader.read({kStage}, {}).ok());
  }
  CHECK(reader.lags(kStage, Partition{0}));
  send(config.names.completions(kStage), completion_json(kStage, 0));
  REQUIRE(reader.read({kStage}, {}).ok());
  CHECK_FALSE(reader.lags(kStage, Partition{0}));
  reader.note_written(Partition{0}, Offset{1});
  CHECK(reader.lags(kStage, Partition{0}));
}

TEST_CASE_FIXTURE(WaitingIntake, "without a model or with the wait switched off no turn waits") {
  SUBCASE("no model") {
    config.memory_settings = R"({"model":{"name":""}})";
  }
  SUBCASE("no setting") {
    config.memory_settings = "{}";
  }
  SUBCASE("switched off") {
    config.waits_for_effects = false;
  }
  start();
  turn("A", 0);
  turn("B", 65'000);
  CHECK(kinds() == "sttt");
  CHECK(intake->idle());
}

TEST_CASE_FIXTURE(WaitingIntake, "a settings command begins and ends the wait and the metadata say so") {
  config.memory_settings = "{}";
  config.memory_rows = {{.name = "model.name", .default_value = "\"\"", .doc = "The model."}};
  start();
  turn("A", 0);
  turn("B", 1'000);
  CHECK(kinds() == "stt");
  CHECK(decode_intake_metadata(offsets_text).asking == "-");
  const auto set_model = [&](const std::string& name) {
    command(R"({"kind":"settings","command_id":"S","persona_id":null,"args":{"values":{"model":{"name":")" + name +
            R"("}}}})");
  };
  set_model("parrot");
  CHECK(decode_intake_metadata(offsets_text).asking == "model.name");
  turn("C", 2'000);
  CHECK(kinds() == "stts");
  stage_answers();
  CHECK(kinds() == "sttst");
  turn("D", 3'000);
  set_model("");
  CHECK(kinds() == "sttstst");
}

}  // namespace turnstream::runtime
