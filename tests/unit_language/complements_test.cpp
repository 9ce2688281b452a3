#include "stages/common/language/complements.h"

#include <doctest/doctest.h>

#include "stages/common/language/company.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/tastes.h"

namespace turnstream::language {
namespace {

/// The complement of the first statement of a text of one sentence.
std::string complement(std::string_view text) {
  const Words words = words_of(text);
  const std::vector<Sentence> sentences = asserted_sentences(words);
  const std::vector<Statement> statements = statements_in(text, Register::kTalk);
  REQUIRE(sentences.size() == 1);
  REQUIRE_FALSE(statements.empty());
  return complement_of(sentences.front(), statements.front());
}

std::optional<Company> company(std::string_view text) {
  const Words words = words_of(text);
  return company_in(asserted_sentences(words).front());
}

}  // namespace

TEST_CASE("a complement is what a clause says behind the value up to its end") {
  CHECK(complement("I visited a travel agency to see what a flight costs, and Ann came along.") ==
        "to see what a flight costs");
  CHECK(complement("We went to a soup kitchen to hand out blankets and socks.") == "to hand out blankets and socks");
  CHECK(complement("I moved to Ghent with my aunt and it rained.") == "with my aunt");
  CHECK(complement("We also watch \"Alien\" during the holidays.") == "during the holidays");
  CHECK(complement("I work at Acme as a nurse - it is fine.") == "as a nurse");
  CHECK(complement("I joined a food drive for people who lost their jobs.") == "who lost their jobs");
  CHECK(complement("I like hiking because it is quiet.").empty());
}

TEST_CASE("a complement has no word that needs the conversation or has another speaker") {
  CHECK(complement("I bought a tent to help you.").empty());
  CHECK(complement("I moved to Ghent with them.").empty());
  CHECK(complement("I moved to Ghent with my aunt to show her that.") == "with my aunt");
  CHECK(complement("I joined a chess club to talk about it.").empty());
  CHECK(complement("I joined a group of climbers who are into the same stuff as me.").empty());
}

TEST_CASE("of times a complement has those that stay true") {
  CHECK(complement("I moved to Ghent last Friday with my aunt.") == "with my aunt");
  CHECK(complement("I won a chess tournament in 2019.") == "in 2019");
  CHECK(complement("I moved to Ghent in 2019.").empty());
  CHECK(complement("I play chess in the morning.") == "in the morning");
  CHECK(complement("I like tea in the morning.").empty());  // it is part of what one likes
  CHECK(complement("I practice yoga for two years.").empty());
}

TEST_CASE("a statement of others and a German one have no complement") {
  CHECK(complement("My sister plays the cello in a club.").empty());
  CHECK(complement("Ich habe einen Hund.").empty());
}

TEST_CASE("company are the people that a sentence names next to the speaker") {
  CHECK(company("My colleagues and I went to a fair.")->people == "their colleagues");
  CHECK(company("My colleagues and I went to a fair.")->of_self);
  CHECK(company("My sister Clara and I went to a fair.")->people == "their sister Clara");
  CHECK_FALSE(company("My wife and I have a boat, and I work at Acme.")->of_self);
  CHECK(company("Gina and I went to a fair.")->people == "Gina");
  CHECK(company("I went to a fair with my wife.")->people == "their wife");
  CHECK_FALSE(company("I went to a fair with my wife.")->of_self);
  CHECK(company("Our team is small.")->people == "their team");
  CHECK_FALSE(company("My boss is called Ann.").has_value());
}

TEST_CASE("what we like to do counts if it is said who we are or that it is always so") {
  const auto count = [](std::string_view text) { return statements_in(text, Register::kTalk).size(); };
  CHECK(count("We love climbing and sliding.") == 0);
  CHECK(count("We always love climbing in the hills.") == 1);
  CHECK(count("My family is great, and we love climbing in the hills.") == 1);
  CHECK(count("I love climbing in the hills.") == 1);
  CHECK(count("We love \"Alien\".") == 1);
}

}  // namespace turnstream::language
