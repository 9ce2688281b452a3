#include "stages/common/change/ended_phrases.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::change {

TEST_CASE("the example of each row of replacements gives what is replaced and nothing else") {
  for (const ReplacedRow& row : replaced_rows()) {
    const language::Words words = language::words_of(row.example);
    CHECK_MESSAGE(ended_in(language::Utterance(words)).phrases == std::vector<std::string>{"spotify"},
                  std::string(row.example));
  }
}

}  // namespace turnstream::change
