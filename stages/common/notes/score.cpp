#include "stages/common/notes/score.h"

#include <cmath>
#include <utility>

namespace turnstream::notes {
namespace {

ScoredUnit scored(ReadUnit unit, const Question& question, const Names& names, Rarities& rarities) {
  ScoredUnit scored;
  scored.text = std::move(unit.text);
  scored.stems = without_names(std::move(unit.stems), names);
  scored.rarities = rarities.of(scored.stems);
  scored.words = unit.read.size();
  scored.features = features_of({scored.text, unit.read, scored.stems, scored.rarities}, question, names);
  double sum = 0;
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    sum += kFeatures[i].weight * scored.features[i];
  }
  scored.score = rounded_score(sum);
  return scored;
}

}  // namespace

std::int64_t rounded_score(double score) {
  return std::llround(score * static_cast<double>(kScoreOne));
}

std::int64_t score_of_rarities(std::span<const double> rarities, std::size_t words) {
  return rounded_score(kFeatures[0].weight * idf_of(rarities, words));
}

std::int64_t score_of_the_rest(const ScoredUnit& unit) {
  return unit.score - rounded_score(kFeatures[0].weight * unit.features[0]);
}

std::vector<ScoredUnit> score_units(std::vector<ReadUnit> units, const Question& question, const Names& names,
                                    const WordStatistics& statistics) {
  std::vector<ScoredUnit> all;
  all.reserve(units.size());
  Rarities rarities(statistics);
  for (ReadUnit& unit : units) {
    all.push_back(scored(std::move(unit), question, names, rarities));
  }
  return all;
}

std::vector<ScoredUnit> score_message(std::string_view message, const Question& question, const Names& names,
                                      const WordStatistics& statistics) {
  return score_units(read_units(message), question, names, statistics);
}

std::vector<ScoredUnit> score_session(std::span<const Message> messages, const Names& names,
                                      const WordStatistics& statistics) {
  std::vector<ScoredUnit> units;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool replies = i > 0 && messages[i - 1].speaker != messages[i].speaker;
    const Question question = replies ? question_in(messages[i - 1].text, names) : Question{};
    for (ScoredUnit& unit : score_message(messages[i].text, question, names, statistics)) {
      unit.message = i;
      units.push_back(std::move(unit));
    }
  }
  return units;
}

}  // namespace turnstream::notes
