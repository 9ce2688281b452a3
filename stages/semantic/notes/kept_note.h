#pragma once
// KeptNote: a note with what only the stage uses, as one row; and the head row of a persona's notes. The rows:
//   notes                          the head
//   note/<id>                      a note of record
//   ~note/<importance><number>     its id: the order in which notes leave if there are too many
//   ring/<session>                 the units of a session that can be notes (ring_row.h)
//   said/<session><turn>           what the notes of such units of a turn would be (said_rows.h)
//   note_words/settled, recent     how many messages hold a stem (stages/common/notes/word_statistics.h)
// <id> is 16 bytes; <importance> 4; <session>, a hash of the session's id, <turn>, its place in the session, and <number> 8, all
// big-endian.
// Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/note.h"
#include "pipeline/model/source.h"
#include "stages/semantic/notes/note_link.h"

namespace turnstream::semantic {

inline constexpr std::string_view kNotesKey = "notes";
inline constexpr std::string_view kNotePrefix = "note/";
inline constexpr std::string_view kNoteRankPrefix = "~note/";
inline constexpr std::string_view kRingPrefix = "ring/";
inline constexpr std::string_view kSaidPrefix = "said/";
inline constexpr std::string_view kNoteWordsPrefix = "note_words/";

struct KeptNote {
  model::Note note;
  std::optional<model::Source> asked;      ///< the chat that asked Note::reply_to; absent without reply_to
  std::string asked_by;                    ///< who asked it; empty without reply_to
  std::optional<model::Source> before_in;  ///< the chat of another turn in which Note::before begins; absent: none
  std::uint64_t number = 0;     ///< the note's number; tells a note from one of the same id that was made later
  std::uint64_t holders = 0;    ///< how many chosen units it stands for; it leaves with the last one
  std::vector<NoteEnd> ends{};  ///< of the facts that rest on it and no longer hold, at most kNoteEndsMax
  friend bool operator==(const KeptNote&, const KeptNote&) = default;
};

inline constexpr std::size_t kNoteEndsMax = 8;

/// The fact has ended, or with an absent `end` it holds: adds, changes or removes its end, and makes Note::current, ended and
/// superseded_by those of the first end. Changes nothing if there are kNoteEndsMax others.
void mark_end(KeptNote& kept, const Uuid& fact, const std::optional<NoteEnd>& end);

/// A draft with the same words was said: adds its source, keeps the higher confidence, removes the ends before its time, and what
/// stands before the text if the draft has something else there.
void say_again(KeptNote& kept, const KeptNote& draft);

/// A sentence in a turn of this user says the same in other words: adds the source. A note of a user rests on turns of this user
/// alone, so that of another user's turn it gets none.
void support(KeptNote& kept, model::SourceView source, std::string_view user_id);

/// The note shows no longer what it answers, or what stands before it.
void hide_question(KeptNote& kept);
void hide_before(KeptNote& kept);

struct NoteHead {
  std::int64_t notes = 0;
  std::uint64_t numbers = 0;            ///< the number that was given last
  std::vector<std::uint64_t> sessions;  ///< those with a ring, the one heard last at the end
  friend bool operator==(const NoteHead&, const NoteHead&) = default;
};

/// What decides when a note leaves.
struct NoteRank {
  std::uint64_t number = 0;
  std::uint64_t holders = 0;
  std::int64_t importance = 0;
};

[[nodiscard]] std::string encode_note(const KeptNote& kept);
/// Errors of all three decode functions: bad_state().
Result<KeptNote> decode_note(std::string_view bytes);
/// Decodes only the rank, which is at the beginning of the row.
Result<NoteRank> decode_note_rank(std::string_view bytes);
[[nodiscard]] std::string encode_note_head(const NoteHead& head);
Result<NoteHead> decode_note_head(std::string_view bytes);

/// The id of the note: texts of one speaker and user with the same words are one note, in any order and with any punctuation. A user
/// who gets another name stays the same speaker.
[[nodiscard]] Uuid note_id_of(std::string_view persona, const model::Note& note);

}  // namespace turnstream::semantic
