#include "stages/pattern/vocabulary/vocabulary.h"

#include <array>
#include <doctest/doctest.h>

#include "stages/pattern/vocabulary/english_words.h"

namespace turnstream::pattern {

TEST_CASE("the table says what a word can be and how often it is used") {
  CHECK(english().look_up("pottery").use == WordUse::kTopic);
  CHECK(english().look_up("samsung").use == WordUse::kName);
  CHECK(english().look_up("group").use == WordUse::kPart);
  CHECK(english().look_up("mental").use == WordUse::kFirst);
  for (const char* word : {"the", "about", "amazing", "said", "yesterday", "thing"}) {
    CAPTURE(word);
    CHECK(english().look_up(word).use == WordUse::kOther);
  }
  CHECK(english().look_up("school").per_billion > 100'000);
  CHECK(english().look_up("pottery").per_billion < 10'000);
}

TEST_CASE("a plural is as its singular and a word that is not in the table is judged by its ending") {
  CHECK(english().look_up("turtles") == english().look_up("turtle"));
  CHECK(english().look_up("grpc") == VocabularyWord{WordUse::kUnlisted, kRarePerBillion});
  CHECK(english().look_up("zorbifying").use == WordUse::kOther);
  CHECK(english().look_up("zorbifyings").use == WordUse::kOther);
  CHECK(english().look_up("").use == WordUse::kUnlisted);
}

TEST_CASE("all lines of the table are read and each word is in one section") {
  CHECK(english_word_lines().size() > 500);
  CHECK(english().size() > 10'000);
}

TEST_CASE("a section gives its words a use and a number") {
  constexpr std::array<std::string_view, 4> kLines{"= topic 70", "kafka broker", "= other", "slow"};
  const Vocabulary vocabulary(kLines);
  CHECK(vocabulary.size() == 3);
  CHECK(vocabulary.look_up("brokers") == VocabularyWord{WordUse::kTopic, 70});
  CHECK(vocabulary.look_up("slow") == VocabularyWord{WordUse::kOther, kRarePerBillion});
  CHECK(vocabulary.look_up("other").use == WordUse::kUnlisted);
}

}  // namespace turnstream::pattern
