#include "stages/pattern/ended_instructions.h"

#include <optional>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 1;

Error damaged() {
  return evidence::bad_state("The row of ended instructions is damaged or has another format.");
}

/// What is left of the instruction. If it is forgotten itself, that is the newest of those that it had taken the place of.
Result<std::optional<KeptInstruction>> left_of(KeptInstruction instruction, const evidence::Forgotten& forgotten,
                                               std::string_view persona) {
  TS_RETURN_IF_ERROR(drop_forgotten(instruction.replaced, forgotten, persona));
  const model::Pattern& pattern = instruction.kept.pattern;
  if (!forgotten.has(pattern.id) && !forgotten.covers(pattern.sources)) {
    return std::optional(std::move(instruction));
  }
  if (instruction.replaced.empty()) {
    return std::optional<KeptInstruction>();
  }
  ReplacedInstruction newest = std::move(instruction.replaced.front());
  instruction.replaced.erase(instruction.replaced.begin());
  TS_ASSIGN_OR_RETURN(KeptPattern kept, PatternForm::decode(newest.row, persona, newest.id));
  return std::optional(KeptInstruction{std::move(kept), std::move(newest.giver), std::move(instruction.replaced)});
}

}  // namespace

std::string encode_ended(const std::vector<EndedInstruction>& ended) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(ended.size());
  for (const EndedInstruction& one : ended) {
    writer.uuid(*parse_uuid(one.instruction.kept.pattern.id)).text(InstructionForm::encode(one.instruction));
    writer.text(one.ended_by.id).text(one.ended_by.turn_id).text(one.ended_by.session_id);
  }
  return bytes;
}

Result<std::vector<EndedInstruction>> decode_ended(std::string_view bytes, std::string_view persona) {
  constexpr std::size_t kBytesMin = sizeof(Uuid) + 4;
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  std::vector<EndedInstruction> ended(known ? reader.count(kBytesMin) : 0);
  for (EndedInstruction& one : ended) {
    const Uuid id = reader.uuid();
    TS_ASSIGN_OR_RETURN(one.instruction, InstructionForm::decode(reader.text(), persona, id));
    one.ended_by.id = std::string(reader.text());
    one.ended_by.turn_id = std::string(reader.text());
    one.ended_by.session_id = std::string(reader.text());
  }
  return known && reader.done() ? Result<std::vector<EndedInstruction>>(std::move(ended)) : damaged();
}

Status EndedInstructions::load() {
  if (is_loaded_) {
    return {};
  }
  is_loaded_ = true;
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kEndedRow));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(ended_, decode_ended(*row, persona_));
  }
  return {};
}

Status EndedInstructions::add(KeptInstruction instruction, const model::Source& ended_by) {
  TS_RETURN_IF_ERROR(load());
  ended_.push_back({std::move(instruction), ended_by});
  if (ended_.size() > kEndedMax) {
    ended_.erase(ended_.begin());
  }
  changed_ = true;
  return {};
}

Result<std::vector<KeptInstruction>> EndedInstructions::forget(const evidence::Forgotten& forgotten) {
  TS_RETURN_IF_ERROR(load());
  std::vector<KeptInstruction> hold_again;
  std::vector<EndedInstruction> ended;
  for (EndedInstruction& one : ended_) {
    EndedInstruction before = one;
    TS_ASSIGN_OR_RETURN(std::optional<KeptInstruction> left, left_of(std::move(one.instruction), forgotten, persona_));
    const bool holds = left.has_value() && forgotten.covers(before.ended_by);
    if (holds) {
      hold_again.push_back(*std::move(left));
    } else if (left.has_value()) {
      ended.push_back({*std::move(left), before.ended_by});
    }
    changed_ = changed_ || holds || ended.empty() || !(ended.back() == before);
  }
  ended_ = std::move(ended);
  return hold_again;
}

void EndedInstructions::finish() {
  if (!changed_) {
    return;
  }
  if (ended_.empty()) {
    rows_.erase(kEndedRow);
  } else {
    rows_.put(kEndedRow, encode_ended(ended_));
  }
}

}  // namespace turnstream::pattern
