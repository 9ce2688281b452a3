#include "stages/consolidation/metas/best_sentence.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kNameBytesMax = 128;

/// The name before the text with its colon and blank; empty if there is none.
std::string_view name_before(std::string_view text) {
  const std::size_t colon = text.substr(0, kNameBytesMax).find(": ");
  return colon == std::string_view::npos ? std::string_view() : text.substr(0, colon + 2);
}

}  // namespace

Result<std::string> best_sentence(std::string_view summary, Speech& speech) {
  TS_ASSIGN_OR_RETURN(const std::vector<notes::ScoredUnit> units, speech.score(notes::read_units(summary)));
  std::string best;
  std::int64_t best_score = 0;
  std::string_view name;  // of the last unit that had one
  for (const notes::ScoredUnit& unit : units) {
    const std::string_view own = name_before(unit.text);
    name = own.empty() ? name : own;
    if (best.empty() || unit.score > best_score) {
      best = own.empty() ? std::string(name) + unit.text : unit.text;
      best_score = unit.score;
    }
  }
  return best;
}

}  // namespace turnstream::consolidation
