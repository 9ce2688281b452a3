#include <algorithm>
#include <doctest/doctest.h>
#include <random>
#include <set>

#include "stages/consolidation/sessions/describe_sessions.h"
#include "stages/consolidation/sessions/session_table.h"
#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

/// A naive copy of the rules without a model: every message in a list, every rule by a walk over all of them.
class Naive {
 public:
  struct Waiting {
    std::string turn;
    std::string side;
    std::int64_t at = 0;
  };
  struct State {
    std::vector<Waiting> waiting;
    std::int64_t last = 0;
    std::string cursor;
  };

  explicit Naive(const SessionFixture& fixture) : fixture_(fixture) {}

  void turn(const std::string& session, const std::string& turn, bool user, bool agent, std::int64_t at) {
    cycles_until(at);
    State& state = states_[session];
    state.last = at;
    if (user) {
      state.waiting.push_back({turn, "#user", at});
    }
    if (agent) {
      state.waiting.push_back({turn, "#assistant", at});
    }
    if (!due_.has_value()) {
      due_ = fixture_.first_cycle(at);
    }
    std::erase(forward_, session);
    if (!last_.empty() && last_ != session && !states_[last_].waiting.empty()) {
      std::erase(forward_, last_);
      forward_.insert(forward_.begin(), last_);
      forward_.resize(std::min<std::size_t>(forward_.size(), 5));
    }
    last_ = session;
    if (state.waiting.size() > 30) {
      flush(session);
    }
    settle();
  }

  /// At a command no timer fires.
  void forget(const std::set<std::string>& turns) {
    for (auto state = states_.begin(); state != states_.end();) {
      const std::size_t before = state->second.waiting.size();
      std::erase_if(state->second.waiting, [&](const Waiting& one) { return turns.count(one.turn) > 0; });
      const bool gone = before > 0 && state->second.waiting.empty() && state->second.cursor.empty();
      state = gone ? states_.erase(state) : std::next(state);
    }
    settle();
  }

  /// One tick: the timer fires at most once.
  void cycles_until(std::int64_t at) {
    if (!due_.has_value() || *due_ > at) {
      return;
    }
    std::vector<std::tuple<int, std::int64_t, std::string>> order;
    for (const auto& [session, state] : states_) {
      if (state.waiting.empty()) {
        continue;
      }
      const bool overdue = at - state.waiting.front().at >= 600 * kSecond;
      const auto place = std::find(forward_.begin(), forward_.end(), session) - forward_.begin();
      if (overdue || at - state.last >= 120 * kSecond) {
        order.emplace_back(overdue ? -1 : static_cast<int>(place), state.waiting.front().at, session);
      }
    }
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < std::min<std::size_t>(order.size(), 3); ++i) {
      flush(std::get<2>(order[i]));
    }
    for (std::size_t windows = std::min<std::size_t>(order.size(), 3); at - *due_ < 180 * kSecond && windows < 3;
         ++windows) {
      std::optional<std::tuple<std::int64_t, Uuid, std::string>> oldest;
      for (const auto& [session, state] : states_) {
        if (!state.waiting.empty() && at - state.waiting.front().at >= 600 * kSecond) {
          const std::tuple own{state.waiting.front().at, session_key(session), session};
          oldest = std::min(oldest.value_or(own), own);
        }
      }
      if (oldest.has_value()) {
        flush(std::get<2>(*oldest));
      }
    }
    const bool leaves_overdue = std::any_of(states_.begin(), states_.end(), [at](const auto& one) {
      return !one.second.waiting.empty() && at - one.second.waiting.front().at >= 600 * kSecond;
    });
    if (leaves_overdue && at - *due_ < 180 * kSecond) {
      due_ = (at / (30 * kSecond) + 1) * 30 * kSecond;
    }
    while (*due_ <= at) {
      *due_ += 180 * kSecond;
    }
    settle();
  }

  [[nodiscard]] const std::map<std::string, State>& states() const { return states_; }
  [[nodiscard]] const std::vector<std::string>& flushes() const { return flushes_; }

 private:
  void flush(const std::string& session) {
    State& state = states_[session];
    const std::size_t size = std::min<std::size_t>(state.waiting.size(), 6);
    flushes_.push_back(session + ":" + std::to_string(size));
    state.cursor = state.waiting[size - 1].turn + state.waiting[size - 1].side;
    state.waiting.erase(state.waiting.begin(), state.waiting.begin() + static_cast<std::ptrdiff_t>(size));
  }

  void settle() {
    const auto is_clean = [this](const std::string& session) {
      return states_.count(session) == 0 || states_[session].waiting.empty();
    };
    std::erase_if(forward_, is_clean);
    if (!last_.empty() && is_clean(last_)) {
      last_.clear();
    }
    if (std::all_of(states_.begin(), states_.end(), [](const auto& one) { return one.second.waiting.empty(); })) {
      due_.reset();
    }
  }

  const SessionFixture& fixture_;
  std::map<std::string, State> states_;
  std::vector<std::string> forward_;
  std::string last_;
  std::optional<std::int64_t> due_;
  std::vector<std::string> flushes_;
};

void check_same(SessionFixture& fixture, const Naive& naive) {
  REQUIRE(fixture.flushes() == naive.flushes());
  REQUIRE(fixture.sessions.size() == naive.states().size());
  for (const auto& [id, state] : naive.states()) {
    const nlohmann::json& shown = fixture.sessions.at(id);
    REQUIRE(shown["messages_waiting"] == state.waiting.size());
    REQUIRE(shown["dirty"] == !state.waiting.empty());
    REQUIRE((shown["cursor"].is_null() ? "" : shown["cursor"].get<std::string>()) == state.cursor);
  }
}

void check_rows(SessionFixture& fixture, const Naive& naive) {
  std::size_t turns = 0;
  for (const auto& [id, state] : naive.states()) {
    std::set<std::string> of_session;
    for (const Naive::Waiting& one : state.waiting) {
      of_session.insert(one.turn);
    }
    turns += of_session.size();
  }
  std::size_t rows = 0;
  for (const auto& [key, row] : fixture.driver().rows("helper")) {
    rows += key.starts_with("message/") ? 1 : 0;
    const bool other = key.starts_with("speech/") || key.starts_with("blocked") || key.starts_with("~b/");
    REQUIRE((other || describe_session_row(key, row).count("damaged") == 0));
    REQUIRE((other || !describe_session_row(key, row).is_null()));
  }
  CHECK(rows == turns);
}

}  // namespace

TEST_CASE("random turns and forgets and ticks have the flushes of a naive model") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&random](int below) { return std::uniform_int_distribution<int>(0, below - 1)(random); };
    SessionFixture fixture;
    fixture.set_settings(R"({"consolidation":{"flush_window_messages_max":6,"session_messages_max":30}})");
    Naive naive(fixture);
    std::vector<std::string> turns;
    std::int64_t now = 0;
    for (int step = 0; step < 400; ++step) {
      now += pick(20) == 0 ? pick(5400) * kSecond : pick(40) * kSecond + pick(999);
      const int what = pick(20);
      if (what < 16) {
        const std::string session = "s" + std::to_string(pick(pick(4) == 0 ? 9 : 3));
        const bool user = pick(6) > 0;
        const bool agent = !user || pick(6) > 0;
        const std::string number = std::to_string(step);
        fixture.say(session, user ? "I moved house number " + number + " to Lisbon in May." : "",
                    agent ? "Globex signed the contract for " + number + " seats." : "", now);
        turns.push_back(fixture.last_turn_id());
        naive.turn(session, turns.back(), user, agent, now);
      } else if (what == 16 && !turns.empty()) {
        std::set<std::string> ids;
        for (int i = 0; i < 3; ++i) {
          ids.insert(
              turns[turns.size() - 1 - static_cast<std::size_t>(pick(std::min(20, static_cast<int>(turns.size()))))]);
        }
        fixture.command("forget", nlohmann::json{{"ids", ids}}.dump(), now);
        naive.forget(ids);
      } else {
        fixture.tick(now);
        naive.cycles_until(now);
      }
      check_same(fixture, naive);
      if (step % 40 == 0) {
        check_rows(fixture, naive);
      }
    }
    CHECK(naive.flushes().size() > 20);
  }
}

}  // namespace turnstream::consolidation
