#include "stages/common/change/unclear.h"

#include <doctest/doctest.h>

namespace turnstream::change {
namespace {

bool unclear(std::string_view text) {
  const language::Words words = language::words_of(text);
  return is_unclear(language::cut_sentences(words).front().words);
}

}  // namespace

TEST_CASE("a sentence is unclear if its subject or object is named elsewhere") {
  CHECK(unclear("They have been there for me through everything."));
  CHECK(unclear("But instead of giving up, I turned it into a lesson."));
  CHECK(unclear("I have had them for three years now."));
  CHECK(unclear("We raised money at the event for the cause."));
  CHECK_FALSE(unclear("The old car is slow, but I like it."));
  CHECK_FALSE(unclear("It feels good that my exams are over now."));
  CHECK_FALSE(unclear("I moved to the place where I grew up."));
  CHECK_FALSE(unclear("She lives in Lyon now."));
  CHECK_FALSE(unclear("They gave me more time, the thesis is due in May now."));
  CHECK_FALSE(unclear("We did it, Mateo and I got married."));
}

TEST_CASE("a short answer and a judgement of what holds for all are unclear") {
  CHECK(unclear("Yup, we raised a ton!"));
  CHECK(unclear("Good schools and updated roads are key to a town."));
  CHECK_FALSE(unclear("Yes, since I am lactose intolerant I use oat milk instead."));
  CHECK_FALSE(unclear("The port is 9090 now."));
}

}  // namespace turnstream::change
