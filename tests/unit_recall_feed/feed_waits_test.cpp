// What recall says while a stage does not answer: the clock decides what is shown, never what is in memory.
#include <doctest/doctest.h>

#include "tests/unit_recall_feed/feed_fixture.h"

namespace turnstream::recall {
namespace {

using Json = nlohmann::json;
using Names = std::vector<std::string>;

constexpr Partition kFirst{0};

}  // namespace

TEST_CASE_FIXTURE(FeedFixture,
                  "answers say for which stage recall waits after ten seconds and no longer when it answers") {
  store::MemoryStore store;
  Following slow(*this, store);
  answer_all(0, append(1));
  REQUIRE(slow.follow());
  append(1);
  answer("episodic", 1);
  CHECK(slow.wait_until_it_waits(11'000) == Names{"lifecycle"});
  const Json answer_now = slow.ask();
  CHECK(answer_now.at("waits_for") == Json{"lifecycle"});
  CHECK(answer_now.at("log").at("offset") == 0);
  CHECK_FALSE(slow.ask({{"as_of", "0@0"}}).contains("waits_for"));
  CHECK(slow.refusal({{"after_turn", "00000000000000000000000T99"}}).find(", and waits for lifecycle. Ask again") !=
        std::string::npos);
  const auto about = slow.recall->about("helper", "");
  REQUIRE(about.ok());
  CHECK(Json::parse(*about).at("waits_for") == Json{"lifecycle"});
  const auto context = slow.recall->context(R"({"persona_id":"helper"})", std::stop_token());
  REQUIRE(context.ok());
  CHECK(Json::parse(*context).at("waits_for") == Json{"lifecycle"});
  CHECK(slow.feed->health().waits_for() == Names{"lifecycle"});
  CHECK(*slow.feed->lag() == 1);

  answer("lifecycle", 1);
  REQUIRE(slow.follow());
  CHECK(slow.feed->waits_for(kFirst).empty());
  CHECK_FALSE(slow.ask().contains("waits_for"));
  CHECK(*slow.feed->lag() == 0);
}

TEST_CASE_FIXTURE(FeedFixture, "each record has its own ten seconds") {
  store::MemoryStore store;
  Following slow(*this, store);
  append(2);
  CHECK(slow.wait_until_it_waits(11'000) == Names{"episodic", "lifecycle"});
  answer_all(0, 1);
  for (bool applied = false; !applied;) {
    REQUIRE(slow.feed->follow(std::chrono::milliseconds(20), std::stop_token()).ok());
    applied = slow.feed->health().partitions.at(0).applied == NextOffset{1};
  }
  CHECK(slow.feed->waits_for(kFirst).empty());
  slow.clock.advance_ms(9'000);
  REQUIRE(slow.feed->follow(std::chrono::milliseconds(250), std::stop_token()).ok());
  CHECK(slow.feed->waits_for(kFirst).empty());
  CHECK(slow.wait_until_it_waits(1'100) == Names{"episodic", "lifecycle"});
}

TEST_CASE_FIXTURE(FeedFixture, "what is in memory does not depend on the clock of the health") {
  store::MemoryStore slow_store;
  store::MemoryStore other_store;
  Following slow(*this, slow_store);
  append(1);
  CHECK(slow.wait_until_it_waits(11'000) == Names{"episodic", "lifecycle"});
  answer_all(0, 1);
  Following other(*this, other_store);
  REQUIRE(slow.follow());
  REQUIRE(other.follow());
  CHECK(*slow.model->digest() == *other.model->digest());
}

}  // namespace turnstream::recall
