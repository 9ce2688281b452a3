#include <doctest/doctest.h>
#include <map>
#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/ids.h"
#include "pipeline/stage_api/memory_settings.h"
#include "pipeline/stage_api/test_driver.h"
#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kMinute = 60'000;

/// A stage of the part topics alone. Commands: `item` {topic, id, number, text, importance}, `again` {number, count}, `turn`, `sweep`,
/// `forget`.
class TopicStage final : public stage_api::Stage {
 public:
  TopicStage() {
    info_.name = "consolidation";
    info_.phase = 3;
    info_.event_topics = {"consolidation", "maintenance"};
  }
  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const stage_api::Input& input, stage_api::PersonaContext& context) const override {
    return with_topics(input, context, [&](Topics& topics) -> Status {
      const Json args = Json::parse(input.value).value("args", Json::object());
      if (input.command_kind == "forget") {
        TS_ASSIGN_OR_RETURN(Forgetting named, Forgetting::read(input));
        return topics.forget(named);
      }
      if (input.command_kind == "sweep") {
        TS_ASSIGN_OR_RETURN(const model::SweepArgs sweep, codec::parse_sweep_args(input.value));
        return topics.sweep(sweep.since);
      }
      topics.heard_turn();
      if (input.command_kind == "item") {
        return topics.add(event_of(args, input));
      }
      return input.command_kind == "again"
                 ? topics.repeat(args.value("number", std::uint64_t{0}), args.value("count", 1))
                 : Status();
    });
  }
  Status fire(std::string_view, LogTime, const stage_api::Input& input,
              stage_api::PersonaContext& context) const override {
    return with_topics(input, context, [](Topics& topics) { return topics.fire(); });
  }
  [[nodiscard]] Json describe(std::string_view, std::string_view) const override { return {}; }

 private:
  static TopicEvent event_of(const Json& args, const stage_api::Input& input) {
    const std::string id = to_string(codec::memory_id(input.persona, args.value("id", ""), "/x"));
    return {args.value("topic", ""),
            {{id, "T" + args.value("id", std::string()), args.value("session", "s1")}},
            args.value("text", ""),
            0,
            args.value("importance", 500'000),
            1,
            EventTime{input.log_time.value()},
            input.log_time,
            args.value("user", ""),
            args.value("number", std::uint64_t{0})};
  }
  template <typename Step>
  static Status with_topics(const stage_api::Input& input, stage_api::PersonaContext& context, Step step) {
    const auto settings = input.settings->read(kTopicSettingFields);
    BlockedSentences blocked(context.state());
    const ModelSettings model;
    OpenRequests requests(input, context);
    Topics topics({input, context, settings, 800'000, blocked, model, requests});
    TS_RETURN_IF_ERROR(topics.load());
    TS_RETURN_IF_ERROR(step(topics));
    return topics.finish();
  }

  stage_api::StageInfo info_;
};

struct Fixture {
  TopicStage stage;
  stage_api::TestDriver driver{stage};
  std::int64_t now = kStart;
  /// Of the items, in the order in which they are first named, as working memory numbers them.
  std::map<std::string, std::uint64_t> numbers;

  stage_api::StageOutcome item(const std::string& topic, const std::string& id, const std::string& text,
                               const Json& more = Json::object()) {
    Json args{{"topic", topic}, {"id", id}, {"text", text}};
    args.update(more);
    return send("item", args);
  }
  stage_api::StageOutcome send(const std::string& kind, const Json& args) {
    Json given = args.is_null() ? Json::object() : args;
    if (given.contains("id")) {
      given["number"] = numbers.try_emplace(given["id"].get<std::string>(), numbers.size()).first->second;
    }
    const auto outcome = driver.command("helper", kind, Json{{"args", given}}.dump(), LogTime{now});
    CAPTURE(outcome.status.ok() ? std::string() : outcome.status.error().message);
    CHECK(outcome.status.ok());
    return outcome;
  }
  /// The topics that a tick at this many minutes after the start makes.
  std::vector<Json> topics_at(std::int64_t minutes) {
    std::vector<Json> made;
    auto outcomes = driver.tick(LogTime{kStart + minutes * kMinute});
    for (const auto& [persona, outcome] : outcomes) {
      REQUIRE(outcome.status.ok());
      for (const model::Change& change : outcome.of_kind("topic")) {
        made.push_back(change.op == model::ChangeOp::kPut ? Json::parse(change.value) : Json{{"gone", change.id}});
      }
    }
    return made;
  }
};

std::vector<std::string> texts_of_topic(const Json& topic) {
  std::vector<std::string> found;
  for (const Json& fact : topic["facts"]) {
    found.push_back(fact["text"]);
  }
  return found;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE_FIXTURE(Fixture,
                  "one item seen five times is one fact of a topic with five events and the next pass makes none") {
  item("web", "a", "searched for ferry times");
  for (int i = 0; i < 4; ++i) {
    now += kMinute;
    send("again", {{"id", "a"}, {"count", 1}});
  }
  CHECK(topics_at(119).empty());
  const auto made = topics_at(120);
  REQUIRE(made.size() == 1);
  CHECK(made[0]["topic"] == "web");
  CHECK(made[0]["event_count"] == 5);
  CHECK(texts_of_topic(made[0]) == Texts{"searched for ferry times"});
  CHECK(made[0]["facts"][0]["sources"].size() == 1);
  CHECK(topics_at(240).empty());
  CHECK(driver.timers("helper").empty());
}

TEST_CASE_FIXTURE(Fixture, "a pass waits for fifteen idle minutes but not longer than four intervals") {
  item("web", "a", "searched for ferry times");
  for (std::int64_t minute = 0; minute < 479; minute += 5) {
    now = kStart + minute * kMinute;
    send("turn", {});
    CHECK(topics_at(minute + 1).empty());
  }
  CHECK(topics_at(480).size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a pass comes as soon as the persona was idle for long enough") {
  item("web", "a", "searched for ferry times");
  now = kStart + 118 * kMinute;
  send("turn", {});
  CHECK(topics_at(132).empty());
  CHECK(topics_at(133).size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "ten topics and two hundred items are one pass and the rest follows at the next tick") {
  driver.set_settings(R"({"consolidation":{"topic_events_max":6,"topics_pass_max":2}})");
  for (int i = 0; i < 8; ++i) {
    item("t" + std::to_string(i % 4), "i" + std::to_string(i), "says thing number " + std::to_string(i));
  }
  const auto first = topics_at(120);
  REQUIRE(first.size() == 2);
  CHECK(first[0]["event_count"].get<int>() + first[1]["event_count"].get<int>() == 4);
  const auto second = topics_at(121);
  REQUIRE(second.size() == 2);
  CHECK(topics_at(122).empty());
}

TEST_CASE_FIXTURE(Fixture, "a sweep distils now and only what was recorded since and one record makes a topic once") {
  item("web", "a", "searched for ferry times");
  now += 10 * kMinute;
  item("web", "b", "booked the cabin on the ferry");
  auto outcome = send("sweep", Json::object({{"since", "2026-01-01T10:05:00Z"}}));
  REQUIRE(outcome.of_kind("topic").size() == 1);
  CHECK(texts_of_topic(Json::parse(outcome.of_kind("topic")[0].value)) == Texts{"booked the cabin on the ferry"});
  CHECK(send("sweep", {}).changes.empty());
  now += kMinute;
  outcome = send("sweep", {});
  REQUIRE(outcome.of_kind("topic").size() == 1);
  CHECK(texts_of_topic(Json::parse(outcome.of_kind("topic")[0].value)) == Texts{"searched for ferry times"});
  CHECK(outcome.events.size() == 1);
  CHECK(Json::parse(outcome.events[0].second)["type"] == "topic");
  CHECK(driver.timers("helper").empty());
}

TEST_CASE_FIXTURE(Fixture, "a sweep since a time finds the items behind as many older ones as a pass takes") {
  driver.set_settings(R"({"consolidation":{"topic_events_max":2}})");
  item("web", "a", "searched for ferry times");
  item("web", "b", "booked the cabin on the ferry");
  now += 10 * kMinute;
  item("web", "c", "paid for the parking lot");
  const auto outcome = send("sweep", Json::object({{"since", "2026-01-01T10:05:00Z"}}));
  REQUIRE(outcome.of_kind("topic").size() == 1);
  CHECK(texts_of_topic(Json::parse(outcome.of_kind("topic")[0].value)) == Texts{"paid for the parking lot"});
}

TEST_CASE_FIXTURE(Fixture, "items with long ids are several passes so that no topic is a large change") {
  for (int i = 0; i < 60; ++i) {
    item("web", std::to_string(i), "says thing number " + std::to_string(i),
         {{"session", std::string(2000, '\x01')}, {"importance", 1'000'000 - i}});
  }
  std::int64_t events = 0;
  for (const std::int64_t minute : {120, 121}) {
    for (const Json& topic : topics_at(minute)) {
      CHECK(topic.dump().size() < 512 * 1024);
      CHECK(topic["event_count"] < 40);
      events += topic["event_count"].get<std::int64_t>();
    }
  }
  CHECK(events == 60);
}

TEST_CASE_FIXTURE(Fixture, "items without a text count and alone make no topic") {
  item("chat", "a", "");
  CHECK(send("sweep", {}).changes.empty());
  item("chat", "b", "");
  item("chat", "c", "moved to Porto in May");
  const auto outcome = send("sweep", {});
  REQUIRE(outcome.of_kind("topic").size() == 1);
  CHECK(Json::parse(outcome.of_kind("topic")[0].value)["event_count"] == 2);
}

TEST_CASE_FIXTURE(Fixture, "of too many topics the oldest leave") {
  driver.set_settings(R"({"consolidation":{"topics_max":2}})");
  std::vector<std::string> ids;
  for (const std::string topic : {"a", "b", "c"}) {
    now += kMinute;
    item(topic, topic, "says something about " + topic);
    const auto outcome = send("sweep", {});
    const auto changes = outcome.of_kind("topic");
    for (const model::Change& change : changes) {
      if (change.op == model::ChangeOp::kPut) {
        ids.push_back(change.id);
      } else {
        CHECK(change.id == ids.front());
      }
    }
    CHECK(changes.size() == (topic == "c" ? 2 : 1));
  }
  CHECK(ids.size() == 3);
}

TEST_CASE_FIXTURE(Fixture, "forgetting an item removes its fact and the topic that has no other") {
  item("web", "a", "searched for zyxwvutsrqpo times");
  item("web", "b", "booked the cabin on the ferry");
  item("sea", "c", "zyxwvutsrqpo is the name of the ferry");
  send("sweep", {});
  item("web", "d", "waits with zyxwvutsrqpo");
  const auto outcome = send("forget", Json::object({{"ids", {"Ta", "Tc", "Td"}}}));
  REQUIRE(outcome.of_kind("topic").size() == 2);
  std::size_t deletes = 0;
  for (const model::Change& change : outcome.of_kind("topic")) {
    deletes += change.op == model::ChangeOp::kDelete ? 1 : 0;
    CHECK(change.value.find("zyxwvutsrqpo") == std::string::npos);
  }
  CHECK(deletes == 1);
  for (const auto& [key, row] : driver.rows("helper")) {
    CHECK(row.find("zyxwvutsrqpo") == std::string::npos);
  }
  now += kMinute;
  item("web", "e", "searched for zyxwvutsrqpo times");
  CHECK(send("sweep", {}).of_kind("topic").empty());
}

TEST_CASE_FIXTURE(Fixture, "forgetting a session or everything leaves no row of it") {
  item("web", "a", "searched for ferry times", {{"session", "s2"}});
  item("web", "b", "booked the cabin on the ferry");
  send("sweep", {});
  const auto outcome = send("forget", Json::object({{"session_id", "s2"}}));
  REQUIRE(outcome.of_kind("topic").size() == 1);
  CHECK(texts_of_topic(Json::parse(outcome.of_kind("topic")[0].value)) == Texts{"booked the cabin on the ferry"});
  item("web", "c", "waits");
  send("forget", {{"all", true}, {"confirm", "helper"}});
  for (const auto& [key, row] : driver.rows("helper")) {
    const bool is_block = key.find("~b/") == 0 || key == "blocked";
    CHECK(is_block);
  }
}

TEST_CASE_FIXTURE(Fixture, "a gap of five hours fires once") {
  item("web", "a", "searched for ferry times");
  CHECK(topics_at(300).size() == 1);
  CHECK(topics_at(301).empty());
}

}  // namespace turnstream::consolidation
