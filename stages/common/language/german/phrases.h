#pragma once
// German phrases: whether a sentence is German, and the words in it that say when, where, how or whether, which can stand on either side
// of a value: "Ich wohne seit 2019 mit meiner Frau in Köln". German nouns are known by their capital. A position is the index of a word
// in the sentence. Threads: any; pure.

#include <cstddef>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// Whether the sentence begins with "ich", "mein" and the like, or has two German words, and has not as many English ones.
[[nodiscard]] bool is_german(Sentence sentence);

/// A word with a capital, or a number, version or path; not "Sie", "Ihre".
[[nodiscard]] bool is_german_noun(const Word& word);
/// A word in small letters that ends as an adjective before a noun does: "scharfes"; not "eine", "oder".
[[nodiscard]] bool is_german_adjective(const Word& word);
/// Whether "im" stands at `at`, which is two words to words_of(): "i" and "am".
[[nodiscard]] bool is_german_im(Sentence sentence, std::size_t at);
/// Whether the word can stand between a preposition and its noun: an article, "meiner", "zwei", an adjective.
[[nodiscard]] bool can_lead_german_noun(const Word& word);
/// The index behind one to three nouns that begin at `at`; `at` if there is none.
[[nodiscard]] std::size_t behind_german_nouns(Sentence sentence, std::size_t at);
/// "kein", "keine", …
[[nodiscard]] bool is_german_none(const Word& word);
/// "ich", "er", "man", …
[[nodiscard]] bool is_german_pronoun(const Word& word);

/// Whether a clause ends before the word at `at`: at a mark, "und", "aber", "weil" and the like, and at the end of the sentence.
[[nodiscard]] bool ends_german_clause(Sentence sentence, std::size_t at);

/// The index behind one phrase that says when, where, how or in what role: an adverb ("jetzt"), "seit drei Jahren", "letzte Woche", "mit
/// meiner Frau", "als Kind"; `at` if there is none.
[[nodiscard]] std::size_t behind_german_phrase(Sentence sentence, std::size_t at);

/// The index behind a preposition and its noun phrase, which is not a time: "in den Alpen"; `at` if there is none.
[[nodiscard]] std::size_t behind_german_preposition(Sentence sentence, std::size_t at);

/// Clauses that end behind this index may not be facts: it is that of the first word like "vielleicht" and "würde", and 0 if a person
/// says the sentence ("sagte"); the size of the sentence if there is no such word.
[[nodiscard]] std::size_t first_german_doubt(Sentence sentence);
/// Whether a word in [begin, end) names a moment, so that a clause in the present tense does not tell a lasting state: "heute", "gerade".
[[nodiscard]] bool is_german_moment(Sentence sentence, std::size_t begin, std::size_t end);

}  // namespace turnstream::language
