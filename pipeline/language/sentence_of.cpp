#include <algorithm>

#include "pipeline/language/statements.h"

namespace turnstream::language {

std::string sentence_of(const Statement& statement) {
  std::string relation = statement.relation;
  const std::size_t end = std::min(relation.find(' '), relation.size());
  const std::string verb = relation.substr(0, end);
  if (statement.subject == "we" && verb.size() > 2 && verb.back() == 's') {
    const bool hisses = verb == "watches" || verb == "teaches" || verb == "coaches";
    const std::string plural = verb == "is"    ? "are"
                               : verb == "has" ? "have"
                                               : verb.substr(0, verb.size() - (hisses ? 2 : 1));
    relation = plural + relation.substr(end);
  } else if (statement.subject == "we" && verb == "is") {
    relation = "are" + relation.substr(end);
  }
  const bool own = statement.value.compare(0, 3, "my ") == 0 || statement.value.compare(0, 4, "our ") == 0;
  const std::string value =
      own ? std::string("their").append(statement.value.substr(statement.value.find(' '))) : statement.value;
  return statement.subject + " " + relation + " " + value;
}

}  // namespace turnstream::language
