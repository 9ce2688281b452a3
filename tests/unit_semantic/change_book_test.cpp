#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

TEST_CASE_FIXTURE(SemanticFixture, "a sentence without a statement that is worth keeping is a fact in its own words") {
  say("Our tickets are kept in Jira, project key HRB.", 0);
  const Json known = fact("Our tickets are kept in Jira, project key HRB");
  CHECK(known.at("subject").is_null());
  CHECK(known.at("current") == true);
  CHECK(known.at("confidence") == 0.7);
}

TEST_CASE_FIXTURE(SemanticFixture, "another sentence takes its place and forgetting that one brings it back") {
  say("Our tickets are kept in Jira, project key HRB.", 0);
  say("We moved the tickets to Linear.", kDay);
  CHECK(fact("Our tickets are kept in Jira, project key HRB").at("current") == false);
  CHECK(fact("Our tickets are kept in Jira, project key HRB").at("superseded_by") ==
        fact("We moved the tickets to Linear").at("id"));
  forget(R"({"ids":[")" + std::string(fact("We moved the tickets to Linear").at("id")) + R"("]})", 2 * kDay);
  CHECK(fact("Our tickets are kept in Jira, project key HRB").at("current") == true);
  CHECK(fact("Our tickets are kept in Jira, project key HRB").at("superseded_by").is_null());
}

TEST_CASE_FIXTURE(SemanticFixture, "what replaces a value of a timeline stands in the timeline") {
  say("My brother lives in Porto.", 0);
  say("My brother packed up and ended up in Oslo.", kDay);
  CHECK(fact("user's brother lives in Porto").at("current") == false);
  CHECK(!fact("user's brother lives in Porto").at("superseded_by").is_null());
  say("My brother lives in Lund.", 2 * kDay);
  CHECK(fact("user's brother lives in Lund").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a sentence in other words is evidence for the fact") {
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
  say("We deploy on Kubernetes.", 2 * kDay);
  say("We don't deploy on Kubernetes.", 3 * kDay);
  CHECK(fact("We deploy on Kubernetes").at("sources").size() == 1);
}

TEST_CASE_FIXTURE(SemanticFixture, "a statement that was forgotten does not come back as a text") {
  say("I live in Berlin.", 0);
  forget(R"({"ids":[")" + std::string(fact("user lives in Berlin").at("id")) + R"("]})", kDay);
  say("I live in Berlin.", 2 * kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(SemanticFixture, "a correction takes the place of what it corrects") {
  say("We keep the spare lab key with Odile.", 0);
  say("No, that's wrong: the spare lab key is with Femi.", kDay);
  CHECK(fact("We keep the spare lab key with Odile").at("current") == false);
  CHECK(!fact("We keep the spare lab key with Odile").at("superseded_by").is_null());
}

TEST_CASE_FIXTURE(SemanticFixture, "a text to work on changes no fact and makes none of its sentences") {
  say("Our tickets are kept in Jira, project key HRB.", 0);
  say("Translate: We moved the tickets to Linear. Our wiki is kept in Notion.", kDay);
  CHECK(facts().size() == 1);
  CHECK(fact("Our tickets are kept in Jira, project key HRB").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a statement of a sentence with a reading keeps the sentence") {
  say("Good news. My brother lives in Porto!", 0);
  CHECK(fact("user's brother lives in Porto").at("evidence") == "My brother lives in Porto!");
}

TEST_CASE_FIXTURE(SemanticFixture, "the next sentence can say what takes the place of what ended") {
  say("We live in Leeds.", 0);
  say("Finally out of Leeds! We are at a new place in Bristol.", kDay);
  const bool closed = std::any_of(facts().begin(), facts().end(), [](const auto& entry) {
    return entry.second.at("current") == false && !entry.second.at("superseded_by").is_null();
  });
  CHECK(closed);
}

TEST_CASE_FIXTURE(SemanticFixture, "what one user says ends nothing that another user said of themselves") {
  const model::User ann{"u1", "Ann"};
  const model::User bob{"u2", "Bob"};
  say_as(ann, "I sing alto in the church choir on Mondays.", 0);
  const auto before = facts();
  say_as(bob, "I left the church choir.", kDay);
  CHECK(std::all_of(facts().begin(), facts().end(),
                    [](const auto& entry) { return entry.second.at("current") == true; }));
  say_as(ann, "I left the church choir.", 2 * kDay);
  CHECK(std::any_of(facts().begin(), facts().end(),
                    [](const auto& entry) { return entry.second.at("current") == false; }));
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
