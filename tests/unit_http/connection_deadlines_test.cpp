#include "app/http/connection_deadlines.h"

#include <array>
#include <doctest/doctest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace turnstream::app {
namespace {

constexpr HttpDeadlines kShortDeadlines{std::chrono::milliseconds(100), std::chrono::milliseconds(300)};

class Pair {
 public:
  Pair() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends_.data()) == 0); }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() {
    ::close(ends_[0]);
    ::close(ends_[1]);
  }
  [[nodiscard]] int watched() const { return ends_[0]; }
  /// Whether the watched end is shut down within `wait_ms`.
  [[nodiscard]] bool is_cut(int wait_ms) const {
    pollfd other{ends_[1], POLLIN, 0};
    return ::poll(&other, 1, wait_ms) == 1;
  }

 private:
  std::array<int, 2> ends_{};
};

constexpr int kLongMs = 60'000;
constexpr int kChecksMs = 50;  ///< several checks are made in this time

TEST_CASE("a connection is shut down when its deadline has passed and not before") {
  ManualClock clock(WallTime{0});
  ConnectionDeadlines deadlines(kShortDeadlines, clock, nullptr);
  const Pair headers;
  const Pair request;
  const Pair forgotten;
  deadlines.await_headers(headers.watched());
  deadlines.await_headers(request.watched());
  deadlines.await_headers(forgotten.watched());
  clock.advance_ms(99);
  CHECK(!headers.is_cut(kChecksMs));
  deadlines.await_end(request.watched());
  deadlines.forget(forgotten.watched());
  clock.advance_ms(1);
  CHECK(headers.is_cut(kLongMs));
  CHECK(!request.is_cut(kChecksMs));
  clock.advance_ms(298);
  CHECK(!request.is_cut(kChecksMs));
  clock.advance_ms(1);
  CHECK(request.is_cut(kLongMs));
  CHECK(!forgotten.is_cut(0));
}

TEST_CASE("a new request of a connection starts its deadline again") {
  ManualClock clock(WallTime{0});
  ConnectionDeadlines deadlines(kShortDeadlines, clock, nullptr);
  const Pair pair;
  for (int i = 0; i < 5; ++i) {
    deadlines.await_headers(pair.watched());
    clock.advance_ms(80);
    deadlines.await_end(pair.watched());
    clock.advance_ms(200);
  }
  CHECK(!pair.is_cut(kChecksMs));
  clock.advance_ms(100);
  CHECK(pair.is_cut(kLongMs));
}

TEST_CASE("an answer has the time of its handler twice and that of a request") {
  ManualClock clock(WallTime{0});
  ConnectionDeadlines deadlines(kShortDeadlines, clock, nullptr);
  const Pair pair;
  deadlines.await_answer(pair.watched(), std::chrono::milliseconds(1'000));
  clock.advance_ms(2'299);
  CHECK(!pair.is_cut(kChecksMs));
  clock.advance_ms(1);
  CHECK(pair.is_cut(kLongMs));
}

}  // namespace
}  // namespace turnstream::app
