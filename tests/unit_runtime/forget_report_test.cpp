#include "pipeline/runtime/task/forget_report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pipeline/store/memory_store.h"

namespace turnstream::runtime {
namespace {

using model::Change;
using model::ChangeOp;

struct ReportFixture {
  store::MemoryStore store;
  store::StateTable state{store, *store.table("pattern"), Partition{0}, 1u << 20};
  PersonaRun run{state, "helper", {"pattern", "C1", LogTime{1000}}};
  PreparedRecord record;

  ReportFixture() {
    record.kind = stage_api::RecordKind::kCommand;
    record.command_kind = "forget";
    record.cause_id = "C1";
    record.log = {Partition{3}, Offset{7}};
    record.log_time = LogTime{1000};
  }

  std::vector<nlohmann::json> reports(const std::vector<Change>& changes) {
    add_forget_report(record, changes, run);
    std::vector<nlohmann::json> found;
    for (const PublicRecord& made : run.records()) {
      if (made.topic == "maintenance") {
        found.push_back(nlohmann::json::parse(made.value));
      }
    }
    return found;
  }
};

Change removed(const std::string& kind, const std::string& id) {
  return {ChangeOp::kDelete, kind, id, {}, true};
}

}  // namespace

TEST_CASE_FIXTURE(ReportFixture, "a report counts what was removed and names it and the commands to other personas") {
  const std::string unshare = run.effects().tell("teacher", "unshare", "{}");
  const auto found = reports({removed("fact", "f"),
                              removed("memory", "a"),
                              removed("memory", "b"),
                              {ChangeOp::kPatch, "memory", "c", "{}", true},
                              {ChangeOp::kPut, "stats", "ring", "{}", true}});
  REQUIRE(found.size() == 1);
  CHECK(found[0]["kind"] == "maintenance");
  CHECK(found[0]["type"] == "forget_report");
  CHECK(found[0]["persona_id"] == "helper");
  CHECK(found[0]["stage"] == "pattern");
  CHECK(found[0]["command_id"] == "C1");
  CHECK(found[0]["removed"] == nlohmann::json{{"fact", 1}, {"memory", 2}});
  CHECK(found[0]["items"] == nlohmann::json{"f", "a", "b"});
  CHECK(found[0]["unshares"] == nlohmann::json{unshare});
  CHECK(found[0]["timestamp"] == "1970-01-01T00:00:01.000Z");
  CHECK(found[0]["log"] == nlohmann::json{{"partition", 3}, {"offset", 7}});
}

TEST_CASE_FIXTURE(ReportFixture, "nothing removed or another command gives no report") {
  CHECK(reports({{ChangeOp::kPut, "stats", "ring", "{}", true}}).empty());
  record.command_kind = "access";
  CHECK(reports({removed("memory", "a")}).empty());
  record.kind = stage_api::RecordKind::kTurn;
  CHECK(reports({removed("memory", "a")}).empty());
}

TEST_CASE_FIXTURE(ReportFixture, "many ids are reported in several events whose counts add up") {
  std::vector<Change> changes;
  for (std::size_t i = 0; i < 2 * kReportedIdsMax + 1; ++i) {
    changes.push_back(removed("memory", "id" + std::to_string(i)));
  }
  const auto found = reports(changes);
  REQUIRE(found.size() == 3);
  CHECK(found[0]["id"] != found[1]["id"]);
  CHECK(found[0]["removed"]["memory"] == changes.size());
  CHECK(found[1]["removed"].empty());
  CHECK(found[0]["items"].size() == kReportedIdsMax);
  CHECK(found[2]["items"] == nlohmann::json{changes.back().id});
}

}  // namespace turnstream::runtime
