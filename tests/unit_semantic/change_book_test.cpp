#include <doctest/doctest.h>

#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

struct ChangeBookFixture : NotedFixture {
  [[nodiscard]] Json note(const std::string& text) const {
    const auto found = notes().find(text);
    REQUIRE_MESSAGE(found != notes().end(), text);
    return found->second;
  }
  void forget_id(const Json& memory, std::int64_t after_ms) {
    forget(R"({"ids":[")" + std::string(memory.at("id")) + R"("]})", after_ms);
  }
};

const std::string kJira = "Our tickets are kept in Jira, project key HRB.";
const std::string kLinear = "We moved the tickets to Linear.";

}  // namespace

TEST_CASE_FIXTURE(ChangeBookFixture,
                  "a sentence without a statement that is worth keeping is a note and no fact is shown") {
  const auto outcome = say(kJira, 0);
  CHECK(facts().empty());
  CHECK(note(kJira).at("current") == true);
  CHECK(note(kJira).at("ended").is_null());
  for (const model::Change& change : outcome.of_kind("stats")) {
    CHECK(change.id != "facts");
  }
}

TEST_CASE_FIXTURE(ChangeBookFixture,
                  "a sentence with two new values replaces each in its own timeline and can be forgotten") {
  say("I live in Leeds and I work at Zentralklinik.", 0);
  say("I now live in Bremen and I now work at Airbus.", kDay, "s2");
  CHECK(fact("user lives in Bremen").at("current") == true);
  CHECK(fact("user works at Airbus").at("current") == true);
  CHECK(fact("user lives in Leeds").at("superseded_by") == fact("user lives in Bremen").at("id"));
  CHECK(fact("user works at Zentralklinik").at("superseded_by") == fact("user works at Airbus").at("id"));
  forget(R"({"ids":["turn2"]})", 2 * kDay);
  CHECK(fact("user lives in Leeds").at("current") == true);
  CHECK(fact("user works at Zentralklinik").at("current") == true);
  say("I work at Siemens.", 3 * kDay, "s3");
  CHECK(fact("user works at Zentralklinik").at("superseded_by") == fact("user works at Siemens").at("id"));
}

TEST_CASE_FIXTURE(ChangeBookFixture, "what took the place of several slots leaves all their timelines") {
  say("My favourite colour is teal and my favourite food is ramen.", 0);
  say("My favourite colour is now crimson and my favourite food is now lasagne.", kDay, "s2");
  say("I switched from crimson and lasagne to plain toast.", 2 * kDay, "s3");
  for (const char* turn : {"turn3", "turn2"}) {
    forget(R"({"ids":[")" + std::string(turn) + R"("]})", 3 * kDay);
  }
  say("My favourite food is now pizza and my favourite colour is now ochre.", 4 * kDay, "s4");
  CHECK(fact("user's favourite food is pizza").at("current") == true);
  forget(R"({"all":true})", 5 * kDay);
  CHECK(facts().empty());
  CHECK(notes().empty());
  say("My favourite food is soup and my favourite colour is grey.", 6 * kDay, "s5");
}

TEST_CASE_FIXTURE(ChangeBookFixture, "another sentence takes its place and forgetting that one brings it back") {
  say(kJira, 0);
  say(kLinear, kDay, "s2");
  const Json successor = fact("We moved the tickets to Linear");
  CHECK(facts().size() == 1);
  CHECK(note(kJira).at("current") == false);
  CHECK(note(kJira).at("ended") == "2026-01-02T10:00:00.000Z");
  CHECK(note(kJira).at("superseded_by") == successor.at("id"));
  CHECK(note(kLinear).at("current") == true);
  forget_id(successor, 2 * kDay);
  CHECK(facts().empty());
  CHECK(note(kJira).at("current") == true);
  CHECK(note(kJira).at("ended").is_null());
  CHECK(note(kJira).at("superseded_by").is_null());
}

TEST_CASE_FIXTURE(ChangeBookFixture, "the note of a statement ends with it and holds again when it is said again") {
  say("My brother lives in Porto.", 0);
  say("My brother lives in Oslo.", kDay, "s2");
  CHECK(note("My brother lives in Porto.").at("current") == false);
  CHECK(note("My brother lives in Porto.").at("superseded_by") == fact("user's brother lives in Oslo").at("id"));
  say("My brother lives in Porto.", 2 * kDay, "s3");
  CHECK(note("My brother lives in Porto.").at("current") == true);
  CHECK(note("My brother lives in Oslo.").at("current") == false);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "the note of an observation ends with its fact") {
  observe("The staging database runs on port 5433.", 0);
  say("The staging database runs on port 6543.", kDay, "s2");
  CHECK(note("The staging database runs on port 5433.").at("current") == false);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a note that says two facts ends with either and holds again with both") {
  const std::string both = "My brother lives in Porto and my sister lives in Lund.";
  say(both, 0);
  REQUIRE(facts().size() == 2);
  say("My brother lives in Oslo.", kDay, "s2");
  say("My sister lives in Bern.", 2 * kDay, "s3");
  forget_id(fact("user's brother lives in Oslo"), 3 * kDay);
  CHECK(note(both).at("current") == false);
  CHECK(note(both).at("superseded_by") == fact("user's sister lives in Bern").at("id"));
  forget_id(fact("user's sister lives in Bern"), 4 * kDay);
  CHECK(note(both).at("current") == true);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a note that says itself what holds now stays current") {
  say("My brother lives in Porto. No, my brother lives in Oslo.", 0);
  REQUIRE(notes().size() == 1);
  CHECK(fact("user's brother lives in Porto").at("current") == false);
  CHECK(notes().begin()->second.at("current") == true);
}

TEST_CASE("a unit that is not of record yet becomes a note that does not hold") {
  SemanticFixture test(R"({"semantic":{"notes_per_session":1}})");
  const std::string better = "Our invoices are kept in Odoo, project key RSX 17.";
  test.say(kJira, 0);
  test.say(better, kMinute);
  REQUIRE(test.notes().count(kJira) == 0);
  test.say(kLinear, 2 * kMinute, "s2");
  REQUIRE(test.facts().size() == 1);
  test.forget(R"({"ids":["turn2"]})", 3 * kMinute);
  test.say("Thanks a lot!", 4 * kMinute);
  REQUIRE(test.notes().count(kJira) == 1);
  CHECK(test.notes().at(kJira).at("current") == false);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a sentence in other words is another source of the note") {
  say(kJira, 0);
  say("As I said, our tickets are in Jira, key HRB.", kDay, "s2");
  CHECK(facts().empty());
  CHECK(note(kJira).at("sources").size() == 2);
  CHECK(note(kJira).at("current") == true);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "an observation of the same words shows the fact") {
  const std::string shifts = "On night shifts at St Brannock's every third week";
  say(shifts, 0);
  CHECK(facts().empty());
  observe(shifts, kMinute);
  CHECK(fact(shifts).at("sources").size() == 2);
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a forget of the turn removes a fact that was never shown and bars it") {
  say(kJira, 0);
  const auto outcome = forget(R"({"ids":["turn1"]})", kMinute);
  CHECK(outcome.of_kind("fact").empty());
  CHECK(outcome.processed == 2);
  say(kJira, 2 * kMinute, "s2");
  say(kLinear, kDay, "s3");
  CHECK(notes().count(kJira) == 0);
  for (const auto& [key, row] : driver().rows("helper")) {
    CHECK(row.find("Jira") == std::string::npos);
  }
}

TEST_CASE("facts that are not shown leave first if there are too many") {
  SemanticFixture test(R"({"semantic":{"facts_max":2,"notes_per_session":0}})");
  test.say("My brother lives in Porto.", 0);
  test.say(kJira, kMinute);
  test.say("My sister lives in Lund.", 2 * kMinute);
  CHECK(test.facts().size() == 2);
}

TEST_CASE_FIXTURE(SemanticFixture, "what replaces a value of a timeline stands in the timeline") {
  say("My brother lives in Porto.", 0);
  say("My brother packed up and ended up in Oslo.", kDay);
  CHECK(fact("user's brother lives in Porto").at("current") == false);
  CHECK(!fact("user's brother lives in Porto").at("superseded_by").is_null());
  say("My brother lives in Lund.", 2 * kDay);
  CHECK(fact("user's brother lives in Lund").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a sentence in other words is evidence for the fact that is shown") {
  say("Prometheus listens on 9090 at our place.", 0);
  const std::size_t facts_before = facts().size();
  say("our prometheus is on :9090", kDay, "s2");
  CHECK(facts().size() == facts_before);
  CHECK(facts().begin()->second.at("sources").size() == 2);
}

TEST_CASE_FIXTURE(SemanticFixture, "a sentence with another value or a negation is not evidence for the fact") {
  say("My favourite colour is blue.", 0);
  say("My favourite colour is red.", kDay);
  CHECK(fact("user's favourite colour is blue").at("superseded_by") == fact("user's favourite colour is red").at("id"));
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a sentence with a negation is not another source of the note") {
  say("We deploy on Kubernetes.", 2 * kDay);
  say("We don't deploy on Kubernetes.", 3 * kDay, "s2");
  CHECK(note("We deploy on Kubernetes.").at("sources").size() == 1);
}

TEST_CASE_FIXTURE(SemanticFixture, "a statement that was forgotten does not come back as a text") {
  say("I live in Berlin.", 0);
  forget(R"({"ids":[")" + std::string(fact("user lives in Berlin").at("id")) + R"("]})", kDay);
  say("I live in Berlin.", 2 * kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a correction takes the place of what it corrects") {
  say("We keep the spare lab key with Odile.", 0);
  say("No, that's wrong: the spare lab key is with Femi.", kDay, "s2");
  CHECK(note("We keep the spare lab key with Odile.").at("current") == false);
  CHECK(!note("We keep the spare lab key with Odile.").at("superseded_by").is_null());
}

TEST_CASE_FIXTURE(ChangeBookFixture, "a text to work on changes no fact and makes none of its sentences") {
  say(kJira, 0);
  say("Translate: We moved the tickets to Linear. Our wiki is kept in Notion.", kDay, "s2");
  CHECK(facts().empty());
  CHECK(note(kJira).at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a statement of a sentence with a reading keeps the sentence") {
  say("Good news. My brother lives in Porto!", 0);
  CHECK(fact("user's brother lives in Porto").at("evidence") == "My brother lives in Porto!");
}

TEST_CASE_FIXTURE(ChangeBookFixture, "the next sentence can say what takes the place of what ended") {
  say("We live in Leeds.", 0);
  say("Finally out of Leeds! We are at a new place in Bristol.", kDay, "s2");
  CHECK(note("We live in Leeds.").at("current") == false);
  CHECK(!note("We live in Leeds.").at("superseded_by").is_null());
}

TEST_CASE_FIXTURE(ChangeBookFixture, "what one user says ends nothing that another user said of themselves") {
  const std::string alto = "I sing alto in the church choir on Mondays.";
  const model::User ann{"u1", "Ann"};
  const model::User bob{"u2", "Bob"};
  say_as(ann, alto, 0);
  say_as(bob, "I left the church choir.", kDay);
  CHECK(note(alto).at("current") == true);
  say_as(ann, "I left the church choir.", 2 * kDay);
  CHECK(note(alto).at("current") == false);
}

TEST_CASE_FIXTURE(SemanticFixture, "a persona that is forgotten with all leaves no row of its topics") {
  say("Our tickets are kept in Jira, project key HRB. I sing alto in a choir.", 0);
  say("We moved the tickets to Linear. I left the choir.", kDay);
  forget(R"({"all":true})", 2 * kDay);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(SemanticFixture, "a success of the same call ends the failure of a tool and another call does not") {
  const auto call = [this](std::string_view inputs, std::int64_t at, bool fails) {
    model::StateExport turn = empty_turn(at);
    model::ToolExecution tool;
    tool.tool_id = "deploy";
    tool.inputs_json = inputs;
    tool.status = fails ? model::ToolStatus::kFailure : model::ToolStatus::kSuccess;
    if (fails) {
      tool.error = "disk full";
    }
    turn.tool_executions.push_back(tool);
    return give(turn);
  };
  call(R"({"host":"a"})", 0, true);
  call(R"({"host":"b"})", kMinute, false);
  CHECK(fact("tool deploy fails on disk full").at("current") == true);
  call(R"({"host":"a"})", 2 * kMinute, false);
  CHECK(fact("tool deploy fails on disk full").at("current") == false);
}

TEST_CASE_FIXTURE(SemanticFixture, "what is liked and then disliked is one taste") {
  say("I love opera.", 0);
  say("I hate opera.", kDay);
  CHECK(fact("user likes opera").at("current") == false);
  CHECK(fact("user likes opera").at("superseded_by") == fact("user dislikes opera").at("id"));
}

TEST_CASE_FIXTURE(SemanticFixture, "a port is one value in all the words for it") {
  observe("api port is 8080", 0);
  observe("The api listens on port 9090", kMinute);
  CHECK(fact("api port is 8080").at("superseded_by") == fact("api port is 9090").at("id"));
}

TEST_CASE_FIXTURE(SemanticFixture, "an event holds on the days that its sentence names") {
  say("I adopted a greyhound yesterday.", 0);
  CHECK(fact("user adopted a greyhound").at("validity") ==
        Json::parse(R"([{"from":"2025-12-31T00:00:00.000Z","to":"2026-01-01T00:00:00.000Z"}])"));
  CHECK(fact("user adopted a greyhound").at("current") == true);
}

}  // namespace turnstream::semantic
