#include "app/files/waiting_personas.h"

#include <doctest/doctest.h>

namespace turnstream::app {

TEST_CASE("personas come out in the order in which they are due and each once") {
  WaitingPersonas waiting(10);
  CHECK_FALSE(waiting.next_due().has_value());
  waiting.add("bob", MonotonicTime{30});
  waiting.add("ann", MonotonicTime{20});
  waiting.add("ann", MonotonicTime{50});
  CHECK(waiting.size() == 2);
  CHECK(waiting.next_due() == MonotonicTime{20});
  CHECK_FALSE(waiting.take(MonotonicTime{19}).has_value());
  CHECK(waiting.take(MonotonicTime{40}) == "ann");
  CHECK(waiting.take(MonotonicTime{40}) == "bob");
  CHECK_FALSE(waiting.take(MonotonicTime{99}).has_value());
  waiting.add("ann", MonotonicTime{60});
  CHECK(waiting.next_due() == MonotonicTime{60});
}

TEST_CASE("too many personas are dropped and that is said once") {
  WaitingPersonas waiting(2);
  waiting.add("a", MonotonicTime{1});
  waiting.add("b", MonotonicTime{2});
  CHECK_FALSE(waiting.take_overflow());
  waiting.add("c", MonotonicTime{3});
  CHECK(waiting.size() == 0);
  CHECK(waiting.take_overflow());
  CHECK_FALSE(waiting.take_overflow());
  waiting.add("d", MonotonicTime{4});
  CHECK(waiting.take(MonotonicTime{9}) == "d");
}

}  // namespace turnstream::app
