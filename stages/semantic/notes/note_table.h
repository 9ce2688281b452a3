#pragma once
// NoteTable: the notes of record of a persona during one call of the stage (evidence::PersonaTable), with the order in which
// they leave if there are too many: the least important first, of equally important ones the oldest. Lifetime: borrows
// the context, for one call of the stage. Threads: the caller's.

#include <string>
#include <string_view>
#include <vector>

#include "stages/common/evidence/persona_table.h"
#include "stages/semantic/notes/kept_note.h"

namespace turnstream::semantic {

/// The Form of the PersonaTable; persona_table.h describes its members.
struct NoteForm {
  using Entry = KeptNote;
  using Head = NoteHead;
  static constexpr std::string_view kPrefix = kNotePrefix;
  static constexpr std::string_view kKind = "note";
  static constexpr std::string_view kHeadKey = kNotesKey;
  static constexpr std::string_view kStatsId = "notes";

  static std::string encode(const KeptNote& kept) { return encode_note(kept); }
  static Result<KeptNote> decode(std::string_view row, std::string_view, const Uuid&) { return decode_note(row); }
  static std::string encode_head(const NoteHead& head) { return encode_note_head(head); }
  static Result<NoteHead> decode_head(std::string_view row) { return decode_note_head(row); }
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const KeptNote& kept,
                     evidence::Before<KeptNote> before);
  static std::vector<codec::StatCounter> counters(const NoteHead& head);
};

class NoteTable : public evidence::PersonaTable<NoteForm> {
 public:
  using PersonaTable::PersonaTable;

  /// Adds a new note and gives it its number. Precondition: find() returned null for the id.
  KeptNote* add(const Uuid& id, KeptNote&& kept);
  /// The note loses a holder, and leaves with the last one. Does nothing if the note of this number has left.
  Status release(const Uuid& id, std::uint64_t number);
  /// Removes the note. Precondition: there is a note of this id.
  Status remove(const Uuid& id);
  /// Removes the first notes in the order above until at most notes_max are left, but at most kEvictionsMax.
  Status evict(std::int64_t notes_max);
  /// The ids of all notes, the least important first. Slow: for forget alone.
  Result<std::vector<Uuid>> ids();
  /// Writes all changes. Call it last.
  Status finish();

  static constexpr std::size_t kEvictionsMax = 256;

 private:
  Result<std::vector<Uuid>> first_ids(std::size_t count);
};

}  // namespace turnstream::semantic
