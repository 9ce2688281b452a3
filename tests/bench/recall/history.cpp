#include "tests/bench/recall/history.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/check.h"
#include "pipeline/codec/completion_codec.h"

namespace turnstream::bench {
namespace {

void replace_in_place(std::string& text, std::string_view from, std::string_view to) {
  CHECK(from.size() == to.size());
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

}  // namespace

std::string persona_name(std::int64_t number) {
  constexpr std::size_t kDigits = 4;
  const std::string digits = std::to_string(number);
  CHECK(digits.size() <= kDigits);
  return "bench-persona-" + std::string(kDigits - digits.size(), '0') + digits;
}

AnsweredTurn renamed(const AnsweredTurn& turn, std::string_view from, std::string_view to) {
  AnsweredTurn other = turn;
  replace_in_place(other.turn.json, from, to);
  for (std::string& answer : other.answers) {
    replace_in_place(answer, from, to);
  }
  return other;
}

void append_turn(std::string& out, const AnsweredTurn& turn) {
  ByteWriter writer(out);
  writer.text(turn.turn.id).text(turn.turn.json).text(turn.turn.user_text).i64(turn.turn.time_ms);
  writer.varint(turn.answers.size());
  for (const std::string& answer : turn.answers) {
    writer.text(answer);
  }
}

std::vector<AnsweredTurn> read_turns(std::string_view bytes) {
  std::vector<AnsweredTurn> turns;
  ByteReader reader(bytes);
  while (!reader.at_end()) {
    AnsweredTurn& turn = turns.emplace_back();
    turn.turn.id = reader.text();
    turn.turn.json = reader.text();
    turn.turn.user_text = reader.text();
    turn.turn.time_ms = reader.i64();
    for (std::size_t left = reader.count(1); left > 0; --left) {
      turn.answers.emplace_back(reader.text());
    }
  }
  CHECK(reader.done());
  return turns;
}

Result<AnsweredTurn> History::next() {
  AnsweredTurn made{maker_.next(), {}};
  TS_ASSIGN_OR_RETURN(const model::StateExport* const turn, parser_.parse(made.turn.json));
  stages_.apply(*turn, LogTime{made.turn.time_ms});
  for (const StageHost& stage : stages_.hosts()) {
    made.answers.push_back(answer_of(stage, made.turn));
  }
  ++turns_;
  return made;
}

std::string History::answer_of(const StageHost& stage, const MadeTurn& turn) {
  model::Completion completion;
  completion.stage = stage.name();
  completion.turn_id = turn.id;
  completion.persona_id = persona_;
  completion.cause_kind = "turn";
  completion.cause_id = turn.id;
  completion.log = {Partition{0}, Offset{turns_}};
  completion.log_time = LogTime{turn.time_ms};
  completion.items_processed = 1;
  const auto changes = stages_.changes_of(stage);
  completion.changes.assign(changes.begin(), changes.end());
  codec::count_changes(completion);
  std::string bytes;
  codec::append_completion(bytes, completion);
  return bytes;
}

}  // namespace turnstream::bench
