#pragma once
// FactBook: applies claims to the facts of a persona. A claim adds a fact, is evidence for a known fact, supersedes
// another value, or (a denial) ends a fact. A claim of a barred fact and an echo of a current fact change nothing.
// Facts are read and changed through a FactTable; timelines and the word index are rows of their own. Lifetime: borrows
// all arguments, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <vector>

#include "stages/common/evidence/text_index.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/fact_table.h"
#include "stages/semantic/gone_facts.h"
#include "stages/semantic/timeline.h"

namespace turnstream::semantic {

/// Why a fact is removed.
enum class Leaving {
  kForgotten,  ///< by a command: the fact that it superseded holds in its place (unsay())
  kDropped,    ///< evicted or retired: the fact that it superseded does not hold again (lose())
};

class FactBook {
 public:
  FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
           FactTable& facts);

  /// Applies one claim of the turn. Precondition: the input has a turn.
  Status apply(const Claim& claim);
  /// Removes the fact from the table; a text fact also from the word index, another from the timeline of its slot if it
  /// has one. Precondition: there is a fact of this id.
  Status remove(const Uuid& id, Leaving leaving);

 private:
  Status apply_statement(const Claim& claim);
  Status apply_text(const Claim& claim);
  Status apply_end(const Claim& claim);
  Result<std::optional<Uuid>> find_similar(const std::vector<std::string>& words, const model::User& user);
  Result<KeptFact*> create(const Uuid& id, const Claim& claim);
  void strengthen(KeptFact& kept, const Claim& claim);
  Status note_weak(const Uuid& id, KeptFact& kept);
  Status say_in_slot(const std::string& slot, const Uuid& id);
  /// Applies `change` to the slot's timeline and updates the facts whose standing it changes.
  Status change_timeline(const std::string& slot, const std::function<void(Timeline&)>& change);
  [[nodiscard]] bool is_echo(const KeptFact& kept) const;

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const SemanticSettings& settings_;
  FactTable& facts_;
  GoneFacts gone_;
  evidence::TextIndex index_;
  std::optional<evidence::TurnSources> sources_;  ///< set if the input has a turn
};

/// The id of the fact that the claim states or denies.
[[nodiscard]] Uuid id_of(std::string_view persona, const Claim& claim);

}  // namespace turnstream::semantic
