#pragma once
// FactBook: applies claims to the facts of a persona. A claim adds a fact, is evidence for a known fact, supersedes
// another value, or (a denial) ends a fact. A claim of a barred fact and an echo of a current fact change nothing.
// Facts are read and changed through a FactTable; timelines and the word index are rows of their own. Lifetime: borrows
// all arguments, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <vector>

#include "stages/common/evidence/turn_sources.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/fact_ends.h"
#include "stages/semantic/fact_table.h"
#include "stages/semantic/fact_timelines.h"
#include "stages/semantic/gone_facts.h"
#include "stages/semantic/similar_texts.h"
#include "stages/semantic/told_rows.h"

namespace turnstream::semantic {

/// Why a fact is removed.
enum class Leaving {
  kForgotten,  ///< by a command: the fact that it superseded holds in its place (unsay())
  kDropped,    ///< evicted or retired: the fact that it superseded does not hold again (lose())
};

/// A fact that no change reports has new evidence: the notes that said it, and the source.
struct Confirmed {
  std::vector<NoteLink> notes;
  model::Source source;
};

/// A failure keeps the links to at most so many calls.
inline constexpr std::size_t kFailedCallsMax = 8;

class FactBook {
 public:
  /// `sources`: of the turn; absent if the input has none.
  FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
           FactTable& facts, std::optional<evidence::TurnSources>& sources);

  /// Applies one claim of the turn. Precondition: the input has a turn.
  Status apply(const Claim& claim);
  /// Applies a claim that is a text: the fact that now says it; absent if it is barred. A new fact of a user's sentence is
  /// not shown (KeptFact::shown). Precondition: the input has a turn.
  Result<std::optional<Uuid>> apply_text(const Claim& claim);
  /// Applies a statement or a denial that no tool made, with the id of its fact. Precondition: the input has a turn.
  Status apply_statement(const Uuid& id, const Claim& claim);
  /// Ends the fact at the turn's time (FactEnds::close()). Precondition: the input has a turn.
  Status close(const Uuid& id, const std::optional<Uuid>& by);
  [[nodiscard]] FactEnds& ends() { return ends_; }
  /// The claim says in other words what the fact says. Precondition: the input has a turn.
  Status confirm(const Uuid& id, const Claim& claim);
  [[nodiscard]] ToldRows& told() { return told_; }
  [[nodiscard]] const std::vector<Confirmed>& confirmed() const { return confirmed_; }
  /// Removes the fact from the table; a text fact also from the word index, another from the timeline of its slot if it
  /// has one. Precondition: there is a fact of this id.
  Status remove(const Uuid& id, Leaving leaving);

 private:
  Status state(const Uuid& id, const Claim& claim);
  /// A failed or successful call of a tool: a later success of the call ends the failure.
  Status apply_call(const Claim& claim);
  Status end_call(const change::Topic& call);
  Result<bool> denies(const Uuid& similar, const Claim& claim);
  Result<KeptFact*> create(const Uuid& id, const Claim& claim);
  void strengthen(KeptFact& kept, const Claim& claim);
  Status note_weak(const Uuid& id, KeptFact& kept);
  Status leave_timeline(const std::string& slot, const Uuid& id, Leaving leaving);
  [[nodiscard]] bool is_echo(const KeptFact& kept) const;

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const SemanticSettings& settings_;
  FactTable& facts_;
  GoneFacts gone_;
  SimilarTexts texts_;
  ToldRows told_;
  FactTimelines timelines_;
  FactEnds ends_;
  std::optional<evidence::TurnSources>& sources_;
  std::vector<Confirmed> confirmed_;
};

}  // namespace turnstream::semantic
