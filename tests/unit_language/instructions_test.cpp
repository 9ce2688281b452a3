#include "stages/common/language/instructions.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/unit_language/found.h"

namespace turnstream::language {
namespace {

using Texts = std::vector<std::string>;

Texts texts_in(std::string_view text) {
  Texts texts;
  for (const Instruction& instruction : instructions_in(text)) {
    texts.push_back(instruction.text);
  }
  return texts;
}

}  // namespace

TEST_CASE("an instruction is verbatim with its condition and without reasons and greetings") {
  CHECK(texts_in("Hi Bot, from now on answer in Dutch, because I forget it.") == Texts{"from now on answer in Dutch"});
  CHECK(texts_in("If the backup fails, page Olga, she knows the server!") == Texts{"If the backup fails, page Olga"});
  CHECK(texts_in("The rack is old, so never stack more than two boxes there, thanks") ==
        Texts{"never stack more than two boxes there"});
  CHECK(texts_in("Use brackets, not commas - it's clearer.") == Texts{"Use brackets, not commas"});
  CHECK(texts_in("Drop the \"Happy to help!\" thing.") == Texts{"Drop the \"Happy to help!\" thing"});
}

TEST_CASE("advice for the life of who hears it gives no order") {
  CHECK(instructions_in("When picking a sponsor, make sure they fit your own values.").empty());
  CHECK(instructions_in("Always trust your gut.").empty());
  CHECK(texts_in("Never use emojis in your answers.") == Texts{"Never use emojis in your answers"});
}

TEST_CASE("a noun before its verb gives no order") {
  for (const std::string_view text :
       {"Every day on set is awesome and full of potential.", "Every morning check was fine."}) {
    CAPTURE(text);
    CHECK(instructions_in(text).empty());
  }
  CHECK(texts_in("Every morning check the logs.") == Texts{"Every morning check the logs"});
}

TEST_CASE("an instruction keeps what closes a mask and the last word of its sentence") {
  CHECK(texts_in("Always unlock the door with the pin [masked:pin].") ==
        Texts{"Always unlock the door with the pin [masked:pin]"});
  CHECK(texts_in("Never merge anything without my OK.") == Texts{"Never merge anything without my OK"});
}

TEST_CASE("an instruction is for all if it says so at its end") {
  CHECK(only("Never deploy on Fridays, for everyone.").for_all);
  CHECK(only("Always answer in plain words for everybody.").for_all);
  CHECK_FALSE(only("Never deploy on Fridays.").for_all);
}

TEST_CASE("two orders of a sentence are two instructions unless they share a condition") {
  CHECK(texts_in("Always lint before a commit and never push on Fridays.") ==
        Texts{"Always lint before a commit", "never push on Fridays"});
  CHECK(texts_in("Whenever a guest leaves, open the window and change the towels.") ==
        Texts{"Whenever a guest leaves, open the window and change the towels"});
  CHECK(texts_in("Answer mails within a day and never name a price.") ==
        Texts{"Answer mails within a day", "never name a price"});
}

TEST_CASE("what is for once or foreign or asked or imagined gives no instruction") {
  for (const char* text : {"Run the tests.",
                           "Could you look at the log?",
                           "Please don't send it yet.",
                           "If tonight's train is late, call Olga.",
                           "For this mail use big letters.",
                           "My boss said: always wear a tie.",
                           "Olga told me to never stop.",
                           "To clean silver, always use warm water.",
                           "Heat the pan, then always add the oil first.",
                           "Never lift it alone. That's what the manual says.",
                           "Always fold it twice. Is that right?",
                           "Suppose I said never call me, would you?",
                           "I run and never eat before noon.",
                           "He writes \"always be kind\" everywhere.",
                           "Never mind.",
                           "From now on I sleep longer.",
                           "When I'm tired I clean the desk.",
                           "Should I always lock the door?",
                           "Is the door always open?",
                           "No, the red one please."}) {
    CAPTURE(text);
    CHECK(texts_in(text) == Texts());
  }
}

TEST_CASE("a newer order about the same object has the key of the older one") {
  CHECK(only("From now on answer in German.").key == only("Please always answer in French").key);
  CHECK(only("Call me Bo.").key == only("you can call me Fitz").key);
  CHECK(only("Always use tabs.").key == only("Never use tabs.").key);
  CHECK(only("Stop ending every mail with a poem.").key == only("End every mail with a poem.").key);
  CHECK(only("Keep replies under 100 words.").key == only("Keep replies under twelve words.").key);
  CHECK(only("Use pnpm, not npm.").key == only("Use npm, not pnpm.").key);
  CHECK(only("Use Rust for small tools.").key == only("Use Go for small tools.").key);
  CHECK(only("In git, never rewrite a tag.").key != only("Never rewrite a tag.").key);
  CHECK(only("If the build fails, mail me.").key != only("If the backup fails, mail me.").key);
}

TEST_CASE("an instruction has a polarity and what it holds for") {
  CHECK(only("Always run the tests.").positive);
  CHECK_FALSE(only("Please don't touch the legal folder.").positive);
  CHECK_FALSE(only("Nothing ships without a review.").positive);
  CHECK(only("Use pnpm, not npm.").positive);
  CHECK(only("If the build fails, ping me.").scope.condition == "If the build fails");
  CHECK(only("Use the loud voice when I cook.").scope.condition == "when I cook");
  CHECK(only("In git, never rewrite a tag.").scope.tool == "git");
  CHECK(only("With the browser tool, always close the tabs.").scope.tool == "browser tool");
  CHECK(only("For the Heron project never use tabs.").scope.project == "Heron project");
  CHECK(only("Reply to Olga in Polish.").scope.person == "Olga");
}

TEST_CASE("what holds for everyone or for a project is not only for who says it") {
  CHECK(only("Everyone must sign the form.").for_all);
  CHECK(only("In this repo, write docs in Markdown.").for_all);
  CHECK_FALSE(only("Always run the tests.").for_all);
}

TEST_CASE("of two orders with one key in a text the last one counts") {
  CHECK(texts_in("Call me Bo. No, call me Bob.") == Texts{"call me Bob"});
}

TEST_CASE("a text gives at most twelve instructions") {
  std::string text;
  for (char letter = 'a'; letter < 'z'; ++letter) {
    text += std::string("Never open box ") + letter + letter + letter + ". ";
  }
  CHECK(instructions_in(text).size() == 12);
}

}  // namespace turnstream::language
