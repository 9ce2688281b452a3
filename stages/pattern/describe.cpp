#include "stages/pattern/describe.h"

#include <nlohmann/json.hpp>

#include "stages/common/evidence/describe.h"
#include "stages/pattern/ended_habits.h"
#include "stages/pattern/ended_instructions.h"
#include "stages/pattern/habit_topics.h"
#include "stages/pattern/kept_instruction.h"
#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/signals.h"
#include "stages/pattern/sketch_rows.h"
#include "stages/pattern/taste_slots.h"

namespace turnstream::pattern {
namespace {

using Json = nlohmann::json;

Json turns_json(const std::vector<Occurrence>& occurrences) {
  Json turns = Json::array();
  for (const Occurrence& occurrence : occurrences) {
    turns.push_back(occurrence.source.turn_id);
  }
  return turns;
}

Json entries_json(const std::vector<SketchEntry>& entries) {
  Json counted = Json::array();
  for (const SketchEntry& entry : entries) {
    counted.push_back({{"key", entry.key}, {"count", entry.count()}, {"turns", turns_json(entry.occurrences)}});
  }
  return {{"counted", counted}};
}

Json sketch_json(std::string_view value) {
  const auto sketch = Sketch::decode(value);
  return sketch.ok() ? entries_json(sketch->entries()) : evidence::describe_damage(sketch.error());
}

/// The ids of the sources depend on the persona, but are not shown.
Json topics_json(std::string_view value) {
  const auto topics = TopicCounts::decode(value, "");
  return topics.ok() ? entries_json(topics->entries()) : evidence::describe_damage(topics.error());
}

Json times_json(std::string_view value) {
  const auto times = TimeCounts::decode(value);
  if (!times.ok()) {
    return evidence::describe_damage(times.error());
  }
  Json counted = Json::array();
  for (const CountedTime& time : times->times()) {
    const Json turns = turns_json(times->turns_of(time));
    counted.push_back({{"key", time_signal(time).key}, {"count", time.occurrences}, {"turns", turns}});
  }
  return {{"counted", counted}};
}

Json instruction_json(std::string_view key, std::string_view value) {
  const auto instruction = InstructionForm::decode(value, {}, evidence::id_in_key(key));
  if (!instruction.ok()) {
    return evidence::describe_damage(instruction.error());
  }
  std::string change;
  PatternForm::append_json(change, instruction->kept);
  Json shown = evidence::describe_derived(change, instruction->kept.rank());
  Json replaced = Json::array();
  for (const ReplacedInstruction& one : instruction->replaced) {
    replaced.push_back(to_string(one.id));
  }
  shown["replaced"] = std::move(replaced);
  return shown;
}

Json ended_json(std::string_view value) {
  const auto ended = EndedInstructionsRow::decode(value, {});
  if (!ended.ok()) {
    return evidence::describe_damage(ended.error());
  }
  Json shown = Json::array();
  for (const EndedInstruction& one : *ended) {
    shown.push_back({{"text", one.memory.kept.pattern.text}, {"ended_by", one.ended_by.turn_id}});
  }
  return {{"ended", shown}};
}

Json instructions_json(std::string_view value) {
  const auto head = InstructionForm::decode_head(value);
  return head.ok() ? Json{{"instructions", head->ids.size()}} : evidence::describe_damage(head.error());
}

}  // namespace

Json describe_row(std::string_view key, std::string_view value) {
  if (key == kTopicsRow) {
    return topics_json(value);
  }
  if (key == kTimesRow) {
    return times_json(value);
  }
  if (key == InstructionForm::kHeadKey) {
    return instructions_json(value);
  }
  if (key == EndedHabitsRow::kKey) {
    const auto ended = EndedHabitsRow::decode(value, {});
    return ended.ok() ? Json{{"ended_habits", ended->size()}} : evidence::describe_damage(ended.error());
  }
  if (key == EndedInstructionsRow::kKey) {
    return ended_json(value);
  }
  if (key == kHabitTopicsRow) {
    const auto habits = decode_habits(value);
    return habits.ok() ? Json{{"habits", habits->size()}} : evidence::describe_damage(habits.error());
  }
  if (key == kTasteSlotsRow) {
    const auto tastes = decode_tastes(value);
    return tastes.ok() ? Json{{"tastes", tastes->size()}} : evidence::describe_damage(tastes.error());
  }
  if (key.starts_with(InstructionForm::kPrefix)) {
    return instruction_json(key, value);
  }
  return key.starts_with(kSketchPrefix) ? sketch_json(value) : evidence::describe_row<PatternForm>(key, value);
}

}  // namespace turnstream::pattern
