#include "pipeline/runtime/task/persona_run.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/base/sha256.h"
#include "pipeline/codec/ids.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::runtime {
namespace {

using model::Change;
using model::ChangeOp;

struct RunFixture {
  store::MemoryStore store;
  store::StateTable state{store, *store.table("episodic"), Partition{0}, 1u << 20};
  PersonaRun run{state, "helper", {"consolidation", "T1", LogTime{1000}}};
  stage_api::Effects& effects = run.effects();

  /// The one net effect; REQUIREs that there is no other.
  Change only_change() {
    auto changes = run.take_changes();
    REQUIRE(changes.size() == 1);
    return changes.front();
  }
};

}  // namespace

TEST_CASE_FIXTURE(RunFixture, "an entry put and removed in one record makes no change") {
  effects.put("memory", "a", "{}", false);
  effects.remove("memory", "a");
  CHECK(run.take_changes().empty());
}

TEST_CASE_FIXTURE(RunFixture, "an entry that existed and is put and removed is removed") {
  effects.put("memory", "a", "{}", true);
  effects.remove("memory", "a");
  const auto change = only_change();
  CHECK(change.op == ChangeOp::kDelete);
  CHECK(change.kind == "memory");
  CHECK(change.id == "a");
  CHECK(change.value.empty());
}

TEST_CASE_FIXTURE(RunFixture, "an entry removed and put again is updated and not added") {
  effects.remove("memory", "a");
  effects.put("memory", "a", R"({"v":2})", false);
  const auto change = only_change();
  CHECK(change.op == ChangeOp::kPut);
  CHECK(change.existed);
  CHECK(change.value == R"({"v":2})");
}

TEST_CASE_FIXTURE(RunFixture, "a second put replaces the first and what stood before the record decides") {
  effects.put("memory", "new", R"({"v":1})", false);
  effects.put("memory", "new", R"({"v":2})", true);
  const auto change = only_change();
  CHECK(change.value == R"({"v":2})");
  CHECK_FALSE(change.existed);
}

TEST_CASE_FIXTURE(RunFixture, "patches of one entry merge field by field") {
  effects.patch("memory", "a", {R"({"importance":0.6,"tags":["x"]})"});
  effects.patch("memory", "a", {R"({"tags":["y"],"tier":"long_term"})"});
  const auto change = only_change();
  CHECK(change.op == ChangeOp::kPatch);
  CHECK(change.value == R"({"importance":0.6,"tags":["y"],"tier":"long_term"})");
  CHECK(change.existed);
}

TEST_CASE_FIXTURE(RunFixture, "a patch of an entry put in the same record goes into the put") {
  effects.put("memory", "a", R"({"id":"a","tier":"short_term"})", false);
  effects.patch("memory", "a", {R"({"tier":"long_term"})"});
  const auto change = only_change();
  CHECK(change.op == ChangeOp::kPut);
  CHECK(change.value == R"({"id":"a","tier":"long_term"})");
  CHECK_FALSE(change.existed);
}

TEST_CASE_FIXTURE(RunFixture, "a patched entry that is removed is removed") {
  effects.patch("memory", "a", {"{}"});
  effects.remove("memory", "a");
  CHECK(only_change().op == ChangeOp::kDelete);
}

TEST_CASE_FIXTURE(RunFixture, "a put over a patch is a put of what existed") {
  effects.patch("memory", "a", {R"({"v":1})"});
  effects.put("memory", "a", R"({"v":2})", false);
  const auto change = only_change();
  CHECK(change.op == ChangeOp::kPut);
  CHECK(change.existed);
}

TEST_CASE_FIXTURE(RunFixture, "changes are ordered by kind and then by id") {
  effects.put("memory", "b", "{}", false);
  effects.put("fact", "z", "{}", false);
  effects.put("memory", "a", "{}", false);
  const auto changes = run.take_changes();
  REQUIRE(changes.size() == 3);
  CHECK(changes[0].kind + changes[0].id == "factz");
  CHECK(changes[1].id == "a");
  CHECK(changes[2].id == "b");
  CHECK(run.empty());
}

TEST_CASE_FIXTURE(RunFixture, "rolling back undoes state and timers together with changes and events and counts") {
  run.state().put("k", "1");
  effects.put("memory", "kept", "{}", false);
  effects.event("insights", "insight", "{}");
  effects.processed(1);
  auto mark = run.mark();
  run.state().put("k", "2");
  REQUIRE(run.timers().arm("x", LogTime{10}).ok());
  effects.remove("memory", "kept");
  effects.put("memory", "gone", "{}", false);
  effects.event("insights", "insight", "{}");
  effects.processed(5);
  run.rollback(std::move(mark));
  CHECK(**run.state().get("k") == "1");
  CHECK(TimerTable(state).due(LogTime{100}, 10)->empty());
  CHECK(run.records().size() == 1);
  CHECK(run.processed_count() == 1);
  CHECK(only_change().id == "kept");
}

TEST_CASE_FIXTURE(RunFixture, "a request to the outside world has the hash of what it asks and an id of its own") {
  model::EffectRequest request{"chat", "pass2", {"a", "b"}, 3, 30'000, R"({"model":"m","messages":[]})"};
  const std::string first = effects.request(request);
  CHECK(first == to_string(codec::effect_id("helper", "consolidation", "T1", 0)));
  CHECK(effects.request(request) == to_string(codec::effect_id("helper", "consolidation", "T1", 1)));
  REQUIRE(run.records().size() == 2);
  const PublicRecord& made = run.records().front();
  CHECK(made.topic == "effects.requests");
  CHECK(made.kind == "chat");
  CHECK(made.key == "helper");
  CHECK(made.place == PublicRecord::Place::kEffectRequests);
  const std::string hash = to_label(sha256("chat\npass2\n" + request.request));
  CHECK(made.value == R"({"kind":"chat","effect_id":")" + first + R"(","request_hash":")" + hash +
                          R"(","persona_id":"helper","stage":"consolidation","purpose":"pass2","items":["a","b"],)" +
                          R"("attempt_limit":3,"timeout_ms":30000,"request":{"model":"m","messages":[]}})");
}

TEST_CASE_FIXTURE(RunFixture, "a request is cancelled by its id") {
  effects.cancel("e1", "forgotten");
  REQUIRE(run.records().size() == 1);
  CHECK(run.records()[0].kind == "cancel");
  CHECK(run.records()[0].value ==
        R"({"kind":"cancel","effect_id":"e1","persona_id":"helper","stage":"consolidation","reason":"forgotten"})");
}

TEST_CASE_FIXTURE(RunFixture, "a command for another persona has that persona's key and says what caused it") {
  const std::string id = effects.tell("teacher", "share", R"({"insight":{}})");
  CHECK(id == to_string(codec::share_command_id("share", "helper", "teacher", "T1", 0)));
  REQUIRE(run.records().size() == 1);
  const PublicRecord& made = run.records().front();
  CHECK(made.topic == "shares");
  CHECK(made.key == "teacher");
  CHECK(made.place == PublicRecord::Place::kShares);
  CHECK(made.value == R"({"kind":"share","command_id":")" + id +
                          R"(","persona_id":"teacher","issued_by":"consolidation",)" +
                          R"("issued_at":"1970-01-01T00:00:01.000Z","caused_by":"T1","args":{"insight":{}}})");
}

TEST_CASE_FIXTURE(RunFixture, "ids of events count those of one kind and type and start again after a rollback") {
  auto mark = run.mark();
  const std::string first = effects.event_id("maintenance", "archive");
  CHECK(first == to_string(codec::event_id("helper", {"maintenance", "archive", "consolidation", "T1", 0})));
  CHECK(effects.event_id("maintenance", "archive") != first);
  CHECK(effects.event_id("maintenance", "quota") ==
        to_string(codec::event_id("helper", {"maintenance", "quota", "consolidation", "T1", 0})));
  effects.tell("teacher", "unshare", "{}");
  run.rollback(std::move(mark));
  CHECK(run.records().empty());
  CHECK(effects.event_id("maintenance", "archive") == first);
  CHECK(effects.tell("teacher", "unshare", "{}") ==
        to_string(codec::share_command_id("unshare", "helper", "teacher", "T1", 0)));
}

TEST_CASE_FIXTURE(RunFixture, "personas do not see each other's state") {
  PersonaRun other(state, "helpers", {"consolidation", "T1", LogTime{1000}});
  run.state().put("k", "mine");
  CHECK_FALSE(other.state().get("k")->has_value());
  other.state().put("k", "theirs");
  CHECK(**run.state().get("k") == "mine");
  run.state().erase("k");
  CHECK(**other.state().get("k") == "theirs");
}

TEST_CASE_FIXTURE(RunFixture, "a timer due before 1970 is due at once") {
  REQUIRE(run.timers().arm("x", LogTime{-5}).ok());
  CHECK(TimerTable(state).due(LogTime{0}, 10)->size() == 1);
}

TEST_CASE_FIXTURE(RunFixture, "ordered rows are scanned in byte order with the writes of the call") {
  const auto found = [this](std::string_view prefix, std::size_t limit = 100) {
    std::string all;
    const auto status = run.state().scan(prefix, limit, [&](std::string_view key, std::string_view value) {
      all.append(key).append("=").append(value).append(" ");
      return true;
    });
    REQUIRE(status.ok());
    return all;
  };
  stage_api::StateView& rows = run.state();
  rows.put("~due/2", "b");
  rows.put("~due/1", "a");
  rows.put("~due/\xff", "last");
  rows.put("~other", "x");
  rows.put("due/0", "not ordered");
  const auto batch = store.make_batch();
  state.seal(*batch);
  REQUIRE(store.write(*batch).ok());
  state.written();
  rows.put("~due/10", "c");
  rows.erase("~due/2");
  PersonaRun other(state, "helper2", {"consolidation", "T1", LogTime{1000}});
  other.state().put("~due/3", "of another persona");
  CHECK(found("~due/") == "~due/1=a ~due/10=c ~due/\xff=last ");
  CHECK(found("~due/", 2) == "~due/1=a ~due/10=c ");
  CHECK(found("~due/1") == "~due/1=a ~due/10=c ");
  CHECK(found("~") == "~due/1=a ~due/10=c ~due/\xff=last ~other=x ");
  CHECK(found("~none").empty());
  CHECK(*rows.get("~due/1").value() == "a");
  const auto mark = run.mark();
  rows.erase("~due/1");
  CHECK(found("~due/1") == "~due/10=c ");
  run.rollback(mark);
  CHECK(found("~due/1", 1) == "~due/1=a ");
}

TEST_CASE_FIXTURE(RunFixture, "a visitor may change the rows that it visits") {
  stage_api::StateView& rows = run.state();
  for (const std::string key : {"~a", "~b", "~c"}) {
    rows.put(key, "1");
  }
  int visited = 0;
  REQUIRE(rows.scan("~", 100,
                    [&](std::string_view key, std::string_view) {
                      rows.erase(key);
                      rows.put("~d", "2");
                      return ++visited < 100;
                    })
              .ok());
  CHECK(visited == 3);
  CHECK_FALSE(rows.get("~a").value().has_value());
}

}  // namespace turnstream::runtime
