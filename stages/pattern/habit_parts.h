#pragma once
// HabitParts: what a habit, or what a sentence says of one, is made of: "usually ride my old bike to the office" has the verb "ride",
// the object "my old bike" and the rest "to office". Threads: any; pure.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/sentences.h"

namespace turnstream::pattern {

struct NounPhrase {
  std::string determiner;           ///< "my", "the"; empty: none
  std::vector<std::string> before;  ///< the words between determiner and head: "old", or "company" of "company car"
  std::string head;
  bool of_other = false;  ///< another person has it: "her bike", "my neighbour's dog"
  std::size_t end = 0;    ///< index behind it
};

[[nodiscard]] bool is_gerund(const language::Word& word);

/// The noun phrase that begins at `at`: of "the bike rack in" it is "the bike rack". Absent if none does.
[[nodiscard]] std::optional<NounPhrase> noun_phrase_at(language::Sentence words, std::size_t at);

/// The words of [begin, end) in lower case, without articles and "my", "our".
[[nodiscard]] std::vector<std::string> plain_words(language::Sentence words, std::size_t begin, std::size_t end);

/// What a person does.
struct Activity {
  std::vector<std::string>
      verb;  ///< with its particle or preposition: "wake up", "listen to". Of "go running" it is "running"
  std::optional<NounPhrase> object;
  std::vector<std::string> rest;  ///< plain_words() behind them: times, places, company
};

/// The activity whose verb is the first word. Precondition: not empty.
[[nodiscard]] Activity activity_of(language::Sentence words);

/// The activities that a habit is or needs: the second one of "listen to podcasts while driving to Ulm" is "driving to Ulm".
[[nodiscard]] std::vector<Activity> activities_of_habit(language::Sentence words);

/// Whether both are forms of one verb: "drink", "drinking".
[[nodiscard]] bool is_same_verb(const std::string& one, const std::string& other);

/// Whether the words begin with those of the phrase.
[[nodiscard]] bool begins_with(std::span<const std::string> words, std::string_view phrase);

}  // namespace turnstream::pattern
