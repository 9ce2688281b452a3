#include "pipeline/runtime/task/gate.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "tests/unit_runtime/records.h"

namespace turnstream::runtime {
namespace {

constexpr std::size_t kBytesMax = 4000;

struct GateFixture {
  Gate gate{"log", {"episodic", "skill"}, kBytesMax};
  std::int64_t next_position[2] = {0, 0};

  void log(std::int64_t offset, std::size_t bytes = 10) {
    REQUIRE(gate.accept(make_record({"log", 0, offset, "helper", std::string(bytes, 'x'), {}})).ok());
  }
  void answer(std::size_t upstream, std::int64_t offset, int part = 0, bool last = true) {
    const std::string stage = upstream == 0 ? "episodic" : "skill";
    REQUIRE(gate
                .accept(make_record(
                    {stage, 0, next_position[upstream]++, "helper", completion_json(stage, offset, part, last), {}}))
                .ok());
  }
  void answers(std::int64_t offset) {
    answer(0, offset);
    answer(1, offset);
  }
  /// The offset of the ready record; -1 if there is none.
  std::int64_t ready() {
    auto record = gate.ready();
    REQUIRE(record.ok());
    return *record == nullptr ? -1 : (*record)->offset.value();
  }
};

std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (const auto& name : names) {
    all += name + " ";
  }
  return all;
}

}  // namespace

TEST_CASE_FIXTURE(GateFixture, "a record passes when every upstream has answered it") {
  CHECK(ready() == -1);
  log(0);
  CHECK(gate.log_records() == 1);
  CHECK(ready() == -1);
  answer(0, 0);
  CHECK(ready() == -1);
  answer(1, 0);
  REQUIRE(ready() == 0);
  CHECK(gate.answer(0) == std::vector<std::string_view>{completion_json("episodic", 0)});
  gate.pop();
  CHECK(gate.empty());
  CHECK(gate.next() == NextOffset{1});
}

TEST_CASE_FIXTURE(GateFixture, "answers that come before their record wait for it") {
  answers(0);
  answers(1);
  CHECK(ready() == -1);
  CHECK_FALSE(gate.empty());
  log(0);
  log(1);
  REQUIRE(ready() == 0);
  gate.pop();
  REQUIRE(ready() == 1);
  gate.pop();
  CHECK(gate.empty());
}

TEST_CASE_FIXTURE(GateFixture, "gaps in the log's offsets do not block the gate") {
  log(3);
  log(7);
  answers(3);
  answers(7);
  REQUIRE(ready() == 3);
  gate.pop();
  REQUIRE(ready() == 7);
  gate.pop();
  CHECK(gate.next() == NextOffset{8});
}

TEST_CASE_FIXTURE(GateFixture, "an answer in parts is complete with its last part") {
  log(0);
  answer(1, 0);
  answer(0, 0, 0, false);
  answer(0, 0, 1, false);
  CHECK(ready() == -1);
  answer(0, 0, 2, true);
  answer(0, 1);
  REQUIRE(ready() == 0);
  CHECK(gate.answer(0).size() == 3);
  CHECK(gate.answer(1).size() == 1);
  gate.pop();
  CHECK(gate.upstream_next()[0] == NextOffset{3});
  CHECK(gate.upstream_next()[1] == NextOffset{1});
}

TEST_CASE_FIXTURE(GateFixture, "records that were processed before the start are skipped and advance the position") {
  gate.start_at(NextOffset{5});
  log(3);
  log(4);
  answer(0, 3);
  answer(0, 4);
  CHECK(gate.empty());
  CHECK(gate.upstream_next()[0] == NextOffset{2});
  CHECK_FALSE(gate.upstream_next()[1].has_value());
  log(5);
  answers(5);
  CHECK(ready() == 5);
}

TEST_CASE_FIXTURE(GateFixture, "an upstream completion older than the head is skipped") {
  // The log begins later than the completions: its first records were deleted before the first run of this group.
  answer(0, 3, 0, false);
  answer(0, 3, 1, true);
  answer(0, 5);
  answer(1, 5);
  log(5);
  REQUIRE(ready() == 5);
  CHECK(gate.upstream_next()[0] == NextOffset{2});
  gate.pop();
  CHECK(gate.empty());
}

TEST_CASE_FIXTURE(GateFixture, "a completion beyond the head means lost input") {
  log(0);
  answer(0, 1);
  answer(1, 0);
  const auto record = gate.ready();
  REQUIRE_FALSE(record.ok());
  CHECK(record.error().code == "lost_input");
  CHECK(record.error().reaction == Reaction::kStopProcess);
  CHECK(record.error().message.find("episodic[0]@0") != std::string::npos);
}

TEST_CASE_FIXTURE(GateFixture, "an advice stands in the error about lost input") {
  gate.advise("Remove the folder.");
  log(0);
  answer(0, 1);
  const auto record = gate.ready();
  REQUIRE_FALSE(record.ok());
  CHECK(record.error().message.ends_with(" Remove the folder."));
  CHECK(record.error().message.find("Replay") == std::string::npos);
}

TEST_CASE_FIXTURE(GateFixture,
                  "records whose answers were deleted are passed until one is whole if that was asked for") {
  gate.pass_unanswered();
  for (std::int64_t offset = 3; offset < 9; ++offset) {
    log(offset);
  }
  answer(0, 4, 1, false);  // the rest of an answer
  answer(0, 4, 2, true);
  answer(0, 5, 0, false);
  answer(0, 5, 1, true);
  CHECK(ready() == -1);
  CHECK(gate.next() == NextOffset{5});
  answer(1, 2);
  answer(1, 7);
  answer(0, 6);
  CHECK(ready() == -1);
  CHECK(gate.next() == NextOffset{7});
  answer(0, 7);
  REQUIRE(ready() == 7);
  CHECK(gate.passes_unanswered());
  CHECK(gate.answer(0) == std::vector<std::string_view>{completion_json("episodic", 7)});
  gate.pop();
  CHECK_FALSE(gate.passes_unanswered());
  answer(0, 9);
  CHECK(gate.ready().error().code == "lost_input");
}

TEST_CASE_FIXTURE(GateFixture, "the gate says which upstreams have not answered the next record") {
  CHECK(gate.unanswered().empty());
  answer(0, 0);
  log(0);
  log(1);
  CHECK(gate.unanswered() == std::vector<std::size_t>{1});
  answer(1, 0, 0, false);
  CHECK(gate.unanswered() == std::vector<std::size_t>{1});
  answer(1, 0, 1, true);
  CHECK(gate.unanswered().empty());
  REQUIRE(ready() == 0);
  gate.pop();
  CHECK(gate.unanswered() == std::vector<std::size_t>{0, 1});
}

TEST_CASE_FIXTURE(GateFixture, "an answer whose last part is missing means lost input") {
  log(0);
  answer(1, 0);
  answer(0, 0, 0, false);
  answer(0, 1);
  const auto record = gate.ready();
  REQUIRE_FALSE(record.ok());
  CHECK(record.error().code == "lost_input");
}

TEST_CASE_FIXTURE(GateFixture, "a record that is not a completion or not of an input is refused") {
  auto status = gate.accept(make_record({"episodic", 0, 0, "helper", R"({"kind":"turn"})", {}}));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "foreign_completion");
  status = gate.accept(make_record({"turns", 0, 0, "helper", "{}", {}}));
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "unknown_input");
}

TEST_CASE_FIXTURE(GateFixture, "an input that is ahead is paused once and resumed when half of it is processed") {
  for (std::int64_t offset = 0; offset < 3; ++offset) {
    log(offset, 1500);
  }
  auto flow = gate.take_flow();
  CHECK(joined(flow.pause) == "log ");
  CHECK(flow.resume.empty());
  CHECK(gate.take_flow().pause.empty());
  answers(0);
  REQUIRE(ready() == 0);
  gate.pop();
  CHECK(gate.take_flow().resume.empty());
  answers(1);
  REQUIRE(ready() == 1);
  gate.pop();
  flow = gate.take_flow();
  CHECK(joined(flow.resume) == "log ");
  CHECK(flow.pause.empty());
  CHECK(gate.take_flow().resume.empty());
}

TEST_CASE_FIXTURE(GateFixture, "an input that cannot complete an answer is never paused") {
  log(0);
  for (int part = 0; part < 100; ++part) {
    answer(0, 0, part, false);
  }
  CHECK(gate.take_flow().pause.empty());
  answer(0, 0, 100, true);
  CHECK(joined(gate.take_flow().pause) == "episodic ");
}

TEST_CASE_FIXTURE(GateFixture,
                  "a paused input is resumed if no complete answer is left in it even if many bytes wait") {
  log(0);
  answer(1, 0);
  answer(0, 0);
  for (int part = 0; part < 100; ++part) {
    answer(0, 1, part, false);
  }
  CHECK(joined(gate.take_flow().pause) == "episodic ");
  REQUIRE(ready() == 0);
  gate.pop();
  CHECK(joined(gate.take_flow().resume) == "episodic ");
}

TEST_CASE_FIXTURE(GateFixture, "each input has its own bound") {
  for (std::int64_t offset = 0; offset < 40; ++offset) {
    answer(0, offset);
  }
  CHECK(joined(gate.take_flow().pause) == "episodic ");
  log(0);
  answer(1, 0);
  CHECK(ready() == 0);
  CHECK(gate.take_flow().pause.empty());
}

TEST_CASE("without upstreams every record passes in order") {
  Gate gate("log", {}, kBytesMax);
  for (std::int64_t offset = 0; offset < 3; ++offset) {
    REQUIRE(gate.accept(make_record({"log", 0, offset, {}, "{}", {}})).ok());
  }
  for (std::int64_t offset = 0; offset < 3; ++offset) {
    REQUIRE((*gate.ready())->offset == Offset{offset});
    gate.pop();
  }
  CHECK(*gate.ready() == nullptr);
}

}  // namespace turnstream::runtime
