#include "stages/semantic/notes/about.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "pipeline/model/note.h"
#include "stages/common/language/user_name.h"
#include "stages/common/notes/features.h"
#include "stages/common/notes/word_classes.h"
#include "stages/common/notes/words.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kNameBytesMax = 64;
constexpr std::string_view kVerbs[] = {"is",    "was",   "has",   "had",  "will", "can",  "runs",  "leads",  "works",
                                       "lives", "likes", "loves", "owns", "uses", "does", "wants", "prefers"};

bool has(const notes::ScoredUnit& unit, std::size_t feature) {
  return unit.features[feature] > 0;
}

std::string opening_name(std::string_view text) {
  const std::size_t end = notes::end_of_word(text, 0);
  const std::string_view first = text.substr(0, end);
  const bool capital = !first.empty() && first.front() >= 'A' && first.front() <= 'Z';
  if (!capital || end < 2 || end > kNameBytesMax || end >= text.size() || text[end] != ' ' ||
      notes::classes_of(to_lower(first)) != 0) {
    return {};
  }
  const std::string_view second = text.substr(end + 1, notes::end_of_word(text, end + 1) - end - 1);
  const bool is_verb = std::find(std::begin(kVerbs), std::end(kVerbs), second) != std::end(kVerbs) ||
                       (notes::classes_of(second) & notes::kEvent) != 0;
  return is_verb ? std::string(first) : std::string();
}

}  // namespace

std::string about_of(const notes::ScoredUnit& unit, Side side) {
  constexpr std::size_t kI = notes::place_of_feature("I");
  constexpr std::size_t kOpens = notes::place_of_feature("I0");
  constexpr std::size_t kMine = notes::place_of_feature("my");
  constexpr std::size_t kYou = notes::place_of_feature("you");
  if (side == Side::kRecord && language::speaks_of_user(unit.text)) {
    return std::string(model::kAboutSelf);
  }
  if (has(unit, kI) || has(unit, kOpens) || has(unit, kMine)) {
    return std::string(side == Side::kUser ? model::kAboutSelf : model::kAboutAgent);
  }
  if (has(unit, kYou) && side != Side::kRecord) {
    return std::string(side == Side::kUser ? model::kAboutAgent : model::kAboutSelf);
  }
  return opening_name(unit.text);
}

}  // namespace turnstream::semantic
