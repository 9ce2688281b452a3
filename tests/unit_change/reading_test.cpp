#include <doctest/doctest.h>
#include <string>

#include "stages/common/change/agreement.h"

namespace turnstream::change {
namespace {

Reading read(const std::string& sentence) {
  const std::vector<Telling> tellings = tellings_in(sentence);
  return tellings.empty() ? Reading() : tellings.front().reading;
}

Verdict verdict(const std::string& known, const std::string& said) {
  return judge(read(known).topics, false, read(said)).verdict;
}

}  // namespace

TEST_CASE("an end reaches what it names and nothing else") {
  CHECK(verdict("I sing alto in a choir in Bath.", "Left the choir at Easter.") == Verdict::kEnds);
  CHECK(verdict("I have a dog, Bruno.", "Bruno doesn't bite any more.") == Verdict::kOther);
  CHECK(verdict("My wife sings in a choir.", "I left the choir.") == Verdict::kOther);
  CHECK(verdict("I sing in a choir.", "I nearly left the choir.") == Verdict::kOther);
  CHECK(verdict("I sing in a choir.", "My husband wants me to leave the choir.") == Verdict::kOther);
}

TEST_CASE("a replacement needs the same object of the same person in the same scope") {
  CHECK(verdict("We keep the tickets in Jira.", "We moved the tickets to Linear.") == Verdict::kReplaces);
  CHECK(verdict("I live in Bath with my two kids.", "We moved the tickets from Jira to Linear.") == Verdict::kOther);
  CHECK(verdict("I live in Bath.", "I moved my family to Leeds.") == Verdict::kReplaces);
  CHECK(verdict("The staging cluster runs Postgres 14.", "The production cluster was upgraded to Postgres 16.") ==
        Verdict::kOther);
  CHECK(verdict("My work number is 555-0131.", "My new private number is 555-0188.") == Verdict::kOther);
  CHECK(verdict("We keep the tickets in Jira.", "We are thinking about moving the tickets to Linear.") ==
        Verdict::kOther);
}

TEST_CASE("a sentence that adds nothing to another one says the same") {
  CHECK(verdict("Prometheus listens on 9090.", "our prometheus is on :9090") == Verdict::kSame);
  CHECK(verdict("Prometheus listens on 9090.", "Prometheus listens on 9191 at the office.") == Verdict::kOther);
}

TEST_CASE("sentences that tell something lasting are worth keeping and small talk is not") {
  for (const char* text : {"Best email for me is nell@example.org", "Glasses are -2.5 both eyes for my brother",
                           "Member at Ironworks", "Our tickets are in Jira", "The wedding's on June 6th"}) {
    CHECK_MESSAGE(read(text).worth, text);
  }
  for (const char* text : {"What a storm today", "Thanks, that was great", "We want to get to Django 5 someday",
                           "I'm so tired", "It is what it is", "People are grumpy"}) {
    CHECK_MESSAGE(!read(text).worth, text);
  }
}

}  // namespace turnstream::change
