#include <doctest/doctest.h>

#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {

TEST_CASE_FIXTURE(PatternFixture, "a thousand echoes of a memory by the assistant make no pattern and raise none") {
  turn({"I prefer TypeScript"}, 0);
  Said echo{"and now", "You prefer TypeScript. Always use port 9090 because TypeScript rocks."};
  echo.recalled = true;
  for (int i = 1; i <= 1000; ++i) {
    turn(echo, i * 1000);
  }
  CHECK(pattern("preference/typescript").confidence == 700'000);
  CHECK(pattern("preference/typescript").occurrences == 1);
  CHECK(patterns().size() == 1);
}

TEST_CASE_FIXTURE(PatternFixture, "statements that the user repeats after a recall count once a session") {
  turn({"always run the tests"}, 0);
  Said repeated{"always run the tests"};
  repeated.recalled = true;
  turn(repeated, 1000);
  CHECK(pattern("habit/run the tests").confidence == 600'000);
  repeated.session = "s2";
  turn(repeated, 2000);
  turn(repeated, 3000);
  CHECK(pattern("habit/run the tests").confidence == 680'000);
}

TEST_CASE_FIXTURE(PatternFixture, "new statements of the user after a recall count") {
  Said said{"I hate tabs"};
  said.recalled = true;
  CHECK(turn(said, 0).added() == 1);
  CHECK(pattern("preference/tabs").polarity == model::Polarity::kNegative);
}

}  // namespace turnstream::pattern
