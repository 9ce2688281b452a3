#pragma once
// The words that tell a change: one row for a phrase, with what it does and where the object stands that it changes. This is the one
// place to add a verb of change; a test reads every example. Threads: any; constants.

#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::change {

/// What a sentence says happened to something that was known.
enum class Effect : std::uint8_t {
  kNone,
  kAdds,      ///< something comes in addition: "also", "a second"
  kEnds,      ///< it holds no longer: "sold", "quit", "no longer"
  kReplaces,  ///< something takes its place: "switched to", "instead of", "now"
};

/// Which words name the object.
enum class Where : std::uint8_t {
  kBehind,  ///< those behind the phrase; those in front of it in the passive, or if none behind it name an object
  kFront,   ///< those in front of it, in its clause
  kClause,  ///< all of its clause
  kWhole,   ///< all of its sentence
};

struct CueRow {
  /// Words in lower case, separated by blanks. `*`: up to four words without a mark. `#`: a number, weekday or month. `$`: the end
  /// of the clause. The first is neither. Contractions are read as two words: "is not", "has left".
  std::string_view phrase;
  Effect effect;
  /// False: a change only if the sentence shares more with what was known: "now" (agreement.cpp). Of kAdds: true if the
  /// phrase tells by itself that something began ("joined").
  bool certain;
  Where where;
  /// An object that the phrase is about if its subject is a person (or "we", if the row is not about "moved"); empty: none.
  std::string_view about;
  std::string_view example;
};

[[nodiscard]] std::span<const CueRow> cue_rows();

/// The rows whose phrase begins with the word, longest phrase first. Time: one look-up in a hash table.
[[nodiscard]] std::span<const CueRow* const> cue_rows_of(std::string_view lower_word);

}  // namespace turnstream::change
