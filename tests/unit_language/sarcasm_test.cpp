#include "stages/common/language/sarcasm.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/tastes.h"

namespace turnstream::language {
namespace {

bool states_preference(std::string_view text) {
  const auto patterns = stated_patterns_in(text);
  return std::any_of(patterns.begin(), patterns.end(), [](const StatedPattern& pattern) { return !pattern.habit; });
}

bool states_taste(std::string_view text) {
  const auto statements = statements_in(text, Register::kTalk);
  return std::any_of(statements.begin(), statements.end(),
                     [](const Statement& one) { return taste_of(one) != Taste::kNone; });
}

}  // namespace

TEST_CASE("praise with a mark of sarcasm gives no preference and no fact") {
  struct Row {
    const char* praise;  ///< it states a taste if it stands alone
    const char* text;
  };
  constexpr Row kRows[] = {
      {"I love flaky runners.", "The build broke again. I love flaky runners."},
      {"I love flaky runners.", "I love flaky runners. Third time today, they crashed on Ann."},
      {"I love flaky runners.", "I just LOVE flaky runners."},
      {"I love flaky runners.", "I so LOVE flaky runners."},
      {"I love flaky runners.", "The build broke. I LOVE flaky runners."},
      {"I love Jenkins.", "I love Jenkins, yet another crash."},
      {"I love Jenkins.", "Yet another outage. I love Jenkins."},
      {"I love Jenkins.", "I love Jenkins when it crashes."},
      {"I love Jenkins.", "It failed for the third time! I love Jenkins."},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.text);
    CHECK(states_preference(row.praise));
    CHECK(states_taste(row.praise));
    CHECK_FALSE(states_preference(row.text));
    CHECK_FALSE(states_taste(row.text));
  }
}

TEST_CASE("praise that is meant stays a preference") {
  for (const char* text :
       {"I love hiking.", "I LOVE HIKING!", "I LOVE hiking!", "I love my bike, but the brake broke.",
        "I like tea. The kettle is broken.", "I love hiking. We saw a fox. Then the tent broke again.",
        "I love hiking. But my tent is broken again.", "I love frozen yogurt.", "I love fixing bugs.",
        "It never fails. I love Postgres.", "No errors today. I love Rust.", "The bug is fixed! I love pytest.",
        "It crashed again, now it is fixed. I love pytest.", "My tent broke. I love hiking.",
        "It was my third time in Porto. I love Porto."}) {
    CAPTURE(text);
    CHECK(states_preference(text));
    CHECK(states_taste(text));
  }
}

TEST_CASE("a sentence ends at each mark that ends one so that a complaint further away is not next to praise") {
  for (const char* mark : {".", "!", "?", "…", "。", "🥾", "\n"}) {
    CAPTURE(mark);
    const std::string text = std::string("It broke again") + mark + " We walked home" + mark + " I love hiking";
    CHECK(states_preference(text));
    CHECK(cut_sentences(words_of(text)).size() == 3);
  }
}

TEST_CASE("what else a sarcastic sentence states stays") {
  const std::string_view text =
      "The tram broke again. I live in Porto and I love trams and I prefer boats and I hate buses.";
  CHECK_FALSE(statements_in(text, Register::kTalk).empty());
  const auto patterns = stated_patterns_in(text);
  REQUIRE(patterns.size() == 2);
  CHECK(patterns[0].text == "prefers boats");
  CHECK(patterns[1].text == "dislikes buses");
}

TEST_CASE("the words before a question are those that the question does not ask") {
  const auto before = [](std::string_view text, bool tagged) {
    const Words words = words_of(text);
    const Sentence found = before_question(cut_sentences(words).at(0).words, tagged);
    return found.empty() ? std::string() : std::string(text.substr(found.front().begin, found.back().end));
  };
  CHECK(before("My dog died, what should I do?", false) == "My dog died");
  CHECK(before("The build fails since Monday, any idea?", false) == "The build fails since Monday");
  CHECK(before("Never push to main, got it?", true) == "Never push to main");
  CHECK(before("Never push to main, got it?", false).empty());
  CHECK(before("It is red, right?", true).empty());
  CHECK(before("What about tea, coffee, water?", true).empty());
}

}  // namespace turnstream::language
