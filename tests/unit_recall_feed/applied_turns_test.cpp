#include "recall/read_model/applied_turns.h"

#include <doctest/doctest.h>
#include <thread>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::recall {
namespace {

using std::chrono::milliseconds;

/// A record of the log with a turn from turns[0], and the answer of episodic.
class Turn {
 public:
  explicit Turn(std::int64_t source_offset, std::string error = "", std::string kind = "turn")
      : source_(std::to_string(source_offset)), kind_(std::move(kind)) {
    model::Completion part;
    part.stage = "episodic";
    part.persona_id = "helper";
    part.cause_kind = kind_;
    part.log = {Partition{3}, Offset{source_offset + 100}};
    if (!error.empty()) {
      part.status = model::CompletionStatus::kFailure;
      part.error = model::CompletionError{std::move(error), "No.", ""};
    }
    codec::append_completion(answer_, part);
  }

  void note(AppliedTurns& turns) {
    log::Record record;
    record.headers = {
        {"kind", kind_}, {"source_topic", "turns"}, {"source_partition", "0"}, {"source_offset", source_}};
    const StageAnswer answers[] = {{"episodic", {answer_}}, {"skill", {}}};
    turns.note({record, answers});
  }

 private:
  const std::string source_;
  const std::string kind_;
  std::string answer_;
};

TurnSource from(std::int64_t offset) {
  return {"turns", Partition{0}, Offset{offset}};
}

}  // namespace

TEST_CASE("what became of a turn is known by the record that intake read") {
  AppliedTurns turns;
  Turn(5).note(turns);
  Turn(6, "erased").note(turns);
  Turn(7, "", "command").note(turns);
  const auto remembered = turns.wait(from(5), milliseconds(0), {});
  REQUIRE(remembered.has_value());
  CHECK(remembered->is_remembered());
  CHECK(remembered->log == model::LogPosition{Partition{3}, Offset{105}});
  const auto erased = turns.wait(from(6), milliseconds(0), {});
  REQUIRE(erased.has_value());
  CHECK(erased->failure == "erased");
  CHECK_FALSE(turns.wait(from(7), milliseconds(0), {}).has_value());
  CHECK_FALSE(turns.wait({"others", Partition{0}, Offset{5}}, milliseconds(0), {}).has_value());
}

TEST_CASE("a wait ends when the turn comes and when a stop is requested") {
  AppliedTurns turns;
  std::stop_source stop;
  std::optional<AppliedTurn> found;
  std::optional<AppliedTurn> none;
  std::thread waits([&] { found = turns.wait(from(9), milliseconds(60'000), {}); });
  std::thread stopped([&] { none = turns.wait(from(10), milliseconds(60'000), stop.get_token()); });
  Turn(9).note(turns);
  waits.join();
  stop.request_stop();
  stopped.join();
  CHECK(found.has_value());
  CHECK_FALSE(none.has_value());
}

TEST_CASE("only the newest turns are kept") {
  AppliedTurns turns;
  for (std::int64_t offset = 0; offset <= 10'000; ++offset) {
    Turn(offset).note(turns);
  }
  CHECK_FALSE(turns.wait(from(0), milliseconds(0), {}).has_value());
  CHECK(turns.wait(from(1), milliseconds(0), {}).has_value());
  CHECK(turns.wait(from(10'000), milliseconds(0), {}).has_value());
}

}  // namespace turnstream::recall
