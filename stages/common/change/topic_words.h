#pragma once
// The words by which a later sentence is recognised as one about the same object: which words mean the same ("gp" is
// "doctor"), which name a person of the speaker's ("wife"), a scope ("staging"), or an object of which a person has many
// or one ("number", "car"), and which say nothing about the object ("big"). Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>

namespace turnstream::change {

enum TopicBit : std::uint16_t {
  kName = 1U << 0U,      ///< written with a capital within the sentence, or of letters and digits: "Porto", "cx22"
  kValue = 1U << 1U,     ///< a number, date, weekday or month
  kSlot = 1U << 2U,      ///< an object that many have, known only with its owner or another word: "car", "port"
  kPerson = 1U << 3U,    ///< a relative or partner: "sister"
  kScope = 1U << 4U,     ///< tells objects of one kind apart: "staging", "work"
  kFront = 1U << 5U,     ///< among the first words of its sentence
  kNear = 1U << 6U,      ///< of a sentence that tells a change: in the part that the change is about
  kOwn = 1U << 7U,       ///< of a statement: in its subject or value
  kNumbered = 1U << 8U,  ///< its modifier is a value: "box 4", "the Tuesday quiz"
  kPurpose = 1U << 10U,  ///< of a statement: in what its value serves: "billing" of "uses Postgres for billing"
  kNamed = 1U << 11U,    ///< of a statement: a name behind its value: "Bruno" of "I have a dog, Bruno"
  kLoose = 1U << 9U,     ///< a word of several meanings, too little to end what another one told: "the old address"
};

/// What a word means here.
struct Meaning {
  std::string root;        ///< equal for words that mean the same; empty: the word is not a topic
  std::uint16_t bits = 0;  ///< kSlot, kPerson, kScope, kValue or kLoose
};

/// `lower_word`: one word in lower case, without marks.
[[nodiscard]] Meaning meaning_of(std::string_view lower_word);

/// The word without what inflection adds, at most seven bytes: "smoking" and "smokes" have the root "smok".
[[nodiscard]] std::string root_of(std::string_view lower_word);

}  // namespace turnstream::change
