#include "pipeline/runtime/intake/effect_reader.h"

#include "tests/unit_runtime/effect_wait_fixture.h"

namespace turnstream::runtime {

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

}  // namespace turnstream::runtime
