#include "pipeline/runtime/task/admission.h"

#include <doctest/doctest.h>

namespace turnstream::runtime {
namespace {

using model::CompletionStatus;
using stage_api::RecordKind;

/// Upstream answers that the cases share.
struct Upstream {
  PersonaAnswer gate{"episodic", true, CompletionStatus::kSuccess, {}, {}, {}};
  PersonaAnswer other{"skill", false, CompletionStatus::kSuccess, {}, {}, {}};
};

const model::LogPosition kOriginal{Partition{3}, Offset{7}};

std::vector<PersonaAnswer> good() {
  const Upstream upstream;
  return {upstream.gate, upstream.other};
}
std::vector<PersonaAnswer> gate_failed(const std::string& code = "stage_error") {
  Upstream upstream;
  upstream.gate.status =
      code == "erased" || code == "blocked" ? CompletionStatus::kPartial : CompletionStatus::kFailure;
  upstream.gate.error_code = code;
  return {upstream.gate, upstream.other};
}
std::vector<PersonaAnswer> gate_found_duplicate() {
  Upstream upstream;
  upstream.gate.duplicate_of = kOriginal;
  return {upstream.gate, upstream.other};
}
std::vector<PersonaAnswer> other_failed() {
  Upstream upstream;
  upstream.other.status = CompletionStatus::kFailure;
  return {upstream.gate, upstream.other};
}
std::vector<PersonaAnswer> other_found_duplicate() {
  Upstream upstream;
  upstream.other.duplicate_of = kOriginal;
  return {upstream.gate, upstream.other};
}

TurnHistory barred(const std::string& code) {
  return {.barred = model::CompletionError{code, "", {}}, .admitted = {}, .redriven = {}};
}
TurnHistory admitted(std::uint64_t content_hash) {
  return {.barred = {}, .admitted = SeenTurn{content_hash, Offset{7}, 0}, .redriven = {}};
}
TurnHistory redriven() {
  return {.barred = {}, .admitted = {}, .redriven = SeenTurn{1, Offset{7}, 0}};
}

constexpr std::uint64_t kContent = 11;

struct Case {
  const char* what;
  const char* stage;  ///< episodic (admits) and skill: phase 1; semantic: phase 2
  RecordKind kind;
  TurnHistory history;
  std::vector<PersonaAnswer> upstream;
  const char* expected;
  const char* redriven_stage = nullptr;  ///< of a kRedrive: the stage to which the turn is sent back
  bool is_refused = false;               ///< the record's turn cannot be read
};

std::string text_of(const Verdict& verdict) {
  std::string text = verdict.runs ? "runs" : "passes";
  text += verdict.runs && verdict.as_turn ? " as turn" : "";
  text += verdict.upstream_of_redrive ? " with the recorded upstream" : "";
  text += verdict.status == CompletionStatus::kPartial ? " partial/" + verdict.error->code : "";
  text += verdict.duplicate_of ? " duplicate of " + std::to_string(verdict.duplicate_of->offset.value()) : "";
  text += verdict.failure ? " fails/" + verdict.failure->code : "";
  return text;
}

Verdict decide(const Case& row) {
  const bool is_first = std::string(row.stage) != "semantic";
  stage_api::StageInfo stage;
  stage.name = row.stage;
  stage.phase = is_first ? 1 : 2;
  stage.admits = stage.name == "episodic";
  if (!is_first) {
    stage.upstream = {"episodic", "skill"};
  }
  model::StateExport turn;
  turn.turn_id = "T1";
  turn.content_hash = kContent;
  PreparedRecord record;
  record.kind = row.kind;
  record.log = {Partition{3}, Offset{9}};
  record.persona = "helper";
  if (row.is_refused) {
    record.refusal = make_error("schema", Reaction::kDeadLetter, "");
  } else if (row.kind == RecordKind::kTurn || row.kind == RecordKind::kRedrive) {
    record.turn = &turn;
  }
  if (row.redriven_stage != nullptr) {
    record.redrive.emplace();
    record.redrive->stage = row.redriven_stage;
    record.redrive->phase = record.redrive->stage == "semantic" ? 2 : 1;
    record.redrive->admits = record.redrive->stage == "episodic";
  }
  return Admission(record, stage).decide(row.history, row.upstream);
}

}  // namespace

TEST_CASE("admission decides from the record and the stage's rows and the upstream answers alone") {
  constexpr auto kTurn = RecordKind::kTurn;
  constexpr auto kCommand = RecordKind::kCommand;
  constexpr auto kRedrive = RecordKind::kRedrive;
  const Case cases[] = {
      // Turns in a stage without upstream.
      {"a new turn", "episodic", kTurn, {}, {}, "runs as turn"},
      {"the same turn again", "episodic", kTurn, admitted(kContent), {}, "passes duplicate of 7"},
      {"another turn with the same id", "episodic", kTurn, admitted(99), {}, "passes fails/turn_id_conflict"},
      {"a forgotten turn", "episodic", kTurn, barred("erased"), {}, "passes partial/erased"},
      {"a turn of a blocked persona", "skill", kTurn, barred("blocked"), {}, "passes partial/blocked"},
      {"an unreadable turn", "skill", kTurn, {}, {}, "passes fails/schema", nullptr, true},
      // Turns in a stage of a later phase, which follows the upstream answers.
      {"all upstreams succeeded", "semantic", kTurn, {}, good(), "runs as turn"},
      {"the gate failed", "semantic", kTurn, {}, gate_failed(), "passes partial/upstream"},
      {"the gate found a conflict", "semantic", kTurn, {}, gate_failed("turn_id_conflict"), "passes partial/upstream"},
      {"the gate found a duplicate", "semantic", kTurn, {}, gate_found_duplicate(), "passes duplicate of 7"},
      {"the gate refused a forgotten turn", "semantic", kTurn, {}, gate_failed("erased"), "passes partial/erased"},
      {"the gate refused a blocked persona", "semantic", kTurn, {}, gate_failed("blocked"), "passes partial/blocked"},
      {"another upstream failed", "semantic", kTurn, {}, other_failed(), "runs as turn partial/upstream"},
      {"another upstream found a duplicate", "semantic", kTurn, {}, other_found_duplicate(), "runs as turn"},
      // Commands are never repeats, and the list of barred turns does not concern them.
      {"a command", "episodic", kCommand, barred("blocked"), {}, "runs"},
      {"a command that the gate failed", "semantic", kCommand, {}, gate_failed(), "passes partial/upstream"},
      // Redrives: the stage that is redriven.
      {"to the gate", "episodic", kRedrive, {}, {}, "runs as turn", "episodic"},
      {"a second time", "episodic", kRedrive, redriven(), {}, "passes duplicate of 7", "episodic"},
      {"of an admitted turn", "episodic", kRedrive, admitted(kContent), {}, "passes duplicate of 7", "episodic"},
      {"of a conflicting turn", "skill", kRedrive, admitted(99), {}, "passes fails/turn_id_conflict", "skill"},
      {"of a forgotten turn", "episodic", kRedrive, barred("erased"), {}, "passes partial/erased", "episodic"},
      {"to a later phase", "semantic", kRedrive, {}, good(), "runs as turn with the recorded upstream", "semantic"},
      {"to a later phase again", "semantic", kRedrive, redriven(), good(), "passes duplicate of 7", "semantic"},
      {"of an unreadable turn", "semantic", kRedrive, {}, good(), "passes fails/schema", "semantic", true},
      // Redrives: the other stages.
      {"in the same phase", "skill", kRedrive, {}, {}, "passes", "episodic"},
      {"in an earlier phase", "episodic", kRedrive, {}, {}, "passes", "semantic"},
      {"after the gate", "semantic", kRedrive, {}, good(), "runs as turn", "episodic"},
      {"after a stage that does not admit", "semantic", kRedrive, {}, good(), "runs", "skill"},
      {"after a failed redrive", "semantic", kRedrive, {}, other_failed(), "runs partial/upstream", "skill"},
      {"after a repeated redrive", "semantic", kRedrive, {}, other_found_duplicate(), "passes duplicate of 7", "skill"},
      {"of a turn that the gate refused",
       "semantic",
       kRedrive,
       {},
       gate_failed("erased"),
       "passes partial/erased",
       "skill"},
      {"of an unreadable turn elsewhere", "semantic", kRedrive, {}, good(), "runs", "skill", true},
  };
  for (const auto& row : cases) {
    CAPTURE(row.what);
    CHECK(text_of(decide(row)) == row.expected);
  }
}

TEST_CASE("a conflict names the place of the first turn and the field to change") {
  const auto verdict = decide({"", "episodic", RecordKind::kTurn, admitted(99), {}, ""});
  REQUIRE(verdict.failure.has_value());
  CHECK(verdict.failure->message.find("offset 7 of the log:") != std::string::npos);
  CHECK(verdict.failure->pointer == "/turn_id");
  CHECK(verdict.failure->reaction == Reaction::kDeadLetter);
}

TEST_CASE("another persona follows the upstream answers and never sees the turn") {
  CHECK(text_of(Admission::follow(good())) == "runs");
  CHECK(text_of(Admission::follow(other_failed())) == "runs partial/upstream");
  CHECK(text_of(Admission::follow(gate_failed())) == "passes partial/upstream");
  CHECK(text_of(Admission::follow(gate_found_duplicate())) == "passes duplicate of 7");
  CHECK_FALSE(Admission::follow(good()).as_turn);
}

TEST_CASE("admission needs rows only of the turns that they can decide") {
  model::StateExport turn;
  PreparedRecord record;
  stage_api::StageInfo first;
  first.name = "episodic";
  stage_api::StageInfo later;
  later.name = "semantic";
  later.upstream = {"episodic"};
  record.kind = RecordKind::kCommand;
  CHECK_FALSE(Admission(record, first).needs_barred());
  record.kind = RecordKind::kTurn;
  record.turn = &turn;
  CHECK(Admission(record, first).needs_barred());
  CHECK(Admission(record, first).needs_admitted());
  CHECK_FALSE(Admission(record, first).needs_redriven());
  CHECK_FALSE(Admission(record, later).needs_barred());
  CHECK_FALSE(Admission(record, later).needs_admitted());
  record.kind = RecordKind::kRedrive;
  record.redrive.emplace();
  record.redrive->stage = "semantic";
  CHECK(Admission(record, first).needs_barred());
  CHECK_FALSE(Admission(record, first).needs_admitted());
  CHECK(Admission(record, later).needs_redriven());
  CHECK_FALSE(Admission(record, later).needs_admitted());
}

}  // namespace turnstream::runtime
