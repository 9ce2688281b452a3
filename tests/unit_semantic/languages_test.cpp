#include <doctest/doctest.h>

#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
TEST_CASE_FIXTURE(NotedFixture, "a text of another language makes notes and states and ends nothing") {
  say("I sing in the harbour choir.", 0);
  say("I live in Leeds.", kMinute);
  const std::string moved = "Mon frère disait hier soir à la réunion de famille: I moved to Bremen";
  say(moved, kDay, "s2");
  say("Finalement, après toutes ces années, je pense souvent que: I left the harbour choir, disait ma voisine hier soir à la fin du repas",
      kDay + kMinute, "s2");
  CHECK(fact("user lives in Leeds").at("current") == true);
  CHECK(facts().count("user lives in Bremen") == 0);
  CHECK(notes().at("I sing in the harbour choir.").at("current") == true);
  CHECK(notes().at(moved).at("current") == true);
  observe("Le port de l'api est 8080 depuis la mise à jour de la semaine dernière", 2 * kDay);
  CHECK(fact("Le port de l'api est 8080 depuis la mise à jour de la semaine dernière").at("current") == true);
}

TEST_CASE_FIXTURE(NotedFixture, "what is said in German and in English is of one timeline") {
  say("Ich wohne in Leeds und arbeite bei Siemens.", 0);
  say("I moved to Bremen last week.", kDay, "s2");
  CHECK(fact("user lives in Leeds").at("superseded_by") == fact("user lives in Bremen").at("id"));
  say("Bin nach Graz gezogen, endlich.", 2 * kDay, "s3");
  CHECK(fact("user lives in Bremen").at("superseded_by") == fact("user lives in Graz").at("id"));
  say("Ich arbeite nicht mehr bei Siemens.", 3 * kDay, "s4");
  CHECK(fact("user works at Siemens").at("current") == false);
  CHECK(fact("user lives in Graz").at("current") == true);
}

}  // namespace turnstream::semantic
