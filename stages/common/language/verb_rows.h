#pragma once
// The verbs that state a fact: one row for a verb and the words that must follow it. To make the rules find another
// kind of fact, add a row with its example to verb_rows.cpp; a test reads every example with the rules and compares the
// result. Threads: any; constants.

#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::language {

/// The subjects with which a row makes a statement.
enum class Subject {
  kAny,
  kPerson,  ///< a subject with SubjectPhrase::person (subjects.h); in Register::kRecord any subject
  kThing,   ///< everything except I and we
};

/// Which words behind the verb can be the value in Register::kTalk. Each line: the rule, after the colon a value that
/// it accepts, then one that it refuses. Every shape refuses a phrase that needs the conversation (stands_alone()).
enum class Shape {
  kThing,     ///< noun phrase with the prepositions that follow: "compilers for GPUs"; not "writing compilers"
  kPhrase,    ///< the same, or an activity: "restoring old bikes"; not "great"
  kName,      ///< noun phrase that ends before "in", "since" …: of "Berlin since May" it is "Berlin"; not "happy"
  kOwned,     ///< a noun with a count or of kBareNoun, not of kSmallTalk: "two cats", "asthma"; not "a question"
  kTaste,     ///< as kPhrase or with "to"; "the" only before a capital or words like "sea": "the Alps"; not "the maps"
  kKind,      ///< as kTaste, for a category, so without an article: "crime novels"; not "a novel"
  kActivity,  ///< verb in -ing with at least one more word: "learning Greek"; not "learning"
  kCode,      ///< starts with a name or code (is_name() in phrases.h): "Fortran"; not "people"
  kPlace,     ///< as kCode without a digit in front; ends as kName does: "Lisbon"; not "8pm"
  kEvent,     ///< starts with "a", "my", "our", a number or a name, rarely "the": "a jazz festival"; not "the shop"
};

/// One row. Example: {"work works", "working", "worked", "at", "works at", kOne, kPerson, Shape::kName, ...} reads "I
/// work at Acme", "I am working at Acme" and "I have worked at Acme", each as user | works at | Acme.
struct VerbRow {
  std::string_view finite;       ///< the forms behind the subject, separated by blanks: "work works"; empty: none
  std::string_view progressive;  ///< the forms after "am", "is", "are", "been": "working"; empty: none
  std::string_view perfect;      ///< the forms that state the same after "have", "has": "worked"; empty: none
  std::string_view particle;     ///< the words that must follow the verb: "at"; `*` is one word or none; empty: none
  std::string_view relation;     ///< the relation of the statement: "works at"
  bool many;                     ///< true: several values hold at once; false: a newer value supersedes the older one
  Subject subject;
  Shape shape;
  std::string_view example;  ///< "sentence => subject | relation | value"
};

[[nodiscard]] std::span<const VerbRow> verb_rows();

/// The column of a row in which a word is.
enum class VerbForm : std::uint8_t { kFinite, kProgressive, kPerfect };

/// The rows that have the word in the column `form`, in the order of the table. Time: one look-up in a hash table.
[[nodiscard]] std::span<const VerbRow* const> rows_with(VerbForm form, std::string_view lower_word);

/// VerbRow::many of the first row with the relation; false for a relation that no row has ("is").
[[nodiscard]] bool holds_many(std::string_view relation);

/// Whether the relation tells what happened at one time ("bought", "visited"), not what holds from then on.
[[nodiscard]] bool is_event(std::string_view relation);

}  // namespace turnstream::language
