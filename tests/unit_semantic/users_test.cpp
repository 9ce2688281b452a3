#include <algorithm>
#include <doctest/doctest.h>
#include <utility>

#include "pipeline/codec/ids.h"
#include "stages/semantic/relations.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

const model::User kAnn{"u1", "Ann"};
const model::User kBob{"u2", "Bob"};

}  // namespace

TEST_CASE_FIXTURE(SemanticFixture, "what two users say of themselves is two facts and neither supersedes the other") {
  say_as(kAnn, "I live in Berlin.", 0);
  say_as(kBob, "I live in Paris.", kMinute);
  CHECK(fact("Ann lives in Berlin").at("current") == true);
  CHECK(fact("Bob lives in Paris").at("current") == true);
  CHECK(fact("Ann lives in Berlin").at("superseded_by").is_null());
  CHECK(fact("Ann lives in Berlin").at("user_id") == "u1");
  CHECK(fact("Ann lives in Berlin").at("user_name") == "Ann");
  CHECK(fact("Ann lives in Berlin").at("subject") == "user");
  CHECK(fact("Ann lives in Berlin").at("id") == to_string(codec::fact_id("helper", {"user/u1", "lives in", "berlin"})));
}

TEST_CASE_FIXTURE(SemanticFixture, "a newer value supersedes the older one of the same user alone") {
  say_as(kAnn, "I live in Berlin.", 0);
  say_as(kBob, "I live in Berlin.", kMinute);
  say_as(kAnn, "I live in Lisbon.", 2 * kMinute);
  CHECK(fact("Ann lives in Berlin").at("current") == false);
  CHECK(fact("Ann lives in Berlin").at("superseded_by") == fact("Ann lives in Lisbon").at("id"));
  CHECK(fact("Bob lives in Berlin").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "what a user says of himself and others is a fact of this user with the name") {
  say_as(kAnn, "We live in Berlin.", 0);
  say_as(kBob, "We live in Paris.", kMinute);
  CHECK(fact("Ann: we live in Berlin").at("current") == true);
  CHECK(fact("Bob: we live in Paris").at("user_id") == "u2");
  CHECK(fact("Ann: we live in Berlin").at("subject") == "we");
  say_as(kAnn, "We live in Lisbon.", 2 * kMinute);
  CHECK(fact("Ann: we live in Berlin").at("superseded_by") == fact("Ann: we live in Lisbon").at("id"));
  CHECK(fact("Bob: we live in Paris").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a fact says to what end and with whom while its statement stays the same") {
  say_as(kAnn, "I visited a travel agency to see what a flight costs.", 0);
  CHECK(fact("Ann visited a travel agency to see what a flight costs").at("value") == "a travel agency");
  say_as(kAnn, "My brother and I went to a jazz festival. We also adopted a cat.", kMinute);
  CHECK(fact("Ann and their brother went to a jazz festival").at("subject") == "user");
  CHECK(fact("Ann and their brother adopted a cat").at("subject") == "we");
  say_as(kAnn, "I started learning Greek five years ago.", 2 * kMinute);
  CHECK(fact("Ann started learning Greek in 2021").at("value") == "learning Greek");
}

TEST_CASE("an id that looks like what another user owns is a user of its own") {
  CHECK(subject_of("we", "a") == "user/a's we");
  CHECK(subject_of("we", "") == "we");
  CHECK(subject_of("user's dog", "a") == "user/a's dog");
  CHECK(subject_of("user", "a's dog") == "user/a%27s dog");
  CHECK(subject_of("user", "a%27s dog") == "user/a%2527s dog");
}

TEST_CASE_FIXTURE(SemanticFixture, "the same sentence of two users is one source for each") {
  say_as(kAnn, "My dog is called Rex.", 0);
  say_as(kBob, "My dog is called Rex.", kMinute);
  CHECK(facts().size() == 2);
  CHECK(fact("Ann's dog is called Rex").at("sources").size() == 1);
  CHECK(fact("Ann's dog is called Rex").at("confidence") == fact("Bob's dog is called Rex").at("confidence"));
}

TEST_CASE_FIXTURE(SemanticFixture, "a denial ends the fact of the same user alone") {
  say_as(kAnn, "I work at Acme.", 0);
  say_as(kBob, "I work at Acme.", kMinute);
  say_as(kAnn, "I no longer work at Acme.", 2 * kMinute);
  CHECK(fact("Ann works at Acme").at("current") == false);
  CHECK(fact("Bob works at Acme").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a fact of the world that two users tell is one fact with two sources") {
  say_as(kAnn, "The api port is 8080.", 0);
  say_as(kBob, "The api port is 8080.", kMinute);
  CHECK(fact("api port is 8080").at("sources").size() == 2);
  CHECK_FALSE(fact("api port is 8080").contains("user_id"));
  CHECK(fact("api port is 8080").at("id") == "f8c14a7b-1eca-5bff-b481-c728ab48aa0c");
  say_as(kBob, "The api port is 9090.", 2 * kMinute);
  CHECK(fact("api port is 8080").at("current") == false);
}

TEST_CASE_FIXTURE(SemanticFixture, "a turn without user_id is about the user as before even if it has a name") {
  model::StateExport turn = turn_of({"", "Ann"}, 0);
  turn.user_id.reset();
  turn.turn_data.user_input = "I live in Berlin.";
  give(turn);
  CHECK_FALSE(fact("user lives in Berlin").contains("user_id"));
  CHECK_FALSE(fact("user lives in Berlin").contains("user_name"));
  CHECK(fact("user lives in Berlin").at("id") == to_string(codec::fact_id("helper", {"user", "lives in", "berlin"})));
}

TEST_CASE_FIXTURE(SemanticFixture, "without a name texts show the id") {
  say_as({"u4", " "}, "I live in Ulm.", 0);
  CHECK(fact("u4 lives in Ulm").at("user_id") == "u4");
  say_as({"u3", ""}, "I live in Berlin.", 0);
  CHECK(fact("u3 lives in Berlin").at("user_id") == "u3");
  CHECK_FALSE(fact("u3 lives in Berlin").contains("user_name"));
}

TEST_CASE_FIXTURE(SemanticFixture, "an observation of the user is about the user of its turn") {
  model::StateExport turn = turn_of(kAnn, 0);
  turn.observations.push_back(observation("The user works at Acme"));
  turn.observations.push_back(observation("The build server is down"));
  give(turn);
  CHECK(fact("Ann works at Acme").at("user_id") == "u1");
  CHECK_FALSE(fact("build server is down").contains("user_id"));
}

TEST_CASE_FIXTURE(SemanticFixture,
                  "a text about the user is the user's and similar texts of two users are not merged") {
  const std::string text = "User would rather not be called before nine in the morning on any day of the week";
  for (const model::User& user : {kAnn, kBob}) {
    for (const std::int64_t day : {0, 1}) {
      model::StateExport turn = turn_of(user, day * kDay);
      turn.tool_executions.emplace_back().tool_id = "notes";
      model::MemoryWrite& write = turn.tool_executions.back().memory_writes.emplace_back();
      write.type = "fact";
      write.content = keep(day == 0 ? text : text + " at home");
      give(turn);
    }
  }
  const std::string of_ann = "Ann would rather not be called before nine in the morning on any day of the week";
  CHECK(fact(of_ann).at("user_id") == "u1");
  CHECK(fact(of_ann).at("sources").size() == 2);
  CHECK(fact("Bob" + of_ann.substr(3)).at("sources").size() == 2);
}

TEST_CASE_FIXTURE(SemanticFixture,
                  "a record that speaks of the user is about the user of its turn wherever it does so") {
  const char* const records[] = {"The user no longer likes coffee", "User never eats walnuts at work",
                                 "Coffee in the evening upsets the user", "The kitchen noted the user's allergies"};
  for (const char* record : records) {
    model::StateExport turn = turn_of(kAnn, 0);
    turn.turn_id = keep(std::string("turn of ") + record);
    turn.observations.push_back(observation(record));
    give(turn);
  }
  for (const auto& [text, fact] : facts()) {
    const std::string& shown = text;
    CAPTURE(shown);
    CHECK(fact.contains("user_id"));
  }
  CHECK(facts().size() >= std::size(records));
  model::StateExport turn = turn_of(kAnn, kMinute);
  turn.observations.push_back(observation("The user table is full"));
  give(turn);
  for (const auto& [text, fact] : facts()) {
    CHECK(fact.contains("user_id") == (text.find("table") == std::string::npos));
  }
}

TEST_CASE_FIXTURE(SemanticFixture, "a correction of a fact of a user is a fact of this user") {
  say_as(kAnn, "I prefer almond milk.", 0);
  say_as(kBob, "I prefer almond milk.", kMinute);
  say_as(kAnn, "It's oat milk, not almond milk.", 2 * kMinute);
  for (const auto& [text, fact] : facts()) {
    const std::string& shown = text;
    CAPTURE(shown);
    CHECK(fact.contains("user_id"));
    CHECK(fact.at("current") == (text != "Ann prefers almond milk"));
  }
  CHECK(fact("Ann prefers almond milk").at("current") == false);
}

TEST_CASE("a sentence without a subject is of the user who says it and ends nothing of another user") {
  const std::pair<const char*, const char*> kTalks[] = {
      {"Engaged to Mateo, member of the rowing club.", "Broke up with Mateo and left the rowing club."},
      {"Based in Leeds.", "Finally out of Leeds!"},
      {"Training for the Boston marathon.", "Stopped training for the Boston marathon."},
      {"Allergic to peanuts, by the way.", "Not allergic to peanuts any more."}};
  for (const auto& [first, second] : kTalks) {
    const auto& heard_first = first;
    CAPTURE(heard_first);
    for (const bool own : {false, true}) {
      CAPTURE(own);
      SemanticFixture test("{}");
      test.say_as(kAnn, first, 0);
      const std::int64_t later = 2 * kDay;
      test.say_as(own ? kAnn : kBob, second, later);
      std::size_t ended = 0;
      for (const auto& [text, note] : test.notes()) {
        ended += note.at("current") == false ? 1 : 0;
      }
      CHECK((ended > 0) == own);
    }
  }
}

TEST_CASE("a note of a user gets no source from a turn of another user who says the same") {
  SemanticFixture test("{}");
  test.say_as(kAnn, "Petra sits in room 12 with Selim.", 0);
  test.say_as(kBob, "Petra sits in room 12 with Selim. I live in Bonn.", kDay);
  std::size_t of_ann = 0;
  for (const auto& change : test.notes()) {
    if (change.second.at("user_id") == "u1") {
      ++of_ann;
      CHECK(change.second.at("sources").size() == 1);
    }
  }
  CHECK(of_ann <= 1);  // The fixture's map has the newer note of one text.
}

TEST_CASE_FIXTURE(SemanticFixture, "after the facts of one of two users are forgotten no row of that user is left") {
  say_as(kAnn, "I live in Berlin. My dog is called Rex.", 0);
  say_as(kBob, "I live in Berlin.", kMinute);
  const std::string ids =
      fact("Ann lives in Berlin").at("id").dump() + "," + fact("Ann's dog is called Rex").at("id").dump();
  forget(R"({"ids":[)" + ids + "]}", 2 * kMinute);
  CHECK(facts().size() == 1);
  CHECK(fact("Bob lives in Berlin").at("current") == true);
  const auto& rows = driver().rows("helper");
  CHECK(std::none_of(rows.begin(), rows.end(), [](const auto& row) {
    return row.second.find("u1") != std::string::npos || row.second.find("Ann") != std::string::npos;
  }));
  CHECK(say_as(kAnn, "I live in Berlin.", 3 * kMinute).of_kind("fact").empty());
  CHECK(say_as(kBob, "I live in Berlin.", 4 * kMinute).of_kind("fact").size() == 1);
}

}  // namespace turnstream::semantic
