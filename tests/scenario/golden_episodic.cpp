// The rules of the episodic stage, checked from outside: turns in, completions out.
#include <doctest/doctest.h>
#include <set>

#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {
namespace {

nlohmann::json only_item(Pipeline& pipeline, const std::string& type) {
  for (const auto& [id, item] : pipeline.items()) {
    if (item.at("type") == type) {
      return item;
    }
  }
  FAIL("no item of type " << type);
  return {};
}

}  // namespace

TEST_CASE(
    "a first turn gives a chat item and a tool item in long-term memory and an observation in short-term memory") {
  Pipeline pipeline;
  auto turn = empty_turn(1, "10:00:00");
  turn["turn_data"]["user_input"] = "I prefer TypeScript for large codebases";
  turn["turn_data"]["assistant_response"] = "Noted.";
  turn["tool_executions"] = nlohmann::json::array({tool("grep")});
  turn["observations"] = nlohmann::json::array({observation("o1", "the repository has nine modules")});
  pipeline.publish(turn);
  pipeline.drain();

  const auto completions = pipeline.completions();
  const auto& completion = completions.back();
  CHECK(completion["status"] == "success");
  CHECK(completion["items_added"] == 3);
  CHECK(completion["turn_id"] == ulid(1));
  CHECK(completion["timestamp"] == "2026-01-01T10:00:00.000Z");
  const auto chat = only_item(pipeline, "chat");
  CHECK(chat["importance"] == 0.7);
  CHECK(chat["tier"] == "long_term");
  CHECK(chat["consolidated_at"] != nullptr);
  CHECK(chat["content"] == "User: I prefer TypeScript for large codebases\nMe: Noted.");
  CHECK(chat["provenance"]["pointer"] == "/turn_data");
  CHECK(chat["provenance"]["topic"] == pipeline.turns_topic());
  CHECK(chat["provenance"]["partition"] == 0);
  CHECK(chat["provenance"]["offset"] == 0);
  CHECK(only_item(pipeline, "tool-use")["importance"] == 0.7);
  CHECK(only_item(pipeline, "tool-use")["tier"] == "long_term");
  CHECK(only_item(pipeline, "observation")["importance"] == 0.4);
  CHECK(only_item(pipeline, "observation")["tier"] == "short_term");
}

TEST_CASE("importance depends on type and flags and tags are the content words in order") {
  Pipeline pipeline;
  auto turn = empty_turn(1, "10:00:00");
  turn["turn_data"]["user_input"] = "TypeScript interfaces provide better type safety than any";
  turn["mentioned_me"] = true;
  turn["user_direct_message"] = true;
  turn["error_recovered"] = true;
  turn["errors"] = {"disk full on node seven"};
  turn["action_updates"] = {{{"action_id", "a1"}, {"status", "completed"}, {"result", {{"ok", true}}}}};
  turn["observations"] = nlohmann::json::array({observation("o1", "latency rose at noon")});
  auto notes = tool("notes", "failure");
  notes["error"] = "no network";
  notes["memory_writes"] = {{{"type", "task"}, {"content", "call the vendor"}, {"importance", 0.55}}};
  turn["tool_executions"] = nlohmann::json::array({notes});
  pipeline.publish(turn);
  pipeline.drain();

  CHECK(only_item(pipeline, "error")["importance"] == 1);
  const auto chat = only_item(pipeline, "chat");
  CHECK(chat["importance"] == 0.95);
  CHECK(chat["tags"] == nlohmann::json({"typescript", "interfaces", "provide", "better", "type", "safety"}));
  CHECK(only_item(pipeline, "decision")["importance"] == 0.8);
  CHECK(only_item(pipeline, "observation")["importance"] == 0.4);
  CHECK(only_item(pipeline, "task")["importance"] == 0.55);
}

TEST_CASE("the ring keeps a hundred observations and a tick drops those that are too old") {
  Pipeline pipeline;
  for (int i = 0; i < 150; ++i) {
    auto turn = empty_turn(i + 1, "10:00:" + std::string(i < 100 ? "0" : "") + std::to_string(i / 10) + "." +
                                      std::to_string(i % 10) + "00");
    turn["observations"] =
        nlohmann::json::array({observation("o1", "reading number " + std::to_string(i) + " of the meter")});
    pipeline.publish(turn);
  }
  pipeline.drain();
  const auto completions = pipeline.completions();
  std::vector<nlohmann::json> turns;
  for (const auto& completion : completions) {
    if (completion["cause"]["kind"] == "turn") {
      turns.push_back(completion);
    }
  }
  REQUIRE(turns.size() == 150);
  CHECK(turns[99]["items_removed"] == 0);
  CHECK(turns[100]["items_removed"] == 1);
  CHECK(pipeline.items().size() == 100);
  for (const auto& [id, item] : pipeline.items()) {
    CHECK(item["tier"] == "short_term");
  }
  pipeline.tick("2026-01-01T11:30:00Z");
  pipeline.drain();
  CHECK(pipeline.items().empty());
  CHECK(pipeline.completions().back()["items_removed"] == 100);
}

TEST_CASE("the eighty-first chat item promotes all of them and ticks promote the others") {
  Pipeline pipeline;
  for (int i = 0; i < 150; ++i) {
    auto turn = empty_turn(i + 1, "10:00:" + std::string(i < 100 ? "0" : "") + std::to_string(i / 10) + "." +
                                      std::to_string(i % 10) + "00");
    turn["turn_data"]["user_input"] = "question number " + std::to_string(i);
    turn["turn_data"]["assistant_response"] = "answer number " + std::to_string(i);
    pipeline.publish(turn);
  }
  pipeline.drain();
  const auto count = [&](const std::string& tier) {
    int found = 0;
    for (const auto& [id, item] : pipeline.items()) {
      found += item["tier"] == tier ? 1 : 0;
    }
    return found;
  };
  CHECK(count("long_term") == 81);
  CHECK(count("short_term") == 69);
  for (const auto* time :
       {"2026-01-01T10:00:30Z", "2026-01-01T10:01:00Z", "2026-01-01T10:01:30Z", "2026-01-01T10:02:00Z"}) {
    pipeline.tick(time);
  }
  pipeline.drain();
  CHECK(count("long_term") == 150);
}

}  // namespace turnstream::scenario
