#pragma once
// The German sentences that state a fact: one row for a verb and the words that must stand with it. The relation is that of the English
// sentence (verb_rows.h), so that "Ich wohne in Köln" and "I moved to Porto" are values of one timeline. To make the rules find another
// kind of fact, add a row with its example to german/rows.cpp; a test reads every example. Threads: any; constants.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace turnstream::language {

/// What a German clause is about, one bit each.
enum GermanSubject : std::uint8_t {
  kSelfSubject = 1U << 0U,       ///< "ich", "wir", "der Nutzer"
  kRelativeSubject = 1U << 1U,   ///< "meine Schwester", "mein Hund"
  kNameSubject = 1U << 2U,       ///< "mein Name"
  kFavouriteSubject = 1U << 3U,  ///< "meine Lieblingsfarbe"
  kSettingSubject = 1U << 4U,    ///< "der API-Port"
  kThingSubject = 1U << 5U,      ///< any other noun: "der Server"
};

/// Which words are the value. Behind the colon a value that the shape accepts, then one that it refuses.
enum class GermanShape : std::uint8_t {
  kNone,      ///< no words: the row has the value
  kName,      ///< nouns: "Jörg Baum"; not "einen Hund"
  kPlace,     ///< a name, or a country with its article: "Frankfurt am Main", "Schweiz"; not "der Stadt", "Miete"
  kEmployer,  ///< nouns, perhaps with an article: "der Stadt Köln", "einem Startup"; not "Regen"
  kRole,      ///< nouns, perhaps with adjectives: "freier Journalist"; not "Letzter"
  kJob,       ///< the name of a job: "Lehrerin"; not "Jörg"
  kTaste,     ///< nouns with adjectives and one phrase behind them: "Wandern in den Alpen"; not "den Vorschlag"
  kOwned,     ///< a relative, pet, illness or home with its number: "zwei Katzen", "eine Nussallergie"; not "eine Idee"
  kAge,       ///< a number, perhaps with "Jahre alt"
  kCode,      ///< a number, version, path or address: "8080"
  kLanguage,  ///< a language: "Polnisch"
  kFavourite,  ///< up to four words to the end of the clause: "blau"
};

struct GermanRow {
  std::string_view verbs;  ///< the forms behind the subject, or before it ("seit Mai wohne ich"), separated by blanks
  /// The words before the value, in order, with phrases of german/phrases.h between them; `a|b`: one of these words, `?a`: if it stands
  /// there. Empty: none.
  std::string_view before;
  std::string_view behind;    ///< the same for the words behind the value: a participle, "nicht leiden"
  std::string_view relation;  ///< of verb_rows.h, "is" or "is aged"
  std::string_view value;     ///< of GermanShape::kNone; else with `_` for the words, or empty: the words
  std::uint8_t subjects;      ///< union of GermanSubject
  GermanShape shape;
  std::string_view example;  ///< "sentence => subject | relation | value"
};

[[nodiscard]] std::span<const GermanRow> german_rows();

/// The rows with this form of the verb, in the order of the table. Time: one look-up in a hash table.
[[nodiscard]] std::span<const GermanRow* const> german_rows_with(std::string_view lower_verb);

/// A noun that the rules know.
struct GermanNoun {
  std::string_view german;   ///< in lower case
  std::string_view english;  ///< as a subject has it
  GermanSubject subject;
};

/// The noun of a subject; absent if it is in no row.
[[nodiscard]] std::optional<GermanNoun> german_noun(std::string_view lower_word);

}  // namespace turnstream::language
