#include "stages/pattern/kept_instruction.h"

#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 1;

Error damaged() {
  return evidence::bad_state("An instruction's row is damaged or has another format.");
}

}  // namespace

void keep_replaced(KeptInstruction& by, const KeptInstruction& old) {
  std::vector<ReplacedInstruction>& all = by.replaced;
  all.insert(all.begin(), {*parse_uuid(old.kept.pattern.id), PatternForm::encode(old.kept), old.giver});
  all.insert(all.end(), old.replaced.begin(), old.replaced.end());
  all.resize(std::min(all.size(), kReplacedMax));
}

Status drop_forgotten(std::vector<ReplacedInstruction>& replaced, const evidence::Forgotten& forgotten,
                      std::string_view persona) {
  std::vector<ReplacedInstruction> kept;
  for (ReplacedInstruction& one : replaced) {
    TS_ASSIGN_OR_RETURN(const KeptPattern pattern, PatternForm::decode(one.row, persona, one.id));
    if (!forgotten.has(pattern.pattern.id) && !forgotten.covers(pattern.pattern.sources)) {
      kept.push_back(std::move(one));
    }
  }
  replaced = std::move(kept);
  return {};
}

std::string InstructionForm::encode(const KeptInstruction& instruction) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).text(PatternForm::encode(instruction.kept)).text(instruction.giver);
  writer.varint(instruction.replaced.size());
  for (const ReplacedInstruction& replaced : instruction.replaced) {
    writer.uuid(replaced.id).text(replaced.row).text(replaced.giver);
  }
  return bytes;
}

Result<KeptInstruction> InstructionForm::decode(std::string_view bytes, std::string_view persona, const Uuid& id) {
  ByteReader reader(bytes);
  if (reader.u8() != kFormat) {
    return damaged();
  }
  KeptInstruction instruction;
  TS_ASSIGN_OR_RETURN(instruction.kept, PatternForm::decode(reader.text(), persona, id));
  instruction.giver = std::string(reader.text());
  constexpr std::size_t kReplacedBytesMin = sizeof(Uuid) + 2;
  instruction.replaced.resize(reader.count(kReplacedBytesMin));
  for (ReplacedInstruction& replaced : instruction.replaced) {
    replaced.id = reader.uuid();
    replaced.row = std::string(reader.text());
    replaced.giver = std::string(reader.text());
  }
  return reader.done() ? Result<KeptInstruction>(std::move(instruction)) : damaged();
}

std::string InstructionForm::encode_head(const InstructionHead& head) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(head.ids.size());
  for (const Uuid& id : head.ids) {
    writer.uuid(id);
  }
  return bytes;
}

Result<InstructionHead> InstructionForm::decode_head(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  InstructionHead head;
  head.ids.resize(reader.count(sizeof(Uuid)));
  for (Uuid& id : head.ids) {
    id = reader.uuid();
  }
  return known && reader.done() ? Result<InstructionHead>(std::move(head)) : damaged();
}

void InstructionForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& id,
                             const KeptInstruction& instruction, evidence::Before<KeptInstruction> before) {
  if (before.entry != nullptr &&
      evidence::report_patch(effects, kKind, id, PatternForm::patch(before.entry->kept, instruction.kept))) {
    return;
  }
  std::string json;
  PatternForm::append_json(json, instruction.kept);
  effects.put(kKind, to_string(id), std::move(json), before.existed);
}

std::vector<codec::StatCounter> InstructionForm::counters(const InstructionHead& head) {
  return head.ids.empty()
             ? std::vector<codec::StatCounter>()
             : std::vector<codec::StatCounter>{{"instructions", static_cast<std::int64_t>(head.ids.size())}};
}

}  // namespace turnstream::pattern
