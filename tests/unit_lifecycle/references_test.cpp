#include "stages/lifecycle/references.h"

#include <doctest/doctest.h>

#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

using nlohmann::json;

model::MemoryItem referring(int number, std::vector<std::string> references) {
  model::MemoryItem item = item_of(number);
  item.references = std::move(references);
  return item;
}

std::string answer_to(const stage_api::StageOutcome::Request& request, const json& paths,
                      const std::string& status = "ok") {
  json record{{"kind", "stat"},
              {"effect_id", request.effect_id},
              {"request_hash", request.hash},
              {"persona_id", "helper"},
              {"status", status},
              {"performed_at", "2026-01-01T10:00:00.000Z"}};
  record["response"] = status == "ok" ? json{{"paths", paths}} : json();
  return record.dump();
}

json file(const std::string& path, const json& modified_at) {
  return {{"path", path}, {"exists", !modified_at.is_null()}, {"modified_at", modified_at}};
}

constexpr const char* kBefore = "2026-01-01T09:00:00.000Z";
constexpr const char* kAfter = "2026-01-01T10:00:00.001Z";

struct References : LifecycleFixture {
  References() { driver().set_settings(R"({"lifecycle":{"check_references":true}})"); }
};

}  // namespace

TEST_CASE_FIXTURE(LifecycleFixture, "without the setting no request is made") {
  CHECK(promote({referring(1, {"a.md"})}, 0).requests.empty());
  settle(10 * kDay);
  CHECK(rows("checks") == 0);
}

TEST_CASE_FIXTURE(References, "the files of a promoted item are asked for once") {
  const auto outcome = promote({referring(1, {"a.md", "b.md"}), referring(2, {"b.md", "a.md"}), item_of(3)}, 0);
  REQUIRE(outcome.requests.size() == 1);
  const auto& request = outcome.requests[0].request;
  CHECK(request.kind == "stat");
  CHECK(request.purpose == "references");
  CHECK(request.items.size() == 2);
  CHECK(json::parse(request.request)["paths"].size() == 2);
}

TEST_CASE_FIXTURE(References, "a missing file and one that changed make an item stale") {
  const auto asked = promote({referring(1, {"a.md"}), referring(2, {"b.md"}), referring(3, {"c.md"})}, 0);
  const auto outcome =
      answer(answer_to(asked.requests[0], {file("a.md", nullptr), file("b.md", kAfter), file("c.md", kBefore)}), 1000);
  CHECK(item(item_of(1).id)["confidence"] == "stale");
  CHECK(item(item_of(2).id)["confidence"] == "stale");
  CHECK(item(item_of(3).id)["confidence"] == "verified");
  CHECK(outcome.updated() == 2);
  const json event = event_of(outcome, "stale_check");
  CHECK(event["items"].size() == 2);
  CHECK(event["stale_paths"] == json{"a.md", "b.md"});
  CHECK(event["verified_paths"] == json{"c.md"});
  CHECK(event["checked_count"] == 3);
  CHECK(rows("checks") == 0);
  CHECK(driver().timers("helper").count("effects") == 0);
}

TEST_CASE_FIXTURE(References, "unknown and slow paths and those outside change nothing") {
  const auto asked = promote({referring(1, {"a", "b", "c", "d", "e"})}, 0);
  json outside = file("a", nullptr);
  outside["outside"] = true;
  json unknown = file("b", nullptr);
  unknown["unknown"] = true;
  json slow = file("c", nullptr);
  slow["timeout"] = true;
  const json odd = {{"path", "d"}, {"exists", nullptr}};
  const auto outcome =
      answer(answer_to(asked.requests[0], {outside, unknown, slow, odd, 7, {{"path", "e"}, {"exists", true}}}), 1000);
  CHECK(outcome.changes.empty());
  CHECK(outcome.events.empty());
  CHECK(rows("checks") == 0);
}

TEST_CASE_FIXTURE(References, "a file that is found whole later makes a stale item verified") {
  auto asked = promote({referring(1, {"a.md", "b.md"})}, 0);
  answer(answer_to(asked.requests[0], json::array({file("a.md", nullptr)})), 1000);
  CHECK(item(item_of(1).id)["confidence"] == "stale");
  asked = tick(3 * kDay);
  REQUIRE(asked.requests.size() == 1);
  answer(answer_to(asked.requests[0], json::array({file("a.md", kBefore)})), 3 * kDay);
  CHECK(item(item_of(1).id)["confidence"] == "stale");
  asked = tick(5 * kDay);
  answer(answer_to(asked.requests[0], {file("a.md", kBefore), file("b.md", 1767000000000)}), 5 * kDay);
  CHECK(item(item_of(1).id)["confidence"] == "verified");
}

TEST_CASE_FIXTURE(References, "an answer to a request that is not open changes nothing") {
  const auto asked = promote({referring(1, {"a.md"})}, 0);
  auto other = asked.requests[0];
  other.hash = "sha256:other";
  const auto wrong = answer(answer_to(other, json::array({file("a.md", nullptr)})), 1000);
  CHECK(wrong.changes.empty());
  CHECK(wrong.late_results == 1);
  const auto of_others = answer(R"({"kind":"chat","effect_id":"x"})", 1000);
  CHECK(of_others.changes.empty());
  CHECK(of_others.late_results == 0);
  CHECK(rows("checks") == 1);
  const std::string right = answer_to(asked.requests[0], json::array({file("a.md", nullptr)}));
  CHECK(answer(right, 1000).updated() == 1);
  const auto again = answer(right, 2000);
  CHECK(again.changes.empty());
  CHECK(again.events.empty());
  CHECK(again.processed == 0);
  CHECK(again.late_results == 1);
}

TEST_CASE_FIXTURE(References, "a failed answer closes the request without a change") {
  const auto asked = promote({referring(1, {"a.md"})}, 0);
  CHECK(answer(answer_to(asked.requests[0], {}, "timeout"), 1000).changes.empty());
  CHECK(rows("checks") == 0);
}

TEST_CASE_FIXTURE(References, "a request expires at the twentieth firing and a gap counts once") {
  const auto asked = promote({referring(1, {"a.md"})}, 0);
  std::int64_t now = 5 * kHour;
  CHECK(tick(now).cancels.empty());
  for (int i = 0; i < 18; ++i) {
    now += 30 * kSecond;
    CHECK(tick(now).cancels.empty());
  }
  const auto outcome = tick(now + 30 * kSecond);
  REQUIRE(outcome.cancels.size() == 1);
  CHECK(outcome.cancels[0] == std::pair<std::string, std::string>{asked.requests[0].effect_id, "expired"});
  CHECK(driver().timers("helper").count("effects") == 0);
  CHECK(answer(answer_to(asked.requests[0], json::array({file("a.md", nullptr)})), now + 60 * kSecond).changes.empty());
}

TEST_CASE_FIXTURE(References, "each day the items are asked for that waited longest with at most 200 paths") {
  driver().set_settings("{}");
  for (int i = 0; i < 450; ++i) {
    promote({referring(i, {"file " + std::to_string(i)})}, i);
  }
  driver().set_settings(R"({"lifecycle":{"check_references":true}})");
  std::set<std::string> seen;
  for (int day = 2; day <= 4; ++day) {
    const auto outcome = tick(day * kDay + 2 * kHour);
    REQUIRE(outcome.requests.size() == 1);
    const json paths = json::parse(outcome.requests[0].request.request)["paths"];
    CHECK(paths.size() <= 200);
    const std::size_t before = seen.size();
    seen.insert(paths.begin(), paths.end());
    CHECK(seen.size() - before == (day < 4 ? 200 : 50));
    answer(answer_to(outcome.requests[0], {}), day * kDay + 2 * kHour);
  }
  CHECK(seen.size() == 450);
}

TEST_CASE_FIXTURE(References, "a request has limited paths and bytes and few requests are open at once") {
  std::vector<std::string> many;
  for (int i = 0; i < 300; ++i) {
    many.push_back(std::string(2000, 'p') + std::to_string(i));
  }
  const auto outcome = promote({referring(1, many)}, 0);
  REQUIRE(outcome.requests.size() == 1);
  const json paths = json::parse(outcome.requests[0].request.request)["paths"];
  CHECK(paths.size() < 80);
  CHECK(paths.size() > 60);
  for (int i = 2; i < 20; ++i) {
    promote({referring(i, {"a.md"})}, i);
  }
  CHECK(stage().describe("checks", driver().rows("helper").at("checks"))["open"].size() == 8);
}

TEST_CASE_FIXTURE(LifecycleFixture, "a sweep asks for no files without the setting") {
  promote({referring(1, {"a.md"})}, 0);
  const auto outcome = sweep(R"({"passes":["verify"]})", kHour);
  CHECK(outcome.requests.empty());
  CHECK(outcome.events.empty());
  CHECK(outcome.changes.empty());
}

TEST_CASE_FIXTURE(References, "a sweep asks at once for the files that were asked for longest ago") {
  const auto first = promote({referring(1, {"a.md"})}, 0);
  promote({referring(2, {"b.md"})}, kSecond);
  answer(answer_to(first.requests[0], json::array({file("a.md", kBefore)})), 2 * kSecond);
  CHECK(sweep(R"({"passes":["flush"]})", kHour).requests.empty());
  const auto outcome = sweep("{}", kHour);
  REQUIRE(outcome.requests.size() == 1);
  CHECK(json::parse(outcome.requests[0].request.request)["paths"] == json{"a.md"});  // about 2 a request is open
  const auto checked = answer(answer_to(outcome.requests[0], json::array({file("a.md", nullptr)})), kHour + kSecond);
  CHECK(item(item_of(1).id)["confidence"] == "stale");
  CHECK(event_of(checked, "stale_check")["stale_paths"] == json{"a.md"});
}

TEST_CASE_FIXTURE(References, "a sweep since a time leaves the files of older items alone") {
  driver().set_settings("{}");
  model::MemoryItem young = referring(2, {"b.md"});
  young.recorded_at = LogTime{kStart + kHour};
  promote({referring(1, {"a.md"}), young}, kHour);
  driver().set_settings(R"({"lifecycle":{"check_references":true}})");
  const auto outcome = sweep(R"({"passes":["verify"],"since":"2026-01-01T10:30:00Z"})", 2 * kHour);
  REQUIRE(outcome.requests.size() == 1);
  CHECK(json::parse(outcome.requests[0].request.request)["paths"] == json{"b.md"});
  CHECK(sweep(R"({"passes":["verify"],"since":"2026-01-01T11:30:00Z"})", 2 * kHour).requests.empty());
}

TEST_CASE_FIXTURE(References, "a sweep while as many requests as may be are open is skipped") {
  for (int i = 0; i < 20; ++i) {
    promote({referring(i, {"a.md"})}, i);
  }
  const auto outcome = sweep(R"({"passes":["verify"]})", kHour);
  CHECK(outcome.requests.empty());
  const json event = event_of(outcome, "skipped");
  CHECK(event["trigger"] == "command");
  CHECK(event["reason"] == "overlap");
}

TEST_CASE_FIXTURE(References, "sweeps in a row ask for all files with at most 200 paths each") {
  driver().set_settings("{}");
  for (int i = 0; i < 450; ++i) {
    promote({referring(i, {"file " + std::to_string(i)})}, i);
  }
  driver().set_settings(R"({"lifecycle":{"check_references":true}})");
  std::set<std::string> seen;
  for (int i = 0; i < 3; ++i) {
    const auto outcome = sweep(R"({"passes":["verify"]})", kHour + i);
    REQUIRE(outcome.requests.size() == 1);
    const json paths = json::parse(outcome.requests[0].request.request)["paths"];
    seen.insert(paths.begin(), paths.end());
  }
  CHECK(seen.size() == 450);
}

TEST_CASE_FIXTURE(References, "requests about a forgotten item are cancelled") {
  const auto first = promote({referring(1, {"a.md"})}, 0);
  promote({referring(2, {"b.md"})}, 1);
  const auto outcome = forget(R"({"ids":["turn 1"]})", 1000);
  REQUIRE(outcome.cancels.size() == 1);
  CHECK(outcome.cancels[0] == std::pair<std::string, std::string>{first.requests[0].effect_id, "forgotten"});
  CHECK(rows("checks") == 1);
  CHECK(forget(R"({"all":true})", 1000).cancels.size() == 1);
}

TEST_CASE("open checks are read back and damage is detected at every length") {
  const std::vector<OpenCheck> checks{{"effect", "sha256:x", 3, {Uuid{1}, Uuid{2}}}, {"other", "sha256:y", 0, {}}};
  const std::string row = encode_checks(checks);
  CHECK(*decode_checks(row) == checks);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(decode_checks(std::string_view(row).substr(0, size)).error().reaction == Reaction::kRebuildState);
  }
}

}  // namespace turnstream::lifecycle
