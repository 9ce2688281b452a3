#include "stages/semantic/describe.h"

#include <doctest/doctest.h>

#include "tests/stage_checks/rows_check.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

TEST_CASE("every row that the stage writes can be shown") {
  SemanticFixture test("{}");
  test.say("We moved to Porto last year with my sister Clara.", 0, "s2");
  test.observe("api port is 8080", 0);
  test.observe("three red lanterns", kSecond, 200'000);
  test.observe("cache host is atlas", 2 * kSecond);
  test.forget(R"({"ids":["turn4"]})", 3 * kSecond);
  stage_checks::check_rows_shown(test.driver().rows("helper"), describe_row);
  CHECK(describe_row("facts", "x").count("damaged") == 1);
  CHECK(describe_row("fact/0123456789abcdef", "x").count("damaged") == 1);
  for (const char* key : {"notes", "note/0123456789abcdef", "ring/01234567", "said/0123456789abcdef"}) {
    CHECK(describe_row(key, "x").count("damaged") == 1);
  }
}

}  // namespace turnstream::semantic
