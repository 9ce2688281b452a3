// A stage that fails on one turn: how often the turn is tried, which partitions wait meanwhile, and that a redrive
// applies the turn once.
#include <doctest/doctest.h>
#include <mutex>

#include "pipeline/base/log_line.h"
#include "pipeline/base/murmur2.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

/// Collects the log lines of all threads during a test.
class LogLines {
 public:
  LogLines() {
    const std::lock_guard lock(mutex());
    lines().clear();
    set_log_sink([](LogLevel, const LogFields& fields) {
      const std::lock_guard writing(mutex());
      lines().push_back(log_text(fields));
    });
  }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;
  ~LogLines() { set_log_sink(nullptr); }

  /// The values of a field in the lines of an event, in order.
  [[nodiscard]] static std::vector<std::string> fields(const std::string& event, const std::string& field) {
    const std::lock_guard lock(mutex());
    std::vector<std::string> found;
    for (const auto& line : lines()) {
      if (line.rfind("event=" + event + " ", 0) == 0) {
        const auto begin = line.find(" " + field + "=") + field.size() + 2;
        found.push_back(line.substr(begin, line.find(' ', begin) - begin));
      }
    }
    return found;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  static std::vector<std::string>& lines() {
    static std::vector<std::string> all;
    return all;
  }
};

Json said_to(const std::string& persona, int number, const std::string& text) {
  auto turn = empty_turn(number, "10:00:0" + std::to_string(number));
  turn["agent_id"] = persona;
  turn["turn_data"]["user_input"] = text;
  return turn;
}

/// A persona whose partition is not that of persona helper.
std::string neighbour(std::int32_t partitions) {
  std::string name = "neighbour";
  while (partition_of_key(name, partitions) == partition_of_key("helper", partitions)) {
    name += "'s";
  }
  return name;
}

}  // namespace

TEST_CASE("a transient failure of semantic delays only its own partition and one redrive adds the missing fact") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    const LogLines log;
    Pipeline pipeline({.grouping = grouping, .partitions = 2, .faults = {"semantic:" + ulid(2) + ":transient:4"}});
    pipeline.publish(said_to("helper", 1, "I live in Oslo."));
    pipeline.publish(said_to("helper", 2, "I prefer tea."));
    pipeline.publish(said_to("helper", 3, "I work at Acme."));
    pipeline.publish(said_to(neighbour(2), 4, "I live in Bergen."));
    for (const std::string stage : {"episodic", "skill", "semantic", "pattern"}) {
      CHECK(pipeline.wait_for_answer(stage, ulid(4))["status"] == "success");
    }
    CHECK(pipeline.answer("semantic", ulid(2)).is_null());
    pipeline.drain();

    CHECK(log.fields("retry_scheduled", "wait_ms") == std::vector<std::string>{"1000", "2000", "4000"});
    CHECK(log.fields("retry_scheduled", "attempt") == std::vector<std::string>{"1", "2", "3"});
    CHECK(log.fields("retry_scheduled", "stage") == std::vector<std::string>(3, "semantic"));
    CHECK(log.fields("retry_scheduled", "turn") == std::vector<std::string>(3, ulid(2)));
    CHECK(pipeline.answer("semantic", ulid(2))["status"] == "failure");
    CHECK(pipeline.answer("semantic", ulid(2))["attempts"] == 4);
    CHECK(pipeline.answer("semantic", ulid(2))["changes"].empty());
    CHECK(pipeline.answer("pattern", ulid(2))["status"] == "success");
    CHECK(pipeline.answer("pattern", ulid(2))["items_added"] == 1);
    for (const std::string stage : {"episodic", "skill", "semantic", "pattern"}) {
      CHECK(pipeline.answer(stage, ulid(1))["status"] == "success");
      CHECK(pipeline.answer(stage, ulid(3))["status"] == "success");
    }
    const auto letters = pipeline.read(pipeline.names().dead_letters());
    REQUIRE(letters.size() == 1);
    CHECK(letters[0].headers.at("dl_stage") == "semantic");
    CHECK(letters[0].headers.at("dl_attempts") == "4");
    CHECK(letters[0].headers.at("dl_turn_id") == ulid(2));

    const auto before = pipeline.things("semantic", "fact");
    pipeline.redrive(letters[0]);
    pipeline.drain();
    const auto after = pipeline.things("semantic", "fact");
    CHECK(after.size() == before.size() + 1);
    pipeline.redrive(letters[0]);
    pipeline.drain();
    CHECK(pipeline.things("semantic", "fact") == after);
    std::vector<Json> redrives;
    for (const auto& completion : pipeline.completions("semantic")) {
      if (completion["cause"]["kind"] == "redrive") {
        redrives.push_back(completion);
      }
    }
    REQUIRE(redrives.size() == 2);
    CHECK(redrives[0]["status"] == "success");
    CHECK(redrives[0]["items_added"] == 2);
    CHECK(redrives[0]["changes"][0]["value"]["text"] == "user prefers tea");
    CHECK(redrives[0]["changes"][1]["value"]["text"] == "I prefer tea.");
    CHECK(redrives[0]["changes"][0]["value"]["sources"][0]["turn_id"] == ulid(2));
    CHECK(redrives[1]["status"] == "success");
    CHECK(redrives[1]["changes"].empty());
  }
}

TEST_CASE("a deterministic failure of semantic is tried once and delays no other stage") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    const LogLines log;
    Pipeline pipeline({.grouping = grouping, .faults = {"semantic:" + ulid(1) + ":deterministic:1"}});
    pipeline.publish(said_to("helper", 1, "I prefer tea."));
    pipeline.publish(said_to("helper", 2, "I work at Acme."));
    pipeline.drain();
    CHECK(log.fields("retry_scheduled", "wait_ms").empty());
    CHECK(pipeline.answer("semantic", ulid(1))["status"] == "failure");
    CHECK(pipeline.answer("semantic", ulid(1))["attempts"] == 1);
    CHECK(pipeline.answer("pattern", ulid(1))["status"] == "success");
    CHECK(pipeline.answer("semantic", ulid(2))["status"] == "success");
    const auto letters = pipeline.read(pipeline.names().dead_letters());
    REQUIRE(letters.size() == 1);
    CHECK(letters[0].headers.at("dl_attempts") == "1");
  }
}

}  // namespace turnstream::scenario
