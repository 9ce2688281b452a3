#include "pipeline/log/kafka/refused_offsets.h"

#include <doctest/doctest.h>

namespace turnstream::log::kafka {

TEST_CASE("a broker that keeps refusing an offset is asked ever more slowly and then no longer") {
  int reports = 0;
  int waited_ms = 0;
  int last_ms = 0;
  for (int refusals = 1; refusals < kRefusalsMax; ++refusals) {
    const RefusalStep step = step_after(refusals);
    CAPTURE(refusals);
    CHECK_FALSE(step.give_up);
    CHECK((refusals <= kSilentRefusals) == (step.wait_ms == 0));
    CHECK(step.wait_ms >= last_ms);
    CHECK(step.wait_ms <= 1'000);
    last_ms = step.wait_ms;
    waited_ms += step.wait_ms;
    reports += step.report ? 1 : 0;
  }
  CHECK(reports == 1);
  CHECK(waited_ms > 10'000);
  CHECK(waited_ms < 20'000);
  CHECK(step_after(kRefusalsMax) == RefusalStep{.give_up = true});
}

TEST_CASE("refusals count in a row of one offset of one partition") {
  const TopicPartition one{"turns", Partition{0}};
  const TopicPartition other{"turns", Partition{1}};
  RefusedOffsets refused;
  CHECK(refused.note(one, NextOffset{7}) == 1);
  CHECK(refused.note(one, NextOffset{7}) == 2);
  CHECK(refused.note(other, NextOffset{7}) == 1);
  CHECK(refused.note(one, NextOffset{7}) == 3);
  CHECK(refused.note(one, NextOffset{8}) == 1);
  CHECK(refused.note(one, NextOffset{7}) == 1);
  refused.clear();
  CHECK(refused.note(one, NextOffset{7}) == 1);
}

}  // namespace turnstream::log::kafka
