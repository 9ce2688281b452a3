#pragma once
// InstructionBook: the instructions of a persona during one call of the stage. Of those that contradict each other the newest holds;
// it keeps those whose place it took, so that they hold again if it is forgotten, and those that a turn ended. Instructions do not fade, and have a limit of their
// own: no other pattern evicts one. Nothing is read until apply() has orders, or forget() is called; then all are.
//
// Whose an instruction is: its user's; one for everyone is the persona's. A turn ends or corrects those of its user, and of the
// persona's those that its user gave.
//
// Lifetime: borrows input, context and settings, for one call. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "stages/common/evidence/forgotten.h"
#include "stages/common/evidence/persona_table.h"
#include "stages/pattern/ended_instructions.h"
#include "stages/pattern/kept_instruction.h"
#include "stages/pattern/orders.h"
#include "stages/pattern/pattern_rules.h"

namespace turnstream::pattern {

class InstructionBook {
 public:
  InstructionBook(const stage_api::Input& input, stage_api::PersonaContext& context, const PatternSettings& settings)
      : input_(input), settings_(settings), table_(context), ended_(context) {}

  /// Does what the turn says: first what ends, then new instructions, then corrections. Then those leave that are too many.
  Status apply(const Orders& orders, const Sighting& sighting, const model::User& user);

  /// The habits that ended instructions also were ("Always run the tests" is both), as ids of patterns. Complete after apply().
  [[nodiscard]] const std::set<Uuid>& ended_habits() const { return ended_habits_; }

  /// The same of those that left because there were too many. Complete after apply() or forget().
  [[nodiscard]] const std::set<Uuid>& dropped_habits() const { return dropped_habits_; }

  /// Removes the instructions that the command names; what they had taken the place of holds again, and what a turn ended that it
  /// names; then those leave that are too many. Returns how many it named.
  Result<std::int64_t> forget(const evidence::Forgotten& forgotten);

  /// Writes all changes. Call it last.
  Status finish() {
    ended_.finish();
    return is_loaded_ ? table_.finish() : Status();
  }

 private:
  Status load();
  /// Until at most `instructions_max` are left, removes that which was confirmed longest ago of the user who gave the most.
  Status drop_oldest();
  Result<KeptInstruction*> listed(const Uuid& id);
  Status end(const language::OrderEnding& ending, const Sighting& sighting, const model::User& user);
  Status take(const Signal& signal, const Sighting& sighting, const model::User& user);
  Status renew(const Uuid& id, const Signal& signal, const Sighting& sighting, const model::User& user);
  Status correct(const language::Correction& correction, const Sighting& sighting, const model::User& user);
  /// The instructions of the same user that the signal takes the place of; absent if one of them is newer than the sighting.
  Result<std::optional<std::vector<Uuid>>> replaced_by(const Uuid& id, const Signal& signal, EventTime at);
  Status replace(KeptInstruction& by, const Uuid& id);
  Status bring_back(std::vector<ReplacedInstruction> replaced);
  Status restore(KeptInstruction instruction);
  Status remove(const Uuid& id);
  /// Adds the habits that the instruction also was.
  void add_habits(const KeptInstruction& instruction, std::set<Uuid>& habits) const;
  void note_confirmed(const Uuid& id);

  const stage_api::Input& input_;
  const PatternSettings& settings_;
  evidence::PersonaTable<InstructionForm> table_;
  EndedInstructions ended_;
  bool is_loaded_ = false;
  std::set<Uuid> of_this_turn_;
  std::set<Uuid> ended_habits_;
  std::set<Uuid> dropped_habits_;
};

}  // namespace turnstream::pattern
