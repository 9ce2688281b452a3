#include <algorithm>

#include "stages/common/language/statements.h"

namespace turnstream::language {

std::string in_third_person(std::string_view words) {
  std::string changed;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    const std::string_view word = words.substr(at, end - at);
    const bool own = word == "my" || word == "our" || word == "My" || word == "Our";
    changed.append(changed.empty() ? "" : " ").append(own ? "their" : word);
    at = end + 1;
  }
  return changed;
}

std::string sentence_of(const Statement& statement) {
  std::string relation = statement.relation;
  const std::size_t end = std::min(relation.find(' '), relation.size());
  const std::string verb = relation.substr(0, end);
  if (statement.subject == "we" && !verb.empty() && verb.back() == 's') {
    const bool in_es = verb == "watches" || verb == "teaches" || verb == "coaches";
    const bool in_y = verb.size() > 4 && verb.compare(verb.size() - 3, 3, "ies") == 0;
    const std::string plural = verb == "is"    ? "are"
                               : verb == "has" ? "have"
                               : in_y          ? verb.substr(0, verb.size() - 3) + "y"
                                               : verb.substr(0, verb.size() - (in_es ? 2 : 1));
    relation = plural + relation.substr(end);
  }
  return statement.subject + " " + relation + " " + in_third_person(statement.value);
}

}  // namespace turnstream::language
