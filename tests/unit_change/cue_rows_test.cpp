#include "stages/common/change/cue_rows.h"

#include <doctest/doctest.h>
#include <set>
#include <string>

#include "stages/common/change/cues.h"

namespace turnstream::change {

TEST_CASE("the example of each row of change tells what the row says") {
  for (const CueRow& row : cue_rows()) {
    const std::string example(row.example);
    const language::Words words = language::words_of(example);
    const Cues cues = cues_in(words);
    CHECK_MESSAGE(cues.effect == row.effect, example);
    CHECK_MESSAGE((row.effect == Effect::kAdds ? cues.begins : cues.certain) == row.certain, example);
    CHECK_MESSAGE(cues.near.size() == words.size(), example);
  }
}

TEST_CASE("no phrase of change has two rows") {
  std::set<std::string_view> phrases;
  for (const CueRow& row : cue_rows()) {
    CHECK_MESSAGE(phrases.insert(row.phrase).second, std::string(row.phrase));
    const char first = row.phrase.front();
    CHECK_MESSAGE((first != '*' && first != '#' && first != '$'), std::string(row.phrase));
  }
}

}  // namespace turnstream::change
