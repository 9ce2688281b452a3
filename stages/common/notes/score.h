#pragma once
// The score of a unit: how likely it is that a question will need what it says. It is a weighted sum of features, linear in
// each. The units of a message are scored by score_message(), those of a session by score_session().
// Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/notes/features.h"
#include "stages/common/notes/units.h"
#include "stages/common/notes/word_statistics.h"

namespace turnstream::notes {

/// Scores are whole numbers of 10⁻⁹.
inline constexpr std::int64_t kScoreOne = 1'000'000'000;
/// A message whose best unit has a lower score says nothing worth keeping: greetings, thanks, cheers, bare questions, filler.
inline constexpr std::int64_t kWorthKeeping = kScoreOne + kScoreOne / 2;

struct Message {
  std::string_view speaker;
  std::string_view text;  ///< valid UTF-8
};

struct ScoredUnit {
  std::size_t message = 0;       ///< the index of its message
  std::string text;              ///< word for word
  Stems stems;                   ///< without names
  std::vector<double> rarities;  ///< one for each stem
  std::size_t words = 0;
  FeatureValues features{};
  std::int64_t score = 0;  ///< in 10⁻⁹
};

/// Rounds to whole numbers of 10⁻⁹, half away from zero.
[[nodiscard]] std::int64_t rounded_score(double score);

/// The score of a unit in two parts: that of the rarities, which changes with the statistics, and the rest.
[[nodiscard]] std::int64_t score_of_rarities(std::span<const double> rarities, std::size_t words);
[[nodiscard]] std::int64_t score_of_the_rest(const ScoredUnit& unit);

/// The units of one message, read, in order; `message` is 0. `statistics` hold the message and what was before it, nothing
/// later.
[[nodiscard]] std::vector<ScoredUnit> score_units(std::vector<ReadUnit> units, const Question& question,
                                                  const Names& names, const WordStatistics& statistics);
/// The same for a text.
[[nodiscard]] std::vector<ScoredUnit> score_message(std::string_view message, const Question& question,
                                                    const Names& names, const WordStatistics& statistics);

/// The units of the messages in order, each message with the question in the one before if another speaker wrote that.
/// `statistics` hold the messages of the session.
[[nodiscard]] std::vector<ScoredUnit> score_session(std::span<const Message> messages, const Names& names,
                                                    const WordStatistics& statistics);

}  // namespace turnstream::notes
