// Intake under the event clock while a stage may ask a model: turns and ticks wait, everything else does not.
#include "tests/unit_runtime/effect_wait_fixture.h"

namespace turnstream::runtime {

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
