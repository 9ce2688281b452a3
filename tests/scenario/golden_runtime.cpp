// The guarantees of the runtime for any stages: bad input, duplicates, failures, retries and redrive.
#include <doctest/doctest.h>

#include "pipeline/store/state_table.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {
namespace {

nlohmann::json text_turn(int number, const std::string& time, const std::string& text) {
  auto turn = empty_turn(number, time);
  turn["turn_data"]["user_input"] = text;
  return turn;
}

std::string deep(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

TEST_CASE("bad input becomes dead letters with reason and pointer and later turns are processed") {
  Pipeline pipeline;
  auto no_agent = text_turn(1, "10:00:00", "hello");
  no_agent.erase("agent_id");
  auto progress = text_turn(2, "10:00:01", "hello");
  progress["goal_updates"] = {{{"goal_id", "g"}, {"status", "active"}, {"progress", 1.2}, {"notes", ""}}};
  auto future = text_turn(3, "10:00:02", "hello");
  future["timestamp"] = "2099-01-01T00:00:00Z";
  auto nested = text_turn(4, "10:00:03", "hello").dump();
  nested.insert(nested.size() - 1, ",\"more\":" + deep(1000));
  struct Bad {
    std::string key;
    std::string value;
    std::string reason;
    std::string pointer;
  };
  const std::vector<Bad> bad{{"helper", "not JSON", "invalid_json", ""},
                             {"helper", "\xff", "invalid_utf8", ""},
                             {"helper", no_agent.dump(), "schema", "/agent_id"},
                             {"other", text_turn(5, "10:00:04", "hello").dump(), "key_mismatch", ""},
                             {"helper", progress.dump(), "schema", "/goal_updates/0/progress"},
                             {"helper", nested, "too_deep", ""},
                             {"helper", future.dump(), "timestamp_in_future", "/timestamp"}};
  for (const auto& one : bad) {
    pipeline.publish(one.key, one.value);
  }
  const auto first = text_turn(10, "10:01:00", "the first");
  pipeline.publish(first);
  pipeline.publish(first);
  pipeline.publish(text_turn(10, "10:01:00", "another text"));
  pipeline.publish(text_turn(11, "10:01:05", "the second"));
  pipeline.drain();

  const auto letters = pipeline.read(pipeline.names().dead_letters());
  REQUIRE(letters.size() == 8);
  for (std::size_t i = 0; i < bad.size(); ++i) {
    INFO(bad[i].reason);
    CHECK(letters[i].headers.at("dl_reason") == bad[i].reason);
    CHECK(letters[i].value == bad[i].value);
    CHECK(letters[i].key == bad[i].key);
    CHECK_FALSE(letters[i].headers.at("dl_message").empty());
    if (!bad[i].pointer.empty()) {
      CHECK(letters[i].headers.at("dl_pointer") == bad[i].pointer);
    }
  }
  CHECK(letters[4].headers.at("dl_rule") == "maximum 1");
  CHECK(letters[7].headers.at("dl_reason") == "turn_id_conflict");
  CHECK(letters[7].headers.at("dl_stage") == "episodic");

  std::vector<nlohmann::json> turns;
  for (const auto& completion : pipeline.completions()) {
    if (completion["cause"]["kind"] == "turn") {
      turns.push_back(completion);
    }
  }
  REQUIRE(turns.size() == 4);
  CHECK(turns[0]["status"] == "success");
  CHECK(turns[1]["status"] == "success");
  CHECK(turns[1]["items_added"] == 0);
  CHECK(turns[1]["items_processed"] == 0);
  CHECK(turns[1]["duplicate_of"]["offset"] == turns[0]["log"]["offset"]);
  CHECK(turns[2]["status"] == "failure");
  CHECK(turns[2]["error"]["code"] == "turn_id_conflict");
  CHECK(turns[3]["status"] == "success");
}

TEST_CASE("a transient failure is retried three times and then dead-lettered and a redrive applies it once") {
  for (const std::string grouping : {"fused", "phased"}) {
    INFO(grouping);
    Pipeline pipeline(
        {.reference_stages = true, .grouping = grouping, .faults = {"semantic:" + ulid(2) + ":transient:4"}});
    pipeline.publish(text_turn(1, "10:00:00", "one"));
    pipeline.publish(text_turn(2, "10:00:01", "two"));
    pipeline.publish(text_turn(3, "10:00:02", "three"));
    pipeline.drain();
    const auto status_of = [&](const std::string& stage, int number) {
      for (const auto& completion : pipeline.completions(stage)) {
        if (completion["turn_id"] == ulid(number)) {
          return completion["status"].get<std::string>();
        }
      }
      return std::string("missing");
    };
    CHECK(status_of("semantic", 2) == "failure");
    CHECK(status_of("pattern", 2) == "success");
    CHECK(status_of("consolidation", 2) == "partial");
    CHECK(status_of("lifecycle", 2) == "partial");
    for (const auto* stage : {"episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"}) {
      CHECK(status_of(stage, 3) == "success");
    }
    const auto letters = pipeline.read(pipeline.names().dead_letters());
    REQUIRE(letters.size() == 1);
    CHECK(letters[0].headers.at("dl_stage") == "semantic");
    CHECK(letters[0].headers.at("dl_attempts") == "4");
    CHECK(letters[0].headers.at("dl_turn_id") == ulid(2));

    pipeline.redrive(letters[0]);
    pipeline.redrive(letters[0]);
    pipeline.drain();
    std::vector<nlohmann::json> redrives;
    for (const auto& completion : pipeline.completions("semantic")) {
      if (completion["cause"]["kind"] == "redrive") {
        redrives.push_back(completion);
      }
    }
    REQUIRE(redrives.size() == 2);
    CHECK(redrives[0]["status"] == "success");
    CHECK(redrives[0]["items_added"].get<int>() + redrives[0]["items_updated"].get<int>() == 1);
    CHECK(redrives[1]["status"] == "success");
    CHECK(redrives[1]["changes"].empty());
  }
}

TEST_CASE("a deterministic failure goes to dead letters at once") {
  Pipeline pipeline({.reference_stages = true, .faults = {"episodic:" + ulid(1) + ":deterministic:1"}});
  pipeline.publish(text_turn(1, "10:00:00", "one"));
  pipeline.drain();
  const auto letters = pipeline.read(pipeline.names().dead_letters());
  REQUIRE(letters.size() == 1);
  CHECK(letters[0].headers.at("dl_attempts") == "1");
  for (const auto* stage : {"semantic", "pattern", "consolidation", "lifecycle"}) {
    const auto completion = pipeline.completions(stage).back();
    CHECK(completion["status"] == "partial");
    CHECK(completion["error"]["code"] == "upstream");
    CHECK(completion["changes"].empty());
  }
}

TEST_CASE("local state that cannot be read is rebuilt from the changelog") {
  Pipeline pipeline;
  pipeline.publish(text_turn(1, "10:00:00", "the first"));
  pipeline.drain();
  // Damages every row of the persona but not the checkpoint, so that the restart keeps the table.
  pipeline.restart([](store::KeyValueStore& local) {
    const auto table = local.table("episodic").value();
    auto batch = local.make_batch();
    const auto prefix = store::partition_prefix(Partition{0});
    REQUIRE(local
                .scan(table, prefix + "\x01", prefix + "\xff",
                      [&](std::string_view key, std::string_view) {
                        batch->put(table, key, "damaged");
                        return true;
                      })
                .ok());
    REQUIRE(local.write(*batch).ok());
  });
  pipeline.publish(text_turn(2, "10:00:05", "the second"));
  pipeline.drain();

  const auto completions = pipeline.completions();
  REQUIRE(completions.size() == 3);
  CHECK(completions[1].at("status") == "success");
  CHECK(completions[2].at("status") == "success");
  CHECK(pipeline.items().size() == 2);
  CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
}

TEST_CASE("a stage that is added to a running namespace catches up from the beginning") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Options options;
    options.reference_stages = true;
    options.stages_max = 2;
    options.grouping = grouping;
    Pipeline pipeline(options);
    pipeline.publish(text_turn(1, "10:00:00", "the first"));
    pipeline.publish(text_turn(2, "10:00:05", "the second"));
    pipeline.drain();
    const auto before = pipeline.read(pipeline.names().completions("episodic"));
    pipeline.add_stages();
    pipeline.publish(text_turn(3, "10:00:10", "the third"));
    pipeline.drain();

    const auto log = pipeline.read(pipeline.names().log());
    for (const std::string stage : {"episodic", "skill", "semantic", "pattern", "consolidation", "lifecycle"}) {
      CAPTURE(stage);
      CHECK(pipeline.completions(stage).size() == log.size());
    }
    const auto after = pipeline.read(pipeline.names().completions("episodic"));
    REQUIRE(after.size() > before.size());
    CHECK(after[before.size() - 1].value == before.back().value);
  }
}

}  // namespace turnstream::scenario
