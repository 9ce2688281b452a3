#include "stages/pattern/instruction_book.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "pipeline/model/names.h"
#include "stages/common/evidence/source_list.h"
#include "stages/common/language/order_relations.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/words.h"
#include "stages/pattern/crowded_out.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;

/// The text without the name before it: a user may change the name.
std::string_view without_name(std::string_view text, const model::User& user) {
  const std::string name = std::string(user.shown()) + ": ";
  return user.known() && text.starts_with(name) ? text.substr(name.size()) : text;
}

std::string_view said(const KeptInstruction& instruction) {
  return without_name(instruction.kept.pattern.text, instruction.kept.pattern.user);
}

language::GivenOrder given(const KeptInstruction& instruction) {
  const model::Pattern& pattern = instruction.kept.pattern;
  return {said(instruction), pattern.key, pattern.polarity == model::Polarity::kPositive};
}

language::GivenOrder given(const Signal& signal) {
  return {without_name(signal.text, signal.user), signal.key, signal.polarity == model::Polarity::kPositive};
}

/// Whether the signal says what the instruction, which has its key, says already.
bool says_same(const KeptInstruction& instruction, const Signal& signal) {
  return signal.polarity == instruction.kept.pattern.polarity &&
         normalise(said(instruction)) == normalise(without_name(signal.text, signal.user));
}

/// Whether the newer of two, which is another, takes the place of the older.
bool takes_place(const KeptInstruction& newer, const KeptInstruction& older) {
  return newer.kept.pattern.id == older.kept.pattern.id || (newer.kept.pattern.user.id == older.kept.pattern.user.id &&
                                                            language::takes_place_of(given(newer), given(older)));
}

/// Whether the user may end or correct the instruction.
bool is_of(const KeptInstruction& instruction, const model::User& user) {
  const model::User& owner = instruction.kept.pattern.user;
  return owner.known() ? owner.id == user.id : instruction.giver == user.id;
}

}  // namespace

Status InstructionBook::load() {
  TS_RETURN_IF_ERROR(is_loaded_ ? Status() : table_.load());
  is_loaded_ = true;
  return {};
}

/// An instruction that the head lists. Errors: bad_state() if its row is missing or damaged.
Result<KeptInstruction*> InstructionBook::listed(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(KeptInstruction * instruction, table_.find(id));
  return instruction != nullptr ? Result<KeptInstruction*>(instruction)
                                : evidence::bad_state("The row of an instruction that the head lists is missing.");
}

Status InstructionBook::apply(const Orders& orders, const Sighting& sighting, const model::User& user) {
  if (orders.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  for (const language::OrderEnding& ending : orders.endings) {
    TS_RETURN_IF_ERROR(end(ending, sighting, user));
  }
  for (const Signal& signal : orders.instructions) {
    TS_RETURN_IF_ERROR(take(signal, sighting, user));
  }
  for (const language::Correction& correction : orders.corrections) {
    TS_RETURN_IF_ERROR(correct(correction, sighting, user));
  }
  return drop_oldest();
}

Status InstructionBook::drop_oldest() {
  while (table_.head.ids.size() > static_cast<std::size_t>(settings_.instructions_max)) {
    std::vector<std::string> givers;
    for (const Uuid& id : table_.head.ids) {
      TS_ASSIGN_OR_RETURN(const KeptInstruction* instruction, listed(id));
      givers.push_back(instruction->giver);
    }
    const Uuid id = table_.head.ids[crowded_out(givers)];
    TS_ASSIGN_OR_RETURN(const KeptInstruction* leaving, listed(id));
    add_habits(*leaving, dropped_habits_);
    TS_RETURN_IF_ERROR(remove(id));
  }
  return {};
}

Status InstructionBook::end(const language::OrderEnding& ending, const Sighting& sighting, const model::User& user) {
  for (const Uuid& id : std::vector<Uuid>(table_.head.ids)) {
    TS_ASSIGN_OR_RETURN(const KeptInstruction* instruction, listed(id));
    if (is_of(*instruction, user) && instruction->kept.pattern.last_seen <= sighting.at &&
        language::ends_order(ending, given(*instruction))) {
      add_habits(*instruction, ended_habits_);
      TS_RETURN_IF_ERROR(ended_.add(*instruction, sighting.source));
      TS_RETURN_IF_ERROR(remove(id));
    }
  }
  return {};
}

Status InstructionBook::take(const Signal& signal, const Sighting& sighting, const model::User& user) {
  const Uuid id =
      codec::pattern_id(input_.persona, name_in(model::kPatternTypes, signal.type), signal.key, signal.user.id);
  TS_ASSIGN_OR_RETURN(KeptInstruction * known, table_.find(id));
  if (known == nullptr) {
    return renew(id, signal, sighting, user);
  }
  if (!says_same(*known, signal)) {
    return known->kept.pattern.last_seen > sighting.at ? Status() : renew(id, signal, sighting, user);
  }
  const std::int64_t before = known->kept.pattern.occurrences;
  reinforce(known->kept, signal, sighting, settings_);
  if (known->kept.pattern.occurrences != before) {
    known->giver = user.id;
    note_confirmed(id);
  }
  of_this_turn_.insert(id);
  return {};
}

/// Begins the instruction, which takes the place of those that it contradicts, and of other words under its id. An older one that
/// arrives late changes nothing.
Status InstructionBook::renew(const Uuid& id, const Signal& signal, const Sighting& sighting, const model::User& user) {
  TS_ASSIGN_OR_RETURN(const std::optional<std::vector<Uuid>> others, replaced_by(id, signal, sighting.at));
  if (!others.has_value()) {
    return {};
  }
  KeptInstruction begun_now{begun(signal, sighting, settings_), user.id, {}};
  begun_now.kept.pattern.id = to_string(id);
  begun_now.kept.pattern.persona_id = std::string(input_.persona);
  for (const Uuid& other : *others) {
    TS_RETURN_IF_ERROR(replace(begun_now, other));
  }
  TS_ASSIGN_OR_RETURN(KeptInstruction * known, table_.find(id));
  if (known != nullptr) {
    *known = std::move(begun_now);
  } else {
    table_.add(id, std::move(begun_now));
  }
  note_confirmed(id);
  of_this_turn_.insert(id);
  return {};
}

Result<std::optional<std::vector<Uuid>>> InstructionBook::replaced_by(const Uuid& id, const Signal& signal,
                                                                      EventTime at) {
  std::vector<Uuid> replaced;
  for (const Uuid& other : table_.head.ids) {
    TS_ASSIGN_OR_RETURN(const KeptInstruction* instruction, listed(other));
    const bool same_user = instruction->kept.pattern.user.id == signal.user.id;
    if (same_user && (other == id || language::takes_place_of(given(signal), given(*instruction)))) {
      if (instruction->kept.pattern.last_seen > at) {
        return std::optional<std::vector<Uuid>>();
      }
      replaced.push_back(other);
    }
  }
  return std::optional(std::move(replaced));
}

/// Keeps the instruction `id` as one whose place `by` takes. It leaves the table unless it has the id of `by`.
Status InstructionBook::replace(KeptInstruction& by, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const KeptInstruction* old, listed(id));
  add_habits(*old, ended_habits_);
  keep_replaced(by, *old);
  return to_string(id) == by.kept.pattern.id ? Status() : remove(id);
}

/// Puts what was wrong right in the newest instruction that says it, unless this turn gave it.
Status InstructionBook::correct(const language::Correction& correction, const Sighting& sighting,
                                const model::User& user) {
  const std::vector<Uuid> ids(table_.head.ids);
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    TS_ASSIGN_OR_RETURN(const KeptInstruction* wrong, listed(*id));
    if (of_this_turn_.count(*id) != 0 || !is_of(*wrong, user) || wrong->kept.pattern.last_seen > sighting.at) {
      continue;
    }
    const auto text = language::corrected(said(*wrong), correction);
    const auto right = text.has_value() ? language::instructions_in(*text) : std::vector<language::Instruction>();
    if (right.size() != 1) {
      continue;
    }
    language::Instruction instruction = right.front();
    instruction.for_all = !wrong->kept.pattern.user.known();
    const Signal signal = signal_of(std::move(instruction), user);
    const model::SourceList words_of = wrong->kept.pattern.sources;
    const Uuid right_id =
        codec::pattern_id(input_.persona, name_in(model::kPatternTypes, signal.type), signal.key, signal.user.id);
    TS_RETURN_IF_ERROR(renew(right_id, signal, sighting, user));
    if (of_this_turn_.count(right_id) == 0) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(KeptInstruction * by, table_.find(right_id));
    by->kept.pattern.sources = evidence::joined(words_of, by->kept.pattern.sources);  // it has words of both
    TS_ASSIGN_OR_RETURN(const KeptInstruction* still, table_.find(*id));
    return *id == right_id || still == nullptr ? Status() : replace(*by, *id);
  }
  return {};
}

Result<std::int64_t> InstructionBook::forget(const evidence::Forgotten& forgotten) {
  TS_RETURN_IF_ERROR(load());
  std::int64_t removed = 0;
  std::vector<std::vector<ReplacedInstruction>> back;
  for (const Uuid& id : std::vector<Uuid>(table_.head.ids)) {
    TS_ASSIGN_OR_RETURN(KeptInstruction * instruction, listed(id));
    TS_RETURN_IF_ERROR(drop_forgotten(instruction->replaced, forgotten, input_.persona));
    if (forgotten.has(to_string(id)) || forgotten.covers(instruction->kept.pattern.sources)) {
      ++removed;
      back.push_back(std::move(instruction->replaced));
      TS_RETURN_IF_ERROR(remove(id));
    }
  }
  for (std::vector<ReplacedInstruction>& replaced : back) {
    TS_RETURN_IF_ERROR(bring_back(std::move(replaced)));
  }
  TS_ASSIGN_OR_RETURN(std::vector<KeptInstruction> hold_again, ended_.forget(forgotten));
  for (KeptInstruction& instruction : hold_again) {
    TS_RETURN_IF_ERROR(restore(std::move(instruction)));
  }
  TS_RETURN_IF_ERROR(drop_oldest());
  return removed;
}

/// The replaced instructions, the newest first, hold again; those that one of them had taken the place of stay behind it.
Status InstructionBook::bring_back(std::vector<ReplacedInstruction> replaced) {
  std::vector<KeptInstruction> back;
  for (ReplacedInstruction& one : replaced) {
    TS_ASSIGN_OR_RETURN(KeptPattern pattern, PatternForm::decode(one.row, input_.persona, one.id));
    KeptInstruction instruction{std::move(pattern), one.giver, {}};
    const auto newer = std::find_if(back.begin(), back.end(), [&instruction](const KeptInstruction& other) {
      return takes_place(other, instruction);
    });
    if (newer != back.end()) {
      newer->replaced.push_back(std::move(one));
    } else {
      back.push_back(std::move(instruction));
    }
  }
  for (KeptInstruction& instruction : back) {
    TS_RETURN_IF_ERROR(restore(std::move(instruction)));
  }
  return {};
}

/// If one that holds takes its place, it stays behind that one. Else it stands where it would if it had always held.
Status InstructionBook::restore(KeptInstruction instruction) {
  std::vector<Uuid>& ids = table_.head.ids;
  auto place = ids.end();
  for (auto id = ids.begin(); id != ids.end(); ++id) {
    TS_ASSIGN_OR_RETURN(KeptInstruction * other, listed(*id));
    if (takes_place(*other, instruction)) {
      keep_replaced(*other, instruction);
      return {};
    }
    place = place == ids.end() && other->kept.last_used > instruction.kept.last_used ? id : place;
  }
  const Uuid id = *parse_uuid(instruction.kept.pattern.id);
  ids.insert(place, id);
  table_.add(id, std::move(instruction));
  return {};
}

Status InstructionBook::remove(const Uuid& id) {
  std::erase(table_.head.ids, id);
  return table_.remove(id);
}

void InstructionBook::add_habits(const KeptInstruction& instruction, std::set<Uuid>& habits) const {
  for (const language::StatedPattern& stated : language::stated_patterns_in(language::words_of(said(instruction)))) {
    if (stated.habit) {
      habits.insert(codec::pattern_id(input_.persona, name_in(model::kPatternTypes, PatternType::kHabit), stated.key,
                                      instruction.giver));
    }
  }
}

void InstructionBook::note_confirmed(const Uuid& id) {
  std::erase(table_.head.ids, id);
  table_.head.ids.push_back(id);
}

}  // namespace turnstream::pattern
