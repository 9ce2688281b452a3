#pragma once
// FactBook: what claims do to the facts of a persona: new ones, evidence for known ones, values that supersede others,
// texts that say the same. Everything goes through a FactTable; timelines and the word index are rows of their own.
// Lifetime: borrows all it is given, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <vector>

#include "stages/common/evidence/turn_sources.h"
#include "stages/semantic/claims.h"
#include "stages/semantic/fact_table.h"
#include "stages/semantic/gone_facts.h"
#include "stages/semantic/text_index.h"
#include "stages/semantic/timeline.h"

namespace turnstream::semantic {

/// Why a fact leaves.
enum class Leaving {
  kForgotten,  ///< as if it had never been said
  kDropped,    ///< to keep the facts few: what it superseded stays superseded
};

class FactBook {
 public:
  FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
           FactTable& facts);

  /// Precondition: the input is a turn.
  Status apply(const Claim& claim);
  /// The fact leaves, and its places in timeline and index with it. What it superseded holds again only if it is
  /// forgotten. Precondition: it is there.
  Status remove(const Uuid& id, Leaving leaving);

 private:
  Status apply_statement(const Claim& claim);
  Status apply_text(const Claim& claim);
  Status apply_end(const Claim& claim);
  Result<std::optional<Uuid>> find_similar(const std::vector<std::string>& words);
  Result<KeptFact*> create(const Uuid& id, const Claim& claim);
  void strengthen(KeptFact& kept, const Claim& claim);
  Status note_weak(const Uuid& id, KeptFact& kept);
  Status say_in_slot(const std::string& slot, const Uuid& id);
  /// Lets `change` happen to the slot's timeline and brings the facts in it up to date.
  Status change_timeline(const std::string& slot, const std::function<void(Timeline&)>& change);
  [[nodiscard]] bool is_echo(const KeptFact& kept) const;

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const SemanticSettings& settings_;
  FactTable& facts_;
  GoneFacts gone_;
  TextIndex index_;
  std::optional<evidence::TurnSources> sources_;  ///< of a turn
};

/// The id under which a statement, or a text, is remembered.
[[nodiscard]] Uuid id_of(std::string_view persona, const Claim& claim);

}  // namespace turnstream::semantic
