#include "pipeline/runtime/intake/asked_effects.h"

#include <doctest/doctest.h>

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kWaitMs = 1'000;
constexpr Partition kHere{0};
constexpr Partition kElsewhere{1};

MonotonicTime monotonic_ms(std::int64_t ms) {
  return MonotonicTime{ms * 1000};
}

}  // namespace

TEST_CASE("a request is awaited in its partition until its answer") {
  AskedEffects asked(kWaitMs);
  CHECK_FALSE(asked.is_awaited(kHere));
  asked.ask("E", "H", kHere, monotonic_ms(0));
  CHECK(asked.is_awaited(kHere));
  CHECK_FALSE(asked.is_awaited(kElsewhere));
  asked.answer("E", "H", kHere);
  CHECK_FALSE(asked.is_awaited(kHere));
}

TEST_CASE("an answer with another hash or for another partition leaves the request open") {
  AskedEffects asked(kWaitMs);
  asked.ask("E", "H", kHere, monotonic_ms(0));
  asked.answer("E", "other", kHere);
  asked.answer("E", "H", kElsewhere);
  asked.answer("unknown", "H", kHere);
  CHECK(asked.is_awaited(kHere));
}

TEST_CASE("a cancelled request is not awaited") {
  AskedEffects asked(kWaitMs);
  asked.ask("E", "H", kHere, monotonic_ms(0));
  asked.cancel("E");
  CHECK_FALSE(asked.is_awaited(kHere));
}

TEST_CASE("an answer that is known before its request closes it") {
  AskedEffects asked(kWaitMs);
  asked.answer("E", "H", kHere);
  asked.ask("E", "H", kHere, monotonic_ms(0));
  CHECK_FALSE(asked.is_awaited(kHere));
  asked.ask("E", "H", kHere, monotonic_ms(0));
  CHECK(asked.is_awaited(kHere));
}

TEST_CASE("after one request has waited too long none is awaited until an answer arrives") {
  AskedEffects asked(kWaitMs);
  asked.ask("E1", "H", kHere, monotonic_ms(0));
  CHECK(asked.expire(monotonic_ms(kWaitMs)) == 0);
  CHECK(asked.is_awaited(kHere));
  asked.ask("E2", "H", kElsewhere, monotonic_ms(kWaitMs));
  CHECK(asked.expire(monotonic_ms(kWaitMs + 1)) == 1);
  CHECK_FALSE(asked.is_awaited(kHere));
  CHECK_FALSE(asked.is_awaited(kElsewhere));
  asked.ask("E3", "H", kHere, monotonic_ms(kWaitMs + 2));
  CHECK_FALSE(asked.is_awaited(kHere));
  asked.answer("E2", "H", kElsewhere);
  CHECK(asked.is_awaited(kHere));
  CHECK(asked.expire(monotonic_ms(3 * kWaitMs)) == 1);
  CHECK_FALSE(asked.is_awaited(kHere));
}

TEST_CASE("requests that expire while none is awaited are not reported again") {
  AskedEffects asked(kWaitMs);
  asked.ask("E1", "H", kHere, monotonic_ms(0));
  asked.ask("E2", "H", kHere, monotonic_ms(500));
  CHECK(asked.expire(monotonic_ms(1'001)) == 1);
  CHECK(asked.expire(monotonic_ms(1'600)) == 0);
}

}  // namespace turnstream::runtime
