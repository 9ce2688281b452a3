#include "stages/common/language/statements.h"

#include <doctest/doctest.h>
#include <string>

#include "tests/unit_language/found.h"

namespace turnstream::language {
TEST_CASE("a statement is the same with a contraction or a typographic apostrophe or capitals") {
  CHECK(said("I'm a nurse") == "user/is/a nurse");
  CHECK(said("I’m a nurse.") == "user/is/a nurse");
  CHECK(said("im a nurse") == "user/is/a nurse");
  CHECK(said("I AM A NURSE!") == "user/is/A NURSE");
}

TEST_CASE("two tastes in one sentence are two facts") {
  CHECK(said("I like hiking and swimming.") == "user/likes/hiking; user/likes/swimming");
  CHECK(said("I like mac and cheese.") == "user/likes/mac and cheese");
}

TEST_CASE("words behind the value are not part of it") {
  CHECK(said("I moved to Porto last year because of work") == "user/lives in/Porto");
  CHECK(said("The api port is 8080, by the way.") == "api port/is/8080");
}

TEST_CASE("questions and hypotheses and reports and jokes and code give no statement") {
  CHECK(said("Do I live in Berlin?").empty());
  CHECK(said("If I live in Berlin, I take the train.").empty());
  CHECK(said("She said I live in Berlin.").empty());
  CHECK(said("I live in Berlin, just kidding").empty());
  CHECK(said("I live on Mars 😂").empty());
  CHECK(said("```\nI live in Berlin\n```").empty());
  CHECK(said("> I live in Berlin").empty());
  CHECK(said("My brother told me \"I live in Berlin\".").empty());
}

TEST_CASE("a question that only reminds gives a statement") {
  CHECK(said("I live in Berlin, remember?") == "user/lives in/Berlin");
  CHECK(said("Do you remember?").empty());
}

TEST_CASE("just kidding removes the sentence before it and no other") {
  CHECK(said("I live in Oslo. I own three yachts. Just kidding!") == "user/lives in/Oslo");
}

TEST_CASE("moods and judgements give no statement in talk") {
  CHECK(said("The nightly backup job is red.").empty());
  CHECK(said("My favourite colour is red.") == "user's favourite colour/is/red");
  CHECK(said("I'm so tired.").empty());
  CHECK(said("The food is great.").empty());
  CHECK(said("That is my favourite.").empty());
  CHECK(said("I love your turtles!").empty());
}

TEST_CASE("a state gives a statement in a record") {
  CHECK(said("build server is slow", Register::kRecord) == "build server/is/slow");
  CHECK(said("api port is 8080", Register::kRecord) == "api port/is/8080");
  CHECK(said("The user prefers tabs", Register::kRecord) == "user/prefers/tabs");
  CHECK(said("three tsconfig files in the repository", Register::kRecord).empty());
}

TEST_CASE("a denial gives a statement that has ended") {
  CHECK(said("I no longer work at Acme.") == "no longer user/works at/Acme");
  CHECK(said("I don't live in Berlin anymore") == "no longer user/lives in/Berlin");
  CHECK(said("I used to work at Acme.") == "no longer user/works at/Acme");
  CHECK(said("I'm not a fan of jazz.") == "no longer user/likes/jazz");
}

TEST_CASE("a statement is written as an English sentence") {
  CHECK(sentence_of({"api port", "is", "8080", false}) == "api port is 8080");
  CHECK(sentence_of({"we", "likes", "climbing", false}) == "we like climbing");
  CHECK(sentence_of({"we", "has", "three replicas", false}) == "we have three replicas");
  CHECK(sentence_of({"we", "is passionate about", "tea", false}) == "we are passionate about tea");
  CHECK(sentence_of({"user", "lost", "my job", false}) == "user lost their job");
  CHECK(in_third_person("running my own studio in our town") == "running their own studio in their town");
  CHECK(in_third_person("myself").append(in_third_person("")) == "myself");
}

TEST_CASE("a text states something if it gives a statement") {
  const std::string french = "Mon api port is 8080 mais je préfère le changer demain matin avec toute mon équipe";
  const std::string order = "Always answer in German. My port is 8080. Here is the mail that you should read: ";
  for (const std::string& text :
       {std::string("I moved to Porto last year."), std::string("What a day! Do you live in Berlin?"), std::string(),
        std::string("Thanks. The api port is 8080."), std::string("Ich wohne seit drei Jahren in Berlin"),
        std::string("I love waiting. NOT. Sure, great job..."), french, order + french, french + " " + order}) {
    CAPTURE(text);
    for (const Register reg : {Register::kTalk, Register::kRecord}) {
      CHECK(states_something(text, reg) != statements_in(text, reg).empty());
    }
  }
  CHECK(states_something("Thanks. The api port is 8080.", Register::kTalk));
  CHECK_FALSE(states_something(french, Register::kTalk));
}

TEST_CASE("a text of any length gives at most 24 statements") {
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text.append("Port" + std::to_string(i) + " is " + std::to_string(i) + ". ");
  }
  CHECK(statements_in(text, Register::kTalk).size() == 24);
}

}  // namespace turnstream::language
