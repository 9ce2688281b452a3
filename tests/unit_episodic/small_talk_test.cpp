#include "stages/episodic/signals/small_talk.h"

#include <doctest/doctest.h>
#include <string_view>

#include "tests/unit_episodic/weights.h"

namespace turnstream::episodic {

TEST_CASE("a chat of nothing but small talk is worth half of one that says something") {
  for (const std::string_view text : {"see ya!",
                                      "Hi Bot!",
                                      "Good morning!",
                                      "Thanks, Tom!",
                                      "Thank you so much, that was great help!",
                                      "Thanks for the quick fix!",
                                      "ok",
                                      "No",
                                      "No.",
                                      "Sure.",
                                      "Yes please.",
                                      "Got it.",
                                      "I see.",
                                      "Wow, cool!",
                                      "You are so right.",
                                      "How are you?",
                                      "Congratulations!",
                                      "Have a great day!",
                                      "Danke!",
                                      "ty",
                                      "np",
                                      "lol",
                                      "👍",
                                      "❤️",
                                      "running",
                                      "started",
                                      "half way through"}) {
    CAPTURE(text);
    CHECK(weight_of(text) == -300'000);
    for (const std::string_view reply :
         {"You're welcome! Let me know if you need anything else.", "You're very welcome!", "Glad it worked!",
          "Sure thing!", "No problem, Tom.", "Happy to help with the trip!", "On it!", "You too!", "Any time!",
          "I'm doing well, thank you! How can I help?"}) {
      CAPTURE(reply);
      CHECK(weight_of(text, reply) == -300'000);
    }
  }
  CHECK(weight_of("Happy birthday!", "Thanks, Tom!") == -200'000);  // it names a date
}

TEST_CASE("a sentence with something in it keeps the base however it begins") {
  for (const std::string_view text : {"Hey, prod is down",
                                      "Yes, the port is 8080",
                                      "Thanks, the parser works on the big file now",
                                      "Later the boat left",
                                      "Look at the third column of the sheet",
                                      "No, it is broken",
                                      "Great, Clara sails to Oslo",
                                      "TypeScript interfaces provide better type safety than any",
                                      "question number 7",
                                      "The ferry is ready",
                                      "first",
                                      "deploy step 3",
                                      "visa pending",
                                      "ok, Postgres",
                                      "Right, Lisbon",
                                      "No work today",
                                      "nothing works",
                                      "Congrats on your wedding, Bo!",
                                      "Good luck with chemo, Mum",
                                      "Thanks, with Stripe then",
                                      "Thanks for coming to my wedding",
                                      "See you in Lisbon"}) {
    CAPTURE(text);
    CHECK(weight_of(text) == 0);
  }
  CHECK(weight_of("Thanks!", "The invoice of Globex is due on 12 June.") == 0);
}

TEST_CASE("a courtesy of the agent counts only as whole words and if nothing else is said") {
  for (const std::string_view reply :
       {"You took the wrong branch.", "On items, the total is wrong.", "Any time series with gaps is dropped.",
        "Let me know if the deploy fails in Oslo and page Ann.", "On it, the total is wrong.", "I am here in Porto."}) {
    CAPTURE(reply);
    CHECK(talk_of(reply, Side::kAgent) == Talk::kSubstance);
    CHECK(weight_of("ok", reply) >= 0);
  }
}

TEST_CASE("a question alone is worth less unless the agent answers it") {
  CHECK(weight_of("What should I do?") == -100'000);
  CHECK(weight_of("Hey Tom, what should I do?") == -100'000);
  CHECK(weight_of("Hey Tom, how are you?") == -300'000);
  CHECK(weight_of("What should I do?", "Of course!") == -100'000);
  CHECK(weight_of("What should I do?", "Pay the invoice of Globex first.") == 0);
  CHECK(weight_of("Is it 8080?") == 0);
}

}  // namespace turnstream::episodic
