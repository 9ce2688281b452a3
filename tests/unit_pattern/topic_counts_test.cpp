#include "stages/pattern/topic_counts.h"

#include <cmath>
#include <doctest/doctest.h>
#include <random>

#include "pipeline/codec/ids.h"

namespace turnstream::pattern {
namespace {

/// Counts terms in turns of 10 words.
struct CountsFixture {
  std::optional<CountedTopic> use(const std::string& key, std::uint32_t per_billion = 1000,
                                  const std::string& form = "") {
    begin();
    return counts.count(term(key, per_billion, form), bounds);
  }
  void begin(std::int64_t words = 10) {
    const std::string turn = "turn " + std::to_string(++turns);
    counts.begin_turn({{"", turn, "s" + std::to_string(turns % 3)}, EventTime{turns}}, words);
  }
  static TermUse term(const std::string& key, std::uint32_t per_billion = 1000, const std::string& form = "") {
    return {key, form.empty() ? key : form, per_billion, 0, false};
  }

  TopicCounts counts{"helper"};
  TopicBounds bounds;
  int turns = 0;
};

TopicCounts read_back(const TopicCounts& counts) {
  auto read = TopicCounts::decode(counts.encode(), "helper");
  REQUIRE(read.ok());
  return *std::move(read);
}

}  // namespace

TEST_CASE_FIXTURE(CountsFixture, "a rare word is a topic in its third turn with these turns") {
  CHECK_FALSE(use("kafka"));
  CHECK_FALSE(use("kafka"));
  CHECK(counts.has("kafka"));
  const auto topic = use("kafka");
  REQUIRE(topic.has_value());
  CHECK_FALSE(counts.has("kafka"));
  CHECK(counts.empty());
  REQUIRE(topic->counted.occurrences.size() == 3);
  CHECK(topic->counted.occurrences[0].source.turn_id == "turn 1");
  CHECK(topic->counted.occurrences[0].source.session_id == "s1");
  CHECK(topic->counted.occurrences[0].source.id == to_string(codec::memory_id("helper", "turn 1", "/turn_data")));
  CHECK(topic->counted.occurrences[2].at == EventTime{3});
}

TEST_CASE_FIXTURE(CountsFixture, "a common word must be used three times as often as in general English") {
  // 500 uses in a million words are 5 in 10,000 words: 15 are needed.
  for (int i = 0; i < 14; ++i) {
    CHECK_FALSE(use("music", 500'000));
  }
  CHECK(use("music", 500'000));
}

TEST_CASE_FIXTURE(CountsFixture, "a word must be used more often than chance has it once in a thousand words") {
  // `expected`: uses of general English in 10,000 words.
  const auto chance = [](double expected, int uses) {
    double term = std::exp(-expected);
    double fewer = 0;
    for (int i = 0; i < uses; ++i) {
      fewer += term;
      term *= expected / (i + 1);
    }
    return 1 - fewer;
  };
  for (std::uint32_t per_billion = 2'000; per_billion < 400'000; per_billion += per_billion / 20) {
    CAPTURE(per_billion);
    const double expected = per_billion / 1e5;
    TopicCounts some("helper");
    int uses = 0;
    bool is_topic = false;
    while (!is_topic) {
      some.begin_turn({{"", "turn " + std::to_string(++uses), "s1"}, EventTime{uses}}, 1);
      is_topic = some.count(term("pasta", per_billion), {1, 128}).has_value();
      REQUIRE(is_topic == (chance(expected, uses) < .001 && uses >= 3 * expected));
    }
  }
}

TEST_CASE_FIXTURE(CountsFixture, "uses among more words are not enough") {
  // 40 in a million are .4 in 10,000 words: 4 are needed in these, 5 in 15,000.
  begin(4'000);
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(use("pasta", 40'000));
    begin(5'000);
  }
  CHECK_FALSE(use("pasta", 40'000));
  CHECK(use("pasta", 40'000));
}

TEST_CASE_FIXTURE(CountsFixture, "the words of a turn without a new term count") {
  use("pasta");
  counts = read_back(counts);
  CHECK_FALSE(counts.changed());
  begin(5'000);
  CHECK(counts.changed());
  CHECK(read_back(counts).encode() == counts.encode());
}

TEST_CASE_FIXTURE(CountsFixture, "a word that would need more turns than are kept is never a topic") {
  for (int i = 0; i < 100; ++i) {
    REQUIRE_FALSE(use("people", 1'200'000));
  }
  CHECK(counts.entries()[0].occurrences.size() == TopicCounts::kTurnsMax);
}

TEST_CASE_FIXTURE(CountsFixture, "the form is the one of most turns and of several the first") {
  use("broker", 1000, "brokers");
  use("broker", 1000, "broker");
  CHECK(use("broker", 1000, "broker")->form == "broker");
  use("broker", 1000, "brokers");
  use("broker", 1000, "Broker");
  CHECK(use("broker", 1000, "BROKER")->form == "brokers");
}

TEST_CASE_FIXTURE(CountsFixture,
                  "a new term in full counts replaces the least counted and of these the longest uncounted") {
  bounds = {16, 3};
  for (const char* key : {"often", "often", "old", "new"}) {
    use(key);
  }
  use("next");
  CHECK_FALSE(counts.has("old"));
  const auto entries = counts.entries();
  REQUIRE(entries.size() == 3);
  CHECK(entries[2].key == "next");
  CHECK(entries[2].error == 1);
  CHECK(entries[2].count() == 2);
}

TEST_CASE_FIXTURE(CountsFixture, "forgotten turns leave nothing in the row") {
  use("kafka", 1000, "kafka");
  use("kafka", 1000, "KAFKA");
  use("secretword");
  counts.forget_if([](const model::Source& source) { return source.turn_id != "turn 1"; });
  CHECK(counts.changed());
  CHECK_FALSE(counts.has("secretword"));
  const std::string row = counts.encode();
  for (const char* gone : {"KAFKA", "secretword", "turn 2", "turn 3", "s2"}) {
    CHECK(row.find(gone) == std::string::npos);
  }
  CHECK(row.find("turn 1") != std::string::npos);
  counts.forget_if([](const model::Source&) { return true; });
  CHECK(counts.empty());
}

TEST_CASE_FIXTURE(CountsFixture, "counts are read back as they were written and continue alike") {
  std::mt19937 random(3);
  bounds = {3, 8};
  for (int i = 0; i < 500; ++i) {
    begin(static_cast<std::int64_t>(random() % 50));
    TopicCounts copy = read_back(counts);
    copy.begin_turn({{"", "turn " + std::to_string(turns), "s1"}, EventTime{turns}}, 5);
    counts = read_back(counts);
    counts.begin_turn({{"", "turn " + std::to_string(turns), "s1"}, EventTime{turns}}, 5);
    const std::string key = "k" + std::to_string(random() % 12);
    const TermUse use = term(key, 1000, random() % 2 == 0 ? key : "K");
    REQUIRE(copy.count(use, bounds).has_value() == counts.count(use, bounds).has_value());
    REQUIRE(copy.encode() == counts.encode());
    REQUIRE(counts.entries().size() <= 8);
  }
}

TEST_CASE_FIXTURE(CountsFixture, "damage is detected at every length") {
  for (const char* key : {"a", "b", "a", "größe"}) {
    use(key, 1'000'000, key[0] == 'a' ? "A" : "");
  }
  const std::string bytes = counts.encode();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(TopicCounts::decode(std::string_view(bytes).substr(0, size), "helper").error().reaction ==
            Reaction::kRebuildState);
  }
  CHECK_FALSE(TopicCounts::decode(bytes + "x", "helper").ok());
}

}  // namespace turnstream::pattern
