#include "stages/common/language/status_line.h"

#include <doctest/doctest.h>

namespace turnstream::language {

TEST_CASE("a bare status names nothing but how far something is") {
  for (const char* text : {"half way through", "running", "Tests running", "step 3 of 5 done", "50% done", "ok",
                           "The build is running.", "We are waiting.", "almost done"}) {
    CAPTURE(text);
    CHECK(is_bare_status(text));
  }
  for (const char* text : {"Waiting for Petra", "visa pending", "Nothing containing nuts for Mia", "Building 7",
                           "Building 7 is ready", "I passed the test", "We started the job", "Compiling module 3 of 17",
                           "The user is typing.", "deploy failed", ""}) {
    CAPTURE(text);
    CHECK_FALSE(is_bare_status(text));
  }
}

}  // namespace turnstream::language
