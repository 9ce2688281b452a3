#include "pipeline/codec/pattern.h"

#include <doctest/doctest.h>

namespace turnstream {

TEST_CASE("patterns are written as published and read back") {
  model::Pattern pattern;
  pattern.id = "id";
  pattern.persona_id = "helper";
  pattern.type = model::PatternType::kHabit;
  pattern.key = "run the tests";
  pattern.polarity = model::Polarity::kNegative;
  pattern.text = "never runs the tests";
  pattern.confidence = 680'000;
  pattern.occurrences = 2;
  pattern.first_seen = EventTime{0};
  pattern.last_seen = EventTime{1000};
  pattern.evolution = {{EventTime{0}, 600'000}};
  pattern.sources = {{"837f", "01J", "s1"}};
  std::string out;
  codec::append_pattern(out, pattern);
  CHECK(out == R"({"kind":"pattern","id":"id","persona_id":"helper","type":"habit","key":"run the tests",)"
               R"("polarity":"negative","text":"never runs the tests","confidence":0.68,"occurrences":2,)"
               R"("first_seen":"1970-01-01T00:00:00.000Z","last_seen":"1970-01-01T00:00:01.000Z",)"
               R"("evolution":[{"at":"1970-01-01T00:00:00.000Z","confidence":0.6}],)"
               R"("sources":[{"id":"837f","turn_id":"01J","session_id":"s1"}]})");
  const auto read = codec::parse_pattern(out);
  REQUIRE(read.ok());
  CHECK(*read == pattern);
  CHECK_FALSE(codec::parse_pattern("{}").ok());
}

TEST_CASE("an instruction is written with what it holds for and read back") {
  model::Pattern pattern;
  pattern.id = "id";
  pattern.type = model::PatternType::kInstruction;
  pattern.text = "in git, never rebase";
  pattern.scope.tool = "git";
  std::string out;
  codec::append_pattern(out, pattern);
  CHECK(out.find(R"("text":"in git, never rebase","scope":{"tool":"git"},"confidence":)") != std::string::npos);
  const auto read = codec::parse_pattern(out);
  REQUIRE(read.ok());
  CHECK(*read == pattern);
}

TEST_CASE("a pattern that a user stated is written with the user and read back") {
  model::Pattern pattern;
  pattern.id = "id";
  pattern.persona_id = "helper";
  pattern.user = {"u1", "Ann"};
  std::string out;
  codec::append_pattern(out, pattern);
  CHECK(out.find(R"("persona_id":"helper","user_id":"u1","user_name":"Ann","type":)") != std::string::npos);
  const auto read = codec::parse_pattern(out);
  REQUIRE(read.ok());
  CHECK(*read == pattern);
}

}  // namespace turnstream
