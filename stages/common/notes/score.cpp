#include "stages/common/notes/score.h"

#include <cmath>
#include <utility>

#include "stages/common/notes/units.h"

namespace turnstream::notes {
namespace {

ScoredUnit scored(std::string text, const Question& question, const Names& names, const WordStatistics& statistics) {
  ScoredUnit unit;
  unit.text = std::move(text);
  const ReadText read(unit.text);
  unit.stems = without_names(stems_of(read), names);
  unit.rarities = statistics.rarities(unit.stems);
  unit.features = features_of({unit.text, read, unit.stems, unit.rarities}, question, names);
  double sum = 0;
  for (std::size_t i = 0; i < kFeatures.size(); ++i) {
    sum += kFeatures[i].weight * unit.features[i];
  }
  unit.score = rounded_score(sum);
  return unit;
}

}  // namespace

std::int64_t rounded_score(double score) {
  return std::llround(score * static_cast<double>(kScoreOne));
}

std::vector<ScoredUnit> score_message(std::string_view message, const Question& question, const Names& names,
                                      const WordStatistics& statistics) {
  std::vector<ScoredUnit> units;
  for (std::string& text : units_of(message)) {
    units.push_back(scored(std::move(text), question, names, statistics));
  }
  return units;
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
