#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

/// Turns of a few sessions, and a model that answers late, wrongly, twice or never.
class ModelRun {
 public:
  explicit ModelRun(unsigned seed) : random_(seed) {
    fixture_.set_settings(
        R"({"model":{"name":"small-1"},"consolidation":{"flush_window_messages_max":6,"session_messages_max":30}})");
  }

  void step() {
    now_ += pick(15) == 0 ? pick(3000) * kSecond : pick(50) * kSecond + 1;
    const int what = pick(10);
    if (what < 5) {
      fixture_.fact("s" + std::to_string(pick(4)), heard_, now_);
      heard_ += 2;
    } else if (what < 8 && !fixture_.requests.empty()) {
      answer();
    } else {
      fixture_.tick(now_);
    }
    check();
  }

  /// The model is no longer named: the rest is flushed without it.
  void end() {
    fixture_.set_settings(R"({"consolidation":{"flush_window_messages_max":6}})");
    for (int i = 0; i < 400; ++i) {
      fixture_.tick(now_ += 30 * kSecond);
    }
    CHECK(flushed() == heard_);
    CHECK(fixture_.events_of("fallback").size() > 3);
    for (const auto& [id, session] : fixture_.sessions) {
      CHECK(session["dirty"] == false);
    }
  }

  SessionFixture& fixture() { return fixture_; }

 private:
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random_); }

  void answer() {
    const std::size_t back = static_cast<std::size_t>(pick(2));
    const auto request = fixture_.requests[fixture_.requests.size() - 1 - std::min(back, fixture_.requests.size() - 1)];
    const char* texts[] = {"NO_REPLY", R"({"items":["Globex signed the contract."]})", "Frozen whales sing.", "{"};
    const char* statuses[] = {"ok", "ok", "ok", "failed", "timeout", "refused_budget"};
    fixture_.answer(request, texts[pick(4)], now_, statuses[pick(6)]);
  }

  int flushed() {
    int messages = 0;
    for (const auto& event : fixture_.events_of("flush")) {
      messages += event["messages"].get<int>();
    }
    return messages;
  }

  void check() {
    int waiting = 0;
    for (const auto& [id, session] : fixture_.sessions) {
      waiting += session["messages_waiting"].get<int>();
      CHECK(session["messages_waiting"].get<int>() <= 30);
      CHECK(session["flush_attempts"].get<int>() < 3);
    }
    CHECK(flushed() + waiting == heard_);
    const auto& rows = fixture_.driver().rows("helper");
    const auto open =
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.first.starts_with("request/"); });
    CHECK(open <= 1);
  }

  std::mt19937 random_;
  SessionFixture fixture_;
  std::int64_t now_ = 0;
  int heard_ = 0;
};

}  // namespace

TEST_CASE("each message is flushed once for any answer of a model and one request is open") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    ModelRun run(seed);
    for (int i = 0; i < 300; ++i) {
      run.step();
    }
    run.end();
    CHECK(run.fixture().requests.size() > 20);
  }
}

}  // namespace turnstream::consolidation
