#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {
namespace {

constexpr const char* kReply = R"({"items":["Ann, 1 January 2026: I moved house number 1 to Lisbon in May."]})";

/// One idle session of one turn, and the request about it.
struct Asked {
  Asked() {
    fixture.set_settings(kModel);
    fixture.fact("A", 1, 0);
    fixture.tick(cycle = fixture.first_cycle(0));
    REQUIRE(fixture.requests.size() == 1);
  }
  stage_api::StageOutcome answer(const std::string& text, const std::string& status = "ok") {
    return fixture.answer(fixture.requests.back(), text, fixture.now_ms() + kSecond, status);
  }
  void next_cycle() { fixture.tick(cycle += 180 * kSecond); }
  [[nodiscard]] std::string reason() const {
    const auto fallbacks = fixture.events_of("fallback");
    return fallbacks.empty() ? "" : fallbacks.back()["reason"].get<std::string>();
  }

  SessionFixture fixture;
  std::int64_t cycle = 0;
};

nlohmann::json content_of(const stage_api::StageOutcome::Request& request) {
  const auto body = nlohmann::json::parse(request.request.request);
  return nlohmann::json::parse(body["messages"][1]["content"].get<std::string>());
}

}  // namespace

TEST_CASE("a request names the prompt and its version and shows messages and what is known") {
  SessionFixture fixture;
  fixture.fact("Z", 7, 0);
  fixture.tick(10 * kMinute);
  REQUIRE(fixture.daily_lines().size() >= 1);
  fixture.set_settings(kModel);
  fixture.related = {{"i1", "Ann owns a boat."}, {"i2", std::string(500, 'x')}};
  fixture.fact("A", 1, 20 * kMinute);
  fixture.tick(40 * kMinute);
  REQUIRE(fixture.requests.size() == 1);
  const auto& request = fixture.requests[0].request;
  CHECK(request.kind == "chat");
  CHECK(request.purpose == "flush");
  CHECK(request.attempt_limit == 1);
  CHECK(request.timeout_ms == 30000);
  CHECK(request.items == std::vector<std::string>{fixture.item_of("turn2")});
  const auto body = nlohmann::json::parse(request.request);
  CHECK(body["model"] == "small-1");
  CHECK(body["prompt"] == "flush.v1");
  const auto content = content_of(fixture.requests[0]);
  CHECK(content["messages"].size() == 2);
  CHECK(content["messages"][0]["speaker"] == "Ann");
  CHECK(content["messages"][0]["date"] == "1 January 2026");
  CHECK(content["known"]["daily_log"].size() == fixture.daily_lines().size());
  CHECK(content["known"]["insights"][0] == "Ann owns a boat.");
  CHECK(content["known"]["insights"][1].get<std::string>().size() == 400);
}

TEST_CASE("an answer becomes the entry and the cursor moves") {
  Asked asked;
  CHECK(asked.fixture.sessions["A"]["dirty"] == true);
  asked.answer(kReply);
  CHECK(asked.fixture.daily_lines() ==
        std::vector<std::string>{"Ann, 1 January 2026: I moved house number 1 to Lisbon in May."});
  CHECK(asked.fixture.flushes() == std::vector<std::string>{"A:2"});
  CHECK(asked.fixture.sessions["A"]["dirty"] == false);
  CHECK(asked.reason().empty());
}

TEST_CASE("NO_REPLY writes nothing and the cursor moves") {
  Asked asked;
  asked.answer("NO_REPLY");
  CHECK(asked.fixture.daily.empty());
  CHECK(asked.fixture.events_of("flush").front()["entry"].is_null());
  CHECK(asked.fixture.sessions["A"]["dirty"] == false);
  CHECK(asked.reason().empty());
}

TEST_CASE("a request that fails three times in three cycles is answered without the model") {
  for (const char* status : {"failed", "timeout"}) {
    Asked asked;
    for (int attempt = 1; attempt <= 3; ++attempt) {
      REQUIRE(asked.fixture.requests.size() == static_cast<std::size_t>(attempt));
      CHECK(asked.fixture.flushes().empty());
      asked.answer("", status);
      CHECK(asked.fixture.requests.size() == static_cast<std::size_t>(attempt));
      asked.next_cycle();
    }
    CHECK(asked.fixture.flushes() == std::vector<std::string>{"A:2"});
    CHECK(asked.fixture.daily_lines().size() >= 1);
    CHECK(asked.reason() == "failed");
    CHECK(asked.fixture.sessions["A"]["flush_attempts"] == 0);
    CHECK(asked.fixture.requests.size() == 3);
  }
}

TEST_CASE("a refused budget and unreadable and ungrounded answers are replaced at once") {
  for (const auto& [text, status, reason] : {std::tuple("", "refused_budget", "refused_budget"),
                                             {R"({"entry":1})", "ok", "unparsable"},
                                             {"Whales sing beneath frozen northern oceans.", "ok", "ungrounded"}}) {
    Asked asked;
    asked.answer(text, status);
    CHECK(asked.reason() == reason);
    CHECK(asked.fixture.events_of("fallback").back()["items"] ==
          nlohmann::json::array({asked.fixture.item_of("turn1")}));
    CHECK(asked.fixture.flushes() == std::vector<std::string>{"A:2"});
    CHECK(asked.fixture.daily_lines().size() >= 1);
    asked.next_cycle();
    CHECK(asked.fixture.requests.size() == 1);
  }
}

TEST_CASE("a line that the messages do not support is left out") {
  Asked asked;
  asked.answer(R"(["Ann moved house number 1 from Porto.","Whales sing beneath frozen northern oceans."])");
  CHECK(asked.fixture.daily_lines() == std::vector<std::string>{"Ann moved house number 1 from Porto."});
}

TEST_CASE("a request without an answer expires after twenty ticks and counts as an attempt") {
  Asked asked;
  const auto first = asked.fixture.requests.front();
  asked.fixture.tick_to(asked.cycle + 12 * kMinute);
  REQUIRE(asked.fixture.cancels.size() >= 1);
  CHECK(asked.fixture.cancels.front() == std::pair(first.effect_id, std::string("expired")));
  CHECK(asked.fixture.sessions["A"]["flush_attempts"] == 1);
  CHECK(asked.fixture.flushes().empty());
  const auto late = asked.fixture.answer(first, kReply, asked.fixture.now_ms());
  CHECK(late.changes.empty());
  asked.fixture.tick_to(asked.cycle + 45 * kMinute);
  CHECK(asked.reason() == "expired");
  CHECK(asked.fixture.requests.size() == 3);
  CHECK(asked.fixture.flushes() == std::vector<std::string>{"A:2"});
}

TEST_CASE("an answer to another request or with another hash changes nothing") {
  Asked asked;
  auto wrong = asked.fixture.requests.front();
  wrong.hash = "sha256:0";
  CHECK(asked.fixture.answer(wrong, kReply, asked.fixture.now_ms()).changes.empty());
  CHECK(asked.fixture.sessions["A"]["dirty"] == true);
  asked.answer(kReply);
  const auto rows = asked.fixture.driver().rows("helper");
  const auto events = asked.fixture.events.size();
  asked.answer(kReply);
  CHECK(asked.fixture.driver().rows("helper") == rows);
  CHECK(asked.fixture.events.size() == events);
}

TEST_CASE("one request a persona is open and the next goes out when the result comes") {
  SessionFixture fixture;
  fixture.set_settings(kModel);
  for (const char* session : {"D", "B", "A", "E"}) {
    fixture.fact(session, 1, 0);
  }
  fixture.tick(fixture.first_cycle(0));
  std::vector<std::string> asked;
  for (std::size_t i = 0; i < 3; ++i) {
    REQUIRE(fixture.requests.size() == i + 1);
    asked.push_back(fixture.requests.back().request.items.front());
    fixture.answer(fixture.requests.back(), "NO_REPLY", fixture.first_cycle(0) + 1);
  }
  CHECK(fixture.requests.size() == 3);
  CHECK(asked ==
        std::vector<std::string>{fixture.item_of("turn3"), fixture.item_of("turn2"), fixture.item_of("turn1")});
  CHECK(fixture.flushes() == std::vector<std::string>{"A:2", "B:2", "D:2"});
  fixture.tick(fixture.first_cycle(0) + 180 * kSecond);
  CHECK(fixture.requests.size() == 4);
}

TEST_CASE("turns that come while a request is open wait for the next cycle") {
  Asked asked;
  asked.fixture.fact("A", 2, asked.fixture.now_ms());
  asked.answer("NO_REPLY");
  CHECK(asked.fixture.flushes() == std::vector<std::string>{"A:2"});
  CHECK(asked.fixture.sessions["A"]["messages_waiting"] == 2);
  CHECK(asked.fixture.sessions["A"]["cursor"] == "turn1#assistant");
}

TEST_CASE("a sweep while a request is open is skipped") {
  Asked asked;
  const auto outcome = asked.fixture.command("sweep", R"({"passes":["flush"]})", asked.fixture.now_ms());
  CHECK(outcome.changes.empty());
  const auto skipped = asked.fixture.events_of("skipped");
  REQUIRE(skipped.size() == 1);
  CHECK(skipped[0]["trigger"] == "command");
  CHECK(skipped[0]["reason"] == "overlap");
  CHECK(asked.fixture.requests.size() == 1);
}

TEST_CASE("without leave to send content no request is made") {
  SessionFixture fixture;
  fixture.set_settings(R"({"model":{"name":"small-1","send":"metadata"}})");
  fixture.fact("A", 1, 0);
  fixture.tick(10 * kMinute);
  CHECK(fixture.requests.empty());
  CHECK(fixture.flushes() == std::vector<std::string>{"A:2"});
}

TEST_CASE("a slow model does not let more than two hundred messages wait") {
  Asked asked;
  for (int i = 0; i < 120; ++i) {
    asked.fixture.fact("A", i, asked.fixture.now_ms());
  }
  CHECK(asked.fixture.cancels.size() == 1);
  CHECK(asked.fixture.cancels.front().second == "expired");
  CHECK(asked.reason() == "expired");
  CHECK(asked.fixture.sessions["A"]["messages_waiting"].get<int>() <= 200);
  CHECK(asked.fixture.sessions["A"]["messages_waiting"].get<int>() > 170);
}

TEST_CASE("the newest eighty lines are shown oldest first") {
  SessionFixture fixture;
  for (int i = 0; i < 100; ++i) {
    fixture.fact("s" + std::to_string(i), i, i * 10 * kMinute);
    fixture.tick(i * 10 * kMinute + 9 * kMinute);
  }
  REQUIRE(fixture.daily_lines().size() > 90);
  fixture.set_settings(kModel);
  fixture.fact("A", 300, 20 * kHour);
  fixture.tick(21 * kHour);
  REQUIRE(fixture.requests.size() == 1);
  const auto lines = content_of(fixture.requests[0])["known"]["daily_log"];
  REQUIRE(lines.size() == 80);
  CHECK(lines.back().get<std::string>().find(" 99 ") != std::string::npos);
  CHECK(lines.front().get<std::string>().find(" 20 ") != std::string::npos);
}

}  // namespace turnstream::consolidation
