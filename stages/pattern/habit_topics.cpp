#include "stages/pattern/habit_topics.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/language/words.h"
#include "stages/pattern/habit_ends.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 2;
constexpr std::string_view kUsually = "usually ";

}  // namespace

std::string encode_habits(const std::vector<HabitEntry>& habits) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(habits.size());
  for (const HabitEntry& habit : habits) {
    writer.uuid(habit.habit).u64(habit.user).text(habit.key);
  }
  return bytes;
}

Result<std::vector<HabitEntry>> decode_habits(std::string_view bytes) {
  constexpr std::size_t kHabitBytesMin = sizeof(Uuid) + sizeof(std::uint64_t) + 1;
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  std::vector<HabitEntry> habits(reader.count(kHabitBytesMin));
  for (HabitEntry& habit : habits) {
    habit.habit = reader.uuid();
    habit.user = reader.u64();
    habit.key = std::string(reader.text());
  }
  return known && reader.done()
             ? Result<std::vector<HabitEntry>>(std::move(habits))
             : evidence::bad_state("The row of the topics of habits is damaged or has another format.");
}

Status HabitTopics::add(const Uuid& id, const model::Pattern& pattern) {
  const std::string usual = std::string(kUsually).append(pattern.key);
  if (pattern.type != model::PatternType::kHabit || !pattern.text.ends_with(usual)) {
    return {};
  }
  TS_RETURN_IF_ERROR(row_.erase_if([&id](const HabitEntry& habit) { return habit.habit == id; }));
  return row_.add({id, hash64(pattern.user.id), pattern.key});
}

Result<std::vector<Uuid>> HabitTopics::ended_by(std::span<const language::Sentence> sentences,
                                                std::string_view user_id) {
  std::vector<HabitEnd> ends;
  for (const language::Sentence& sentence : sentences) {
    std::vector<HabitEnd> found = habit_ends_in(sentence);
    std::move(found.begin(), found.end(), std::back_inserter(ends));
  }
  std::vector<Uuid> ended;
  if (ends.empty()) {
    return ended;
  }
  TS_ASSIGN_OR_RETURN(const auto* known, row_.entries());
  const std::uint64_t user = hash64(user_id);
  for (const HabitEntry& habit : *known) {
    if (habit.user != user) {
      continue;
    }
    const language::Words words = language::words_of(habit.key);
    if (std::any_of(ends.begin(), ends.end(), [&](const HabitEnd& end) { return ends_habit(end, words); })) {
      ended.push_back(habit.habit);
    }
  }
  return ended;
}

Status HabitTopics::keep_if(const std::function<Result<bool>(const Uuid& habit)>& stays) {
  return row_.keep_if([&stays](const HabitEntry& habit) { return stays(habit.habit); });
}

}  // namespace turnstream::pattern
