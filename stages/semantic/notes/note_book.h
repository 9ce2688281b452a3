#pragma once
// NoteBook: the notes of record of a persona: of each session the best units, which a running session chooses again with each
// turn. It is the whole of this folder for the stage. Each call reads what it needs. Lifetime: borrows all arguments, for one
// call of the stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/semantic/gone_facts.h"
#include "stages/semantic/notes/candidates.h"
#include "stages/semantic/notes/note_table.h"
#include "stages/semantic/notes/note_words.h"
#include "stages/semantic/notes/ring.h"
#include "stages/semantic/notes/rings.h"
#include "stages/semantic/settings.h"

namespace turnstream::semantic {

class NoteBook {
 public:
  /// `head`: of the facts, which says what was forgotten; it must be read before the first call here.
  /// `sources`: of the turn; absent if the input has none.
  NoteBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
           Head& head, std::optional<evidence::TurnSources>& sources);

  /// Hears the turn. Precondition: the input has a turn.
  Status hear();
  /// The units of the turn by the user and in records. Precondition: hear(). Valid until the book's end.
  [[nodiscard]] const std::vector<HeardUnit>& heard() const { return heard_; }
  /// The fact, which rests on the note, has ended; with an absent `end` it holds. A note that was said after the end stays as
  /// it is, as does one said at that time if nothing took the fact's place: it may say the end itself. Returns whether there
  /// is such a note, of record or not yet, and it is not one of these.
  Result<bool> mark(const NoteLink& link, const Uuid& fact, const std::optional<NoteEnd>& end);
  /// A sentence of the turn says in other words what the note says (kept_note.h). `source`: where.
  Status support(const NoteLink& link, model::SourceView source);
  /// Removes the notes that `forgotten` names by id or by a source, bars them, and removes what else is kept of these sources:
  /// units that are not notes, and questions. With `all`, everything leaves and nothing is barred. Returns how many notes left.
  Result<std::int64_t> forget(const evidence::Forgotten& forgotten, bool all, std::string_view salt);
  /// Writes all changes. Call it last.
  Status finish();

 private:
  // `drafts`: of the units of this turn.
  Status load();
  void add_units(TurnUnits heard, std::uint64_t session, Ring& ring, Drafts& drafts);
  Status hide_barred(Talk& talk, Drafts& drafts, const std::vector<RingUnit>& leaving);
  Status choose_notes(std::uint64_t session, Ring& ring, const Drafts& drafts, std::vector<RingUnit>& leaving);
  /// Calls `change` with the note of record and with what the note of its unit would be, as far as they are there.
  Status change(const NoteLink& link, const std::function<void(KeptNote&)>& change);
  Result<std::vector<std::size_t>> choose(std::uint64_t session, Ring& ring, const Drafts& drafts,
                                          std::vector<RingUnit>& leaving);
  Status enter(RingUnit& unit, const KeptNote& draft);
  /// The id of the note that the unit would be.
  [[nodiscard]] Uuid id_of(const RingUnit& unit, const KeptNote& draft) const;
  Result<KeptNote> draft_of(std::uint64_t session, const RingUnit& unit, const Drafts& drafts);
  Status forget_units(const evidence::Forgotten& forgotten, std::uint64_t session);
  Result<std::int64_t> forget_all();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const SemanticSettings& settings_;
  Head& head_;
  std::optional<evidence::TurnSources>& sources_;
  GoneFacts gone_;
  NoteTable table_;
  NoteWords words_;
  Rings rings_;
  std::vector<HeardUnit> heard_;
  bool loaded_ = false;
};

/// The importance of a note, in millionths, from the score with which it was chosen: .3 and .1 for each whole of the score,
/// .1 to .9.
[[nodiscard]] std::int64_t importance_of(std::int64_t score);

}  // namespace turnstream::semantic
