#include "stages/pattern/ended_habits.h"

#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 1;

}  // namespace

std::string encode_ended_habits(const std::vector<EndedHabit>& ended) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(ended.size());
  for (const EndedHabit& one : ended) {
    writer.uuid(*parse_uuid(one.habit.pattern.id)).text(PatternForm::encode(one.habit));
    writer.text(one.ended_by.id).text(one.ended_by.turn_id).text(one.ended_by.session_id);
  }
  return bytes;
}

Result<std::vector<EndedHabit>> decode_ended_habits(std::string_view bytes, std::string_view persona) {
  constexpr std::size_t kBytesMin = sizeof(Uuid) + 4;
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  std::vector<EndedHabit> ended(known ? reader.count(kBytesMin) : 0);
  for (EndedHabit& one : ended) {
    const Uuid id = reader.uuid();
    TS_ASSIGN_OR_RETURN(one.habit, PatternForm::decode(reader.text(), persona, id));
    one.ended_by.id = std::string(reader.text());
    one.ended_by.turn_id = std::string(reader.text());
    one.ended_by.session_id = std::string(reader.text());
  }
  return known && reader.done() ? Result<std::vector<EndedHabit>>(std::move(ended))
                                : evidence::bad_state("The row of ended habits is damaged or has another format.");
}

Status EndedHabits::load() {
  if (is_loaded_) {
    return {};
  }
  is_loaded_ = true;
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kEndedHabitsRow));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(ended_, decode_ended_habits(*row, persona_));
  }
  return {};
}

Status EndedHabits::add(KeptPattern habit, const model::Source& ended_by) {
  TS_RETURN_IF_ERROR(load());
  ended_.push_back({std::move(habit), ended_by});
  if (ended_.size() > kEndedMax) {
    ended_.erase(ended_.begin());
  }
  changed_ = true;
  return {};
}

Result<std::vector<KeptPattern>> EndedHabits::forget(const evidence::Forgotten& forgotten) {
  TS_RETURN_IF_ERROR(load());
  std::vector<KeptPattern> hold_again;
  std::vector<EndedHabit> ended;
  for (EndedHabit& one : ended_) {
    const model::Pattern& pattern = one.habit.pattern;
    if (forgotten.has(pattern.id) || forgotten.covers(pattern.sources)) {
      continue;
    }
    if (forgotten.covers(one.ended_by)) {
      hold_again.push_back(std::move(one.habit));
    } else {
      ended.push_back(std::move(one));
    }
  }
  changed_ = changed_ || ended.size() != ended_.size();
  ended_ = std::move(ended);
  return hold_again;
}

void EndedHabits::finish() {
  if (!changed_) {
    return;
  }
  if (ended_.empty()) {
    rows_.erase(kEndedHabitsRow);
  } else {
    rows_.put(kEndedHabitsRow, encode_ended_habits(ended_));
  }
}

}  // namespace turnstream::pattern
