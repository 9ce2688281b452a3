#include "stages/pattern/habit_book.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace turnstream::pattern {

Status HabitBook::add_ended(std::span<const language::Sentence> sentences, std::string_view user_id, EventTime at,
                            std::set<Uuid>& ended) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> habits, topics_.ended_by(sentences, user_id));
  for (const Uuid& habit : habits) {
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(habit));
    if (known != nullptr && known->pattern.last_seen <= at) {
      ended.insert(habit);
    }
  }
  return {};
}

Status HabitBook::end(const std::set<Uuid>& ids, const model::Source& source) {
  for (const Uuid& id : ids) {
    TS_ASSIGN_OR_RETURN(std::optional<KeptPattern> habit, patterns_.snapshot(id));
    if (habit.has_value()) {
      TS_RETURN_IF_ERROR(ended_.add(*std::move(habit), source));
    }
  }
  return patterns_.remove(ids);
}

Status HabitBook::restore(const evidence::Forgotten& forgotten) {
  TS_ASSIGN_OR_RETURN(std::vector<KeptPattern> back, ended_.forget(forgotten));
  for (KeptPattern& habit : back) {
    const Uuid id = *parse_uuid(habit.pattern.id);
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(id));
    if (known != nullptr) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const KeptPattern* rival, rival_of(id));
    if (rival != nullptr) {
      const model::SourceView said = rival->pattern.sources.back();
      const model::Source source{std::string(said.id), std::string(said.turn_id), std::string(said.session_id)};
      TS_RETURN_IF_ERROR(ended_.add(std::move(habit), source));
    } else {
      TS_RETURN_IF_ERROR(topics_.add(id, habit.pattern));
      patterns_.add(id, std::move(habit));
    }
  }
  return {};
}

/// A preference that holds in the slot of this one.
Result<const KeptPattern*> HabitBook::rival_of(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> rivals, tastes_.rivals_of(id));
  for (const Uuid& rival : rivals) {
    TS_ASSIGN_OR_RETURN(const KeptPattern* known, patterns_.find(rival));
    if (known != nullptr && known->pattern.polarity == model::Polarity::kPositive) {
      return known;
    }
  }
  return nullptr;
}

Status HabitBook::drop_gone() {
  TS_RETURN_IF_ERROR(tastes_.keep_if([this](const Uuid& taste) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptPattern> pattern, patterns_.snapshot(taste));
    TS_ASSIGN_OR_RETURN(const bool ended, ended_.has(to_string(taste)));
    return pattern.has_value() || ended;
  }));
  return topics_.keep_if([this](const Uuid& habit) -> Result<bool> {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptPattern> pattern, patterns_.snapshot(habit));
    return pattern.has_value();
  });
}

void HabitBook::finish() {
  topics_.finish();
  tastes_.finish();
  ended_.finish();
}

}  // namespace turnstream::pattern
