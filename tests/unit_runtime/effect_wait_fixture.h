#pragma once
// What the tests of the wait for the outside world share: intake under the event clock, a stage that asks, and a log whose
// records the test copies from what intake wrote.
// Threads: one.

#include <doctest/doctest.h>

#include "pipeline/base/time_format.h"
#include "pipeline/codec/effect_request.h"
#include "pipeline/runtime/intake/effect_wait.h"
#include "tests/unit_runtime/intake_fixture.h"
#include "tests/unit_runtime/now.h"
#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {

inline constexpr std::int64_t kWaitMs = 600'000;
inline constexpr const char* kStage = "thinker";

inline model::EffectRequest question() {
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

}  // namespace turnstream::runtime
