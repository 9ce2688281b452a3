#include "stages/common/language/order_relations.h"

#include <doctest/doctest.h>

#include "stages/common/language/instructions.h"
#include "stages/common/language/order_choices.h"
#include "tests/unit_language/found.h"

namespace turnstream::language {
namespace {

GivenOrder given(const Instruction& instruction) {
  return {instruction.text, instruction.key, instruction.positive};
}

/// Whether the newer one holds alone: it has the key of the older one, or takes its place.
bool replaces(std::string_view newer, std::string_view older) {
  const Instruction now = only(newer);
  const Instruction before = only(older);
  CAPTURE(now.key);
  CAPTURE(before.key);
  return now.key == before.key || takes_place_of(given(now), given(before));
}

bool ends(std::string_view text, std::string_view order) {
  const Instruction instruction = only(order);
  for (const OrderEnding& ending : order_endings_in(words_of(text))) {
    if (ends_order(ending, given(instruction))) {
      return true;
    }
  }
  return false;
}

std::string corrected_by(std::string_view order, std::string_view text) {
  const auto corrections = corrections_in(text);
  CAPTURE(text);
  REQUIRE(corrections.size() == 1);
  return corrected(order, corrections.front()).value_or("");
}

}  // namespace

TEST_CASE("of the two instructions in the example of each choice the newer one holds in either order") {
  for (const ChoiceRow& row : choice_rows()) {
    CAPTURE(row.names);
    CAPTURE(row.newer);
    CHECK(replaces(row.newer, row.older));
    CHECK(replaces(row.older, row.newer));
  }
}

TEST_CASE("the newer one of two ways of the same purpose holds") {
  CHECK(replaces("From now on use yarn.", "Use pnpm, not npm."));
  CHECK(replaces("Always use Rust for scripts.", "Always use Go for scripts."));
  CHECK(replaces("Please reply in German from now on.", "Always answer in English."));
  CHECK(replaces("Never be verbose.", "From now on be verbose."));
}

TEST_CASE("an order and its opposite do not both hold") {
  CHECK(replaces("Never sign the mails.", "Sign every mail with Nord."));
  CHECK(replaces("Don't run the linter any more.", "Always run the linter before you commit."));
  CHECK(replaces("Never use emojis.", "Always add emojis."));
  CHECK(replaces("Don't answer in German.", "Always answer in German."));
}

TEST_CASE("orders about another object or place or way both hold") {
  CHECK_FALSE(replaces("Always use tabs in makefiles.", "Always use spaces in Python files."));
  CHECK_FALSE(replaces("Always use tabs in makefiles.", "Always use spaces."));
  CHECK_FALSE(replaces("Never use npm.", "Always use yarn."));
  CHECK_FALSE(replaces("Never answer in German.", "Always answer in French."));
  CHECK_FALSE(replaces("Keep commit messages short.", "Always write detailed answers."));
  CHECK_FALSE(replaces("Never push on Fridays.", "Always push to main."));
  CHECK_FALSE(replaces("Always merge on green.", "Never merge without a review."));
  CHECK_FALSE(replaces("Never sign letters.", "Always sign the mails."));
}

TEST_CASE("each row of endings is found in its example") {
  std::size_t place = 0;
  for (const EndingRow& row : ending_rows()) {
    CAPTURE(row.example);
    CAPTURE(place++);
    const auto found = order_endings_in(words_of(row.example));
    REQUIRE(found.size() == 1);
    CHECK(found.front().kind == row.kind);
    CHECK(instructions_in(row.example).empty());
  }
}

TEST_CASE("an ending means the orders that have what it names") {
  CHECK(ends("You can use emojis again.", "Never use emojis."));
  CHECK(ends("From now on you can call me before nine again.", "Never call me before nine."));
  CHECK(ends("There is no need to sign the mails any longer, thanks.", "Sign every mail with Nord."));
  CHECK(ends("Forget what I told you about answering in German.", "Always answer in German."));
  CHECK(ends("Forget what I said about indentation.", "Always use tabs."));
  CHECK(ends("freeze on legacy/ is lifted", "Don't touch legacy/ under any circumstances"));
  CHECK(ends("The rule about force-pushing no longer applies.", "Never use force-pushing in this repo."));
}

TEST_CASE("an ending leaves other orders and what it only permits") {
  CHECK_FALSE(ends("You can use emojis again.", "Always use emojis."));
  CHECK_FALSE(ends("You can use emojis in the chat again.", "Never use emojis in mails."));
  CHECK_FALSE(ends("You can restart the server again.", "Never restart the server without asking."));
  CHECK_FALSE(ends("The build is fine again.", "Never skip the build."));
  CHECK_FALSE(ends("You don't have to sign the letters any more.", "Sign every mail with Nord."));
  CHECK_FALSE(ends("Forget what I said about tabs.", "Always use spaces."));
}

TEST_CASE("questions and conditions and what others say end nothing") {
  for (const char* text : {"Can you use emojis again?", "You can use emojis.", "If you like, you can use emojis again.",
                           "Ann says you can use emojis again.", "I can use emojis again.", "You can say that again.",
                           "You don't need to send more mails.", "You don't have to worry any more.", "Forget it.",
                           "Everything is fine again.", "Forget what I said about the meeting, it's at five."}) {
    CAPTURE(text);
    CHECK(order_endings_in(words_of(text)).empty());
  }
}

TEST_CASE("a correction puts what is right in place of what was wrong") {
  CHECK(corrected_by("Always use tabs", "No, I meant spaces, not tabs.") == "Always use spaces");
  CHECK(corrected_by("Always use tabs", "Sorry, I meant spaces.") == "Always use spaces");
  CHECK(corrected_by("Copy Katharina on each invoice", "It's Katrin, not Katharina.") == "Copy Katrin on each invoice");
  CHECK(corrected_by("Always book the window seat", "I meant the aisle seat, not the window seat.") ==
        "Always book the aisle seat");
  CHECK(corrected_by("Always use tabs", "The port is 9090, not 8080.").empty());
}

TEST_CASE("what code does gives no instruction") {
  for (const char* text :
       {"If x > 3 then return y", "If n is negative, raise a ValueError.", "If a is less than b, swap them.",
        "If the list is empty, return null.", "when the queue is empty, return an error",
        "Write a parser. If the token is a number, push it on the stack."}) {
    CAPTURE(text);
    CHECK(instructions_in(text).empty());
  }
  for (const char* text : {"If the inbox is empty, tell me.", "If the build fails, return to the last release.",
                           "Write a parser. If a test fails, tell me before you change it."}) {
    CAPTURE(text);
    CHECK(instructions_in(text).size() == 1);
  }
}

TEST_CASE("orders of the moment that can be meant for always count only alone") {
  CHECK(instructions_in("Keep it short.").size() == 1);
  CHECK(instructions_in("No, use tabs.").size() == 1);
  CHECK(instructions_in("Write a mail to Tom. Keep it short.").empty());
  CHECK(instructions_in("Format the file and use tabs.").empty());
  CHECK(instructions_in("Fix the test and don't touch the data.").empty());
}

}  // namespace turnstream::language
