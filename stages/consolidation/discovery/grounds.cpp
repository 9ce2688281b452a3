#include "stages/consolidation/discovery/grounds.h"

#include <algorithm>
#include <set>

#include "stages/common/notes/words.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

std::string text_of(const model::Topic& topic) {
  std::string text = topic.topic + "\n";
  for (const model::TopicFact& fact : topic.facts) {
    text.append(fact.text).append("\n");
  }
  return text;
}

}  // namespace

std::optional<std::vector<std::string>> topics_under(const Discovered& found, const Shown& shown) {
  std::set<std::size_t> named(found.indices.begin(), found.indices.end());
  for (std::size_t i = 0; found.indices.empty() && i < shown.topics.size(); ++i) {
    named.insert(i);
  }
  std::string said = shown.contradictions;
  for (const std::size_t index : named) {
    said.append(text_of(shown.topics[index]));
  }
  if (!is_grounded(found.text, said)) {
    return std::nullopt;
  }
  const notes::Stems given = notes::stems_of(said);
  notes::Stems foreign = notes::stems_of(found.text);
  std::erase_if(foreign, [&given](notes::Stem stem) { return std::binary_search(given.begin(), given.end(), stem); });
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < shown.topics.size(); ++i) {
    const notes::Stems own = notes::stems_of(text_of(shown.topics[i]));
    const bool has_foreign = std::any_of(foreign.begin(), foreign.end(), [&own](notes::Stem stem) {
      return std::binary_search(own.begin(), own.end(), stem);
    });
    if (named.count(i) > 0 || has_foreign) {
      ids.push_back(shown.topics[i].id);
    }
  }
  return ids;
}

}  // namespace turnstream::consolidation
