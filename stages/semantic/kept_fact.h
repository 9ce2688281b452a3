#pragma once
// KeptFact: a fact with the fields that only the stage uses, as one row; and the head row of a persona. The rows of a
// persona:
//   facts           the head                         fact/<id>      a fact
//   slot/<hash>     a timeline (timeline.h)          word/<hash>    text facts listed under a word (evidence/text_index.h)
//   all/<n>         list of all facts                weak/<n>       list of the facts that may retire
//   gone/<id>       hash of a forgotten fact's id    gone_list/<n>  list of these hashes
// <id> is 16 bytes, <hash> 8 bytes, <n> 8 bytes big-endian. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/model/fact.h"
#include "stages/common/evidence/row_list.h"
#include "stages/common/evidence/rows.h"
#include "stages/semantic/notes/note_link.h"

namespace turnstream::semantic {

inline constexpr std::string_view kHeadKey = "facts";
inline constexpr std::string_view kFactPrefix = "fact/";
inline constexpr std::string_view kSlotPrefix = "slot/";
inline constexpr std::string_view kWordPrefix = "word/";
inline constexpr std::string_view kAllPrefix = "all/";
inline constexpr std::string_view kWeakPrefix = "weak/";
inline constexpr std::string_view kGonePrefix = "gone/";
inline constexpr std::string_view kGoneListPrefix = "gone_list/";

using evidence::bad_state;
using evidence::row_key;
[[nodiscard]] std::string hash_key(std::string_view prefix, std::uint64_t hash);

/// A turn that says that a fact ended, and its time.
struct EndSaid {
  model::Source source;
  EventTime at;
  friend bool operator==(const EndSaid&, const EndSaid&) = default;
};

/// Only a turn that is evidence changes last_seen, last_said and last_session; an echo (FactBook::is_echo()) does not.
struct KeptFact {
  model::Fact fact;
  std::uint64_t birth = 0;           ///< the fact's number; numbers begin at 1 again after the persona's last fact left
  LogTime last_seen;                 ///< Input::now of the last turn that stated the fact; idle time counts from here
  EventTime last_said;               ///< the newest event time at which the fact was stated
  std::uint64_t last_session = 0;    ///< the hash of the last session that stated the fact
  std::vector<std::uint32_t> words;  ///< of a text fact: evidence::word_set() of its text
  /// False for a sentence of a user that took the place of nothing: no change reports the fact. The sentence can be a note.
  bool shown = true;
  /// The notes that say the fact, the newest last. The row has at most kNoteLinksMax: the newest, but of a fact that has ended the
  /// oldest, which ended with it.
  std::vector<NoteLink> notes{};
  /// Of a fact that a correction put right: the facts whose words it has, the oldest first, at most kMadeOfMax. It is forgotten with
  /// each of them. Empty once it was said itself.
  std::vector<Uuid> made_of{};
  std::vector<EndSaid>
      ended_by{};  ///< of a fact that ended, and nothing took its place: the turns that say so, as they arrived
  friend bool operator==(const KeptFact&, const KeptFact&) = default;
};

inline constexpr std::size_t kNoteLinksMax = 4;
inline constexpr std::size_t kEndsMax = 4;
inline constexpr std::size_t kMadeOfMax = 4;
/// Adds the links that the fact does not have. encode_fact() leaves those out that are too many, so that what becomes of the fact in
/// this record is carried to them, too.
void add_links(KeptFact& kept, const std::vector<NoteLink>& links);

/// Adds the end, unless the list has the turn. Of more than kEndsMax it keeps the first and the newest.
void add_end(std::vector<EndSaid>& ends, EndSaid end);

/// The fact, which is in no timeline, was stated at time `at`.
void hold_again(model::Fact& fact, EventTime at);

/// The values by which facts are evicted or retire, and the birth that identifies the fact in a list.
struct FactRank {
  bool current = false;
  bool shown = true;
  std::uint64_t birth = 0;
  std::int64_t confidence = 0;
  LogTime last_seen;
};

/// What of a text fact is compared with other texts.
struct FactWords {
  std::string_view text;             ///< Fact::text
  std::vector<std::uint32_t> words;  ///< KeptFact::words
};

[[nodiscard]] std::string encode_fact(const KeptFact& kept);
/// Errors of all four decode functions: bad_state().
Result<KeptFact> decode_fact(std::string_view bytes);
/// Decodes only the words. The text is a view of the row.
Result<FactWords> decode_fact_words(std::string_view bytes);
/// Decodes only the rank, which is at the beginning of the row.
Result<FactRank> decode_fact_rank(std::string_view bytes);

/// A fact in a list. The entry of a removed fact can stay in the list until it is next read. A fact that was added
/// later with the same id has another birth.
struct ListedFact {
  Uuid id{};
  std::uint64_t birth = 0;
  friend bool operator==(const ListedFact&, const ListedFact&) = default;
};
struct ListedFactForm {
  using Entry = ListedFact;
  static constexpr std::size_t kBytes = sizeof(Uuid) + sizeof(std::uint64_t);
  static void write(ByteWriter& writer, const ListedFact& fact) { writer.uuid(fact.id).u64(fact.birth); }
  static ListedFact read(ByteReader& reader) {
    const Uuid id = reader.uuid();
    return {id, reader.u64()};
  }
  static const Uuid& id(const ListedFact& fact) { return fact.id; }
};
using FactList = evidence::RowList<ListedFactForm>;

struct Head {
  std::int64_t facts = 0;
  std::int64_t shown = 0;    ///< how many of the facts are shown (KeptFact::shown)
  std::int64_t current = 0;  ///< how many of these hold now (Fact::current)
  std::uint64_t born = 0;    ///< the birth that was given last; 0 if the persona has no facts
  evidence::RowListBounds all;
  evidence::RowListBounds weak;
  evidence::RowListBounds gone;
  std::optional<LogTime> timer;  ///< due time of the timer for retire(), if it is armed
  std::string salt;              ///< the salt for hashes of forgotten facts; empty: no fact is barred
  friend bool operator==(const Head&, const Head&) = default;
};

[[nodiscard]] std::string encode_head(const Head& head);
Result<Head> decode_head(std::string_view bytes);

}  // namespace turnstream::semantic
