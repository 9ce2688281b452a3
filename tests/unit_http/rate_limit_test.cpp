#include "app/http/access/rate_limit.h"

#include <doctest/doctest.h>

namespace turnstream::app {
namespace {

constexpr std::int64_t kSecondUs = 1'000'000;

TEST_CASE("a bucket gives its burst at once and says when it has one more") {
  TokenBucket bucket({10, 3});
  const MonotonicTime now{kSecondUs};
  for (int i = 0; i < 3; ++i) {
    CHECK(bucket.take(now).count() == 0);
  }
  CHECK(bucket.take(now).count() == kSecondUs / 10);
  CHECK(bucket.take(now).count() == kSecondUs / 10);  // a refusal takes nothing
  CHECK(bucket.take(MonotonicTime{kSecondUs + 40'000}).count() == 60'000);
  CHECK(bucket.take(MonotonicTime{kSecondUs + 100'000}).count() == 0);
  CHECK(bucket.take(MonotonicTime{kSecondUs + 100'000}).count() > 0);
}

TEST_CASE("a bucket does not give more than its rate over a long time") {
  TokenBucket bucket({50, 100});
  std::int64_t given = 0;
  for (std::int64_t us = 0; us <= 60 * kSecondUs; us += 1'000) {
    given += bucket.take(MonotonicTime{us}).count() == 0 ? 1 : 0;
  }
  CHECK(given == 100 + 60 * 50);
}

TEST_CASE("a bucket that rests is full and not fuller") {
  TokenBucket bucket({10, 3});
  CHECK(bucket.take(MonotonicTime{0}).count() == 0);
  const MonotonicTime later{1'000 * kSecondUs};
  for (int i = 0; i < 3; ++i) {
    CHECK(bucket.take(later).count() == 0);
  }
  CHECK(bucket.take(later).count() > 0);
}

}  // namespace
}  // namespace turnstream::app
