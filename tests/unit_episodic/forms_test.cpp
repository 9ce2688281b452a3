#include "stages/common/language/forms.h"

#include <doctest/doctest.h>
#include <string_view>

#include "tests/unit_episodic/weights.h"

namespace turnstream::episodic {
namespace {

using language::FormKind;
using language::FormReader;
using language::FormRow;

}  // namespace

TEST_CASE("the example of each form raises") {
  for (const FormRow& row : language::form_rows()) {
    CAPTURE(row.form);
    CAPTURE(row.example);
    CHECK(weight_of(row.example) == 200'000);
  }
}

TEST_CASE("what becomes an instruction raises") {
  for (const auto rows : {language::instruction_rows(), language::german_instruction_rows()}) {
    for (const FormRow& row : rows) {
      CAPTURE(row.form);
      CAPTURE(row.example);
      if (row.kind != FormKind::kNoInstruction) {
        CHECK(weight_of(row.example) == 200'000);
      }
    }
  }
}

TEST_CASE("instructions corrections decisions and life events raise") {
  for (const char* text :
       {"Keep it that way.", "That is not right.", "Let's go with it.", "Never ever push to main.",
        "Always open the file read-only.", "Dad died", "My wife left me", "I quit.", "Use tabs.", "We've decided",
        "Yesterday my father died.", "I can't believe I lost my job.", "I have to tell you that my dog died.",
        "I was fired by my boss.", "I had surgery last week.", "You said 8080, that's wrong.",
        "The log says it failed because the disk was full.", "Summarise each change in one line from now on, ok?",
        "Ask before you write, and always tell me first."}) {
    CAPTURE(text);
    CHECK(weight_of(text) == 200'000);
  }
}

TEST_CASE("an everyday message does not raise") {
  for (const std::string_view text : {"Never met him",
                                      "Always fails on Windows",
                                      "Never works for me",
                                      "Never give up!",
                                      "Stop worrying!",
                                      "Run tests for each file",
                                      "You should not worry",
                                      "Everyone has a price",
                                      "It should be sunny tomorrow",
                                      "It should be 20 degrees",
                                      "It's fun, not work",
                                      "Let's go for a walk",
                                      "Let's keep in touch",
                                      "I'll keep you posted",
                                      "I'll pick you up",
                                      "I moved out of the way",
                                      "I moved to the couch",
                                      "My child process died",
                                      "My father never died",
                                      "My sister's phone died",
                                      "I am expecting a call",
                                      "I broke a glass",
                                      "I had a stroke of luck",
                                      "I had a great time with my daughter",
                                      "I met my husband for lunch",
                                      "The real problem is the money",
                                      "I fixed dinner by cooking",
                                      "Don't know what to say",
                                      "I left my keys at school",
                                      "I won the argument",
                                      "Not bad, but tired",
                                      "It is wrong to judge people",
                                      "Nothing is impossible",
                                      "The decision is hard",
                                      "I picked up the kids",
                                      "I agreed with her"}) {
    CAPTURE(text);
    CHECK(weight_of(text) <= 150'000);
    for (auto kind = static_cast<std::size_t>(FormKind::kOrder); kind <= static_cast<std::size_t>(FormKind::kLast);
         ++kind) {
      CAPTURE(kind);
      CHECK_FALSE(FormReader(language::words_of(text)).holds(static_cast<FormKind>(kind)));
    }
  }
}

TEST_CASE("what others said and what is to be written does not raise") {
  for (const std::string_view text :
       {"He said my father died", "Translate: my father died", "Translate this:\nMy father died.",
        "Write a poem about how I lost my job", "She told me, never push to main.",
        "Can you write a story? I hope my boss lost his cat", "Maybe my father died.",
        "Summarise: never push to main. I lost my job."}) {
    CAPTURE(text);
    CHECK(weight_of(text) <= 0);
  }
}

TEST_CASE("news and orders in the sentence of a question count") {
  for (const std::string_view text :
       {"I live in Porto and my wife died in May, what should I do?", "Never push to main, got it?",
        "Can you always show me the diff before you apply it?"}) {
    CAPTURE(text);
    CHECK(weight_of(text) == 200'000);
  }
  CHECK(weight_of("I live in Porto, what should I do?") == 150'000);
  CHECK(weight_of("The port is green now, can you fix it?") == 0);
  CHECK(weight_of("Can you use chopsticks?") == -100'000);
  CHECK(weight_of("It should be 5433, right?") == 0);
}

}  // namespace turnstream::episodic
