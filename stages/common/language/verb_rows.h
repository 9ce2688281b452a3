#pragma once
// The verbs that state a fact: one row a verb and what follows it. To teach the pipeline another fact, add a row and
// its example; a test holds every row to its example. Threads: constants.

#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::language {

/// Whom a row speaks of.
enum class Subject {
  kAny,
  kPerson,  ///< I, we, my sister
  kThing,   ///< anything but I and we
};

/// What may stand as the value.
enum class Shape {
  kThing,     ///< a noun phrase; what follows a preposition other than "of" is left out
  kPhrase,    ///< a noun phrase with all that belongs to it, or an activity
  kName,      ///< a name, place, number or code: no judgement, no adjective alone
  kOwned,     ///< with a, two, or among the bare nouns: a possession, a relative, an ailment
  kTaste,     ///< as kPhrase, but what it names must be understood without the conversation
  kKind,      ///< a kind of thing, no single one: without an article
  kActivity,  ///< begins with a verb in -ing
  kCode,      ///< begins with a name, number or code
  kPlace,     ///< a name, or a code that does not begin with a digit
  kEvent,     ///< as kThing, with an article, a number or a name
};

struct VerbRow {
  std::string_view forms;     ///< "use uses": finite forms, separated by blanks
  std::string_view ing;       ///< "using": where "I am using" states the same
  std::string_view done;      ///< "used": where "I have used" states the same
  std::string_view particle;  ///< words that must follow; `*` = one word or none
  std::string_view relation;
  bool many;  ///< several values hold at once; else a newer one supersedes
  Subject subject;
  Shape shape;
  std::string_view example;  ///< "sentence => subject | relation | value"
};

[[nodiscard]] std::span<const VerbRow> verb_rows();

/// Which of a row's forms a word is one of.
enum class VerbForm : std::uint8_t { kFinite, kIng, kDone };

/// The rows that have the word as such a form, in their order. One look-up, however many rows there are: every word may
/// be a verb.
[[nodiscard]] std::span<const VerbRow* const> rows_with(VerbForm form, std::string_view lower_word);

/// Whether several values of the relation hold at once. A relation without a row: no.
[[nodiscard]] bool holds_many(std::string_view relation);

}  // namespace turnstream::language
