#include "app/log_access/open_transactions.h"

#include <doctest/doctest.h>

namespace turnstream::app {
namespace {

const log::TopicPartition kLog{"turnstream.log", Partition{0}};
const log::TopicPartition kChangelog{"turnstream.episodic.changelog", Partition{0}};

MonotonicTime at_ms(std::int64_t ms) {
  return MonotonicTime{ms * 1'000};
}

TEST_CASE("a transaction hangs after more time without progress than a dead writer's transaction can last") {
  CHECK(hanging_after_ms(10'000) == 25'000);
  CHECK(hanging_after_ms(60'000) == 150'000);
  // The broker checks every 10 s, even if the time-out is shorter.
  CHECK(hanging_after_ms(1'000) == 13'000);
}

TEST_CASE("readers that move are not reported and readers that wait are reported within three time-outs") {
  OpenSince since;
  std::int64_t found_ms = 0;
  for (std::int64_t ms = 2'499; found_ms == 0; ms += 2'500) {
    since.update({{kLog, NextOffset{ms}}, {kChangelog, NextOffset{7}}}, at_ms(ms));
    const auto still = since.for_at_least(hanging_after_ms(10'000));
    if (!still.empty()) {
      REQUIRE(still.size() == 1);
      CHECK(still[0].where == kChangelog);
      found_ms = ms;
    }
  }
  CHECK(found_ms >= 25'000);
  CHECK(found_ms <= 30'000);
}

TEST_CASE("the time of a transaction starts at 0 if the next one opens at the same offset") {
  OpenSince since;
  since.update({{kLog, NextOffset{7}}}, at_ms(0));
  since.update({}, at_ms(20'000));
  since.update({{kLog, NextOffset{7}}}, at_ms(25'000));
  CHECK(since.for_at_least(1).empty());
  CHECK(since.for_at_least(0).size() == 1);
}

TEST_CASE("time without an answer of the broker does not count") {
  OpenSince since;
  since.update({{kLog, NextOffset{7}}}, at_ms(0));
  since.forget();
  since.update({{kLog, NextOffset{7}}}, at_ms(60'000));
  CHECK(since.for_at_least(1).empty());
}

TEST_CASE("the advice for a topic that others write names them") {
  const StandingStill hanging{{"turns", Partition{3}}, NextOffset{7}};
  CHECK(advice(hanging, true, "b:1").find("one of your producers") != std::string::npos);
  CHECK(advice(hanging, false, "b:1").find("one of your producers") == std::string::npos);
  CHECK(advice(hanging, false, "b:1").find("--topic turns --partition 3 --start-offset 7") != std::string::npos);
}

}  // namespace
}  // namespace turnstream::app
