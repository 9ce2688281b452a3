#include <doctest/doctest.h>
#include <random>
#include <set>

#include "stages/consolidation/describe.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

/// A random run. The checks read only what the stage publishes.
class Run {
 public:
  Run(unsigned seed, bool with_model) : random_(seed), with_model_(with_model) {
    fixture_.set_settings(
        std::string(R"({"consolidation":{"max_working_memory":20,"batch_size":7,"insights_max":12,)") +
        R"("consolidated_max":9,"model_batch_size":3},"model":{"name":")" + (with_model ? "small-1" : "") + R"("}})");
  }

  void step() {
    now_ += static_cast<std::int64_t>(pick(40)) * kSecond;
    const std::size_t dice = pick(100);
    if (dice < 70) {
      const std::string said = text();  // a statement of its own: compilers draw in another order within a call
      note(fixture_.observe(said, now_, pick(3) == 0));
    } else if (dice < 76) {
      note(fixture_.say("I bought " + text(), "Nice!", now_));
    } else if (dice < 80) {
      note(fixture_.sweep(now_));
    } else if (dice < 84 && !fixture_.items.empty()) {
      note(fixture_.tick(now_));  // so that no pass runs in the record of the command
      if (fixture_.items.empty()) {
        return;
      }
      const auto item = std::next(fixture_.items.begin(), static_cast<std::ptrdiff_t>(pick(fixture_.items.size())));
      const std::string id = item->first;
      const auto entry = fixture_.working.find(id);
      forgotten_waiting_ += entry != fixture_.working.end() && entry->second["consolidated"] == false ? 1 : 0;
      forgotten_.insert(id);
      note(fixture_.command("forget", R"({"ids":[")" + id + R"("]})", now_));
    } else if (dice < 90 && !fixture_.requests.empty()) {
      note(fixture_.answer(fixture_.requests[pick(fixture_.requests.size())], reply(), now_));
    } else {
      note(fixture_.tick(now_));
    }
    check();
  }

  ConsolidationFixture& fixture() { return fixture_; }

 private:
  std::size_t pick(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }

  std::string text() {
    const std::size_t number = pick(400);
    return "host h" + std::to_string(number) + " of Globex stands in room " + std::to_string(number * 7) + " now";
  }

  std::string reply() {
    std::string items;
    for (std::size_t i = 0; i < pick(5); ++i) {
      items += std::string(items.empty() ? "" : ",") + R"({"index":)" + std::to_string(i) +
               (pick(2) == 0 ? R"(,"type":"ephemeral"})" : R"(,"type":"insight","summary":"host of Globex stands"})");
    }
    return "[" + items + "]";
  }

  void note(const stage_api::StageOutcome& outcome) {
    for (const model::Change& change : outcome.of_kind("working")) {
      if (change.op == model::ChangeOp::kPut) {
        arrived_.push_back(change.id);
      }
      if (change.op == model::ChangeOp::kDelete) {
        continue;
      }
      const auto value = nlohmann::json::parse(change.value);
      if (value.value("ephemeral", false)) {
        ephemeral_ids_.insert(change.id);
      } else if (value.contains("ephemeral")) {
        ephemeral_ids_.erase(change.id);  // it was said again without the mark
      }
    }
  }

  /// Without a model the entries leave in the order in which they came, and nothing else is an insight's source.
  void check_order() {
    std::size_t handled = 0;
    std::size_t waiting = 0;
    for (const std::string& id : arrived_) {
      const auto entry = fixture_.working.find(id);
      const bool waits = entry != fixture_.working.end() && entry->second["consolidated"] == false;
      waiting += waits ? 1 : 0;
      handled += !waits && waiting > 0 && forgotten_.count(id) == 0 ? 1 : 0;
    }
    CHECK(handled == 0);
    for (const auto& [id, insight] : fixture_.insights) {
      for (const auto& source : insight["sources"]) {
        CHECK(ephemeral_ids_.count(source["id"]) == 0);
        CHECK(forgotten_.count(source["id"]) == 0);
      }
    }
  }

  void check() {
    std::int64_t processed = 0;
    std::int64_t gone = 0;
    for (const auto& pass : fixture_.events_of("pass")) {
      const std::int64_t sum = pass["deleted"].get<std::int64_t>() + pass["extracted"].get<std::int64_t>() +
                               pass["merged"].get<std::int64_t>() + pass["gone"].get<std::int64_t>();
      CHECK(pass["processed"] == sum);
      CHECK(pass["stats"]["working_memory_count"].get<int>() <= 40);
      processed += sum;
      gone += pass["gone"].get<std::int64_t>();
    }
    if (fixture_.stats.is_null()) {
      return;
    }
    CHECK(fixture_.stats["total_consolidated"] == processed);
    std::int64_t waiting = 0;
    for (const auto& [id, entry] : fixture_.working) {
      waiting += entry["consolidated"] == true ? 0 : 1;
    }
    CHECK(fixture_.stats["working_memory_count"] == waiting);
    if (!with_model_) {
      CHECK(waiting == static_cast<std::int64_t>(arrived_.size()) - (processed - gone) - forgotten_waiting_);
      check_order();
    }
    CHECK(fixture_.insights.size() <= 12);
    CHECK(static_cast<std::int64_t>(fixture_.working.size()) - waiting <= 9);
  }

  std::mt19937 random_;
  bool with_model_;
  ConsolidationFixture fixture_;
  std::int64_t now_ = 0;
  std::vector<std::string> arrived_;     ///< ids of entries in order of arrival
  std::set<std::string> ephemeral_ids_;  ///< of those that only came with the producer's mark
  std::set<std::string> forgotten_;
  std::int64_t forgotten_waiting_ = 0;
};

}  // namespace

TEST_CASE("the sums of the events equal the totals and every row can be shown in random runs") {
  for (const bool with_model : {false, true}) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
      CAPTURE(seed);
      CAPTURE(with_model);
      Run run(seed, with_model);
      for (int i = 0; i < 300; ++i) {
        run.step();
      }
      CHECK(run.fixture().events_of("pass").size() > 5);
      stage_checks::check_rows_shown(run.fixture().driver().rows("helper"), describe_row);
    }
  }
}

TEST_CASE("a row that lost its end is reported as damaged") {
  Run run(7, true);
  for (int i = 0; i < 200; ++i) {
    run.step();
  }
  std::set<std::string> kinds;
  for (const auto& [key, value] : run.fixture().driver().rows("helper")) {
    for (const char* kind : {"heads", "insight/", "entry/"}) {
      if (key.rfind(kind, 0) == 0) {
        const std::string& damaged = key;
        CAPTURE(damaged);
        kinds.insert(kind);
        CHECK(describe_row(key, value.substr(0, value.size() - 1)).count("damaged") == 1);
        CHECK(describe_row(key, value + "x").count("damaged") == 1);
        CHECK(describe_row(key, "\x7f" + value.substr(1)).count("damaged") == 1);
      }
    }
  }
  CHECK(kinds.size() == 3);
}

TEST_CASE("two personas share nothing") {
  ConsolidationFixture one("helper");
  ConsolidationFixture other("teacher");
  for (ConsolidationFixture* fixture : {&one, &other}) {
    fixture->observe("The cache lives in Frankfurt.", 0);
    fixture->sweep(kSecond);
  }
  CHECK(one.insights.begin()->first != other.insights.begin()->first);
  model::StateExport turn = one.empty_turn(kMinute);
  turn.agent_id = "teacher";
  const auto rows = one.driver().rows("helper");
  REQUIRE(one.driver().turn(turn, LogTime{kStart + kMinute}).status.ok());
  CHECK(one.driver().rows("helper") == rows);
}

}  // namespace turnstream::consolidation
