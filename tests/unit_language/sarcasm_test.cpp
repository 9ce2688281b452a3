#include "stages/common/language/sarcasm.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string_view>

#include "stages/common/language/stated_patterns.h"

namespace turnstream::language {
namespace {

bool states_preference(std::string_view text) {
  const auto patterns = stated_patterns_in(text);
  return std::any_of(patterns.begin(), patterns.end(), [](const StatedPattern& pattern) { return !pattern.habit; });
}

bool states_liking(std::string_view text) {
  const auto statements = statements_in(text, Register::kTalk);
  return std::any_of(statements.begin(), statements.end(), is_praise);
}

}  // namespace

TEST_CASE("praise next to a complaint or in capitals gives no preference and no fact") {
  for (const char* text :
       {"The build broke again. I love flaky runners.", "I love flaky runners. Third time today, they crashed on Ann.",
        "I just LOVE flaky runners.", "I love broken builds.", "I love this tool, yet another crash.",
        "It failed for the third time! I love Jenkins."}) {
    CAPTURE(text);
    CHECK_FALSE(states_preference(text));
    CHECK_FALSE(states_liking(text));
  }
}

TEST_CASE("praise that is meant stays a preference") {
  for (const char* text :
       {"I love hiking.", "I LOVE HIKING!", "I love my bike, but the brake broke.", "I like tea. The kettle is broken.",
        "I love hiking. We saw a fox. Then the tent broke.", "I love hiking. But my tent is broken."}) {
    CAPTURE(text);
    CHECK(states_preference(text));
    CHECK(states_liking(text));
  }
}

TEST_CASE("what else a sarcastic sentence states stays") {
  CHECK_FALSE(statements_in("I live in Porto and I love broken trams.", Register::kTalk).empty());
  CHECK_FALSE(states_preference("I live in Porto and I love broken trams."));
}

}  // namespace turnstream::language
