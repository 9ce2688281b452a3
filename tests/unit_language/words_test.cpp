#include "stages/common/language/words.h"

#include <doctest/doctest.h>
#include <random>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

std::string cut(std::string_view text) {
  std::string all;
  for (const Word& word : words_of(text)) {
    all.append(all.empty() ? "" : " ").append(word.punctuation ? "<" + word.lower + ">" : word.lower);
  }
  return all;
}

}  // namespace

TEST_CASE("a word keeps the marks inside names and numbers") {
  CHECK(cut("node.js, C++ and 10.0.0.1:80/x.") == "node.js <,> c++ and 10.0.0.1:80/x <.>");
  CHECK(cut("1,000 files (e.g. a.md)") == "1,000 files <(> e.g. a.md <)>");
  CHECK(cut("Dr. Who met J. R. Smith.") == "dr. who met j. r. smith <.>");
  CHECK(cut("No. It is no. 5.") == "no <.> it is no. 5 <.>");
}

TEST_CASE("a set finds its words and no others") {
  const WordSet empty;
  CHECK_FALSE(empty.has(""));
  CHECK_FALSE(empty.has("a"));
  std::vector<std::string> texts;
  for (int i = 0; i < 2000; ++i) {
    texts.push_back(std::to_string(i * i) + std::string(static_cast<std::size_t>(i % 19), 'x'));
  }
  WordSet set;
  for (std::size_t i = 0; i < texts.size(); i += 2) {
    CHECK(set.add(texts[i]) == i / 2);
  }
  CHECK(set.add(texts[0]) == 0);
  CHECK(set.words().size() == texts.size() / 2);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    CHECK(set.place_of(texts[i]) == (i % 2 == 0 ? i / 2 : set.words().size()));
  }
  CHECK(WordSet("b|a b|b", '|').words() == std::vector<std::string_view>{"b", "a b"});
}

TEST_CASE("letters of every script and marks inside words are cut alike at every length") {
  for (const std::string_view part : {"a", "B", "_", "ö", "’", "'", "7"}) {
    std::string text = "x";
    for (int length = 1; length < 40; ++length) {
      text.append(part);
      const Words words = words_of(text + " y");
      CHECK(words.front().lower.starts_with("x"));
      CHECK(words.back().is("y"));
      CHECK(words_of("\n" + text).at(1).lower == words.front().lower);
    }
  }
}

TEST_CASE("words with a hyphen are in their classes") {
  for (const char* lasting : {"lactose-intolerant", "short-sighted", "left-handed"}) {
    CHECK_MESSAGE(words_of(lasting).at(0).in(kLasting), lasting);
  }
  for (const char* property : {"case-insensitive", "multi-tenant", "read-only"}) {
    CHECK_MESSAGE(words_of(property).at(0).in(kProperty), property);
  }
}

TEST_CASE("a year has four digits") {
  CHECK(is_time_word(words_of("2019").at(0)));
  CHECK_FALSE(is_time_word(words_of("20px").at(0)));
  CHECK_FALSE(is_time_word(words_of("19th").at(0)));
}

TEST_CASE("contractions become the words they stand for") {
  CHECK(cut("I'm, don't, we've, it's, can't") == "i am <,> do not <,> we have <,> it is <,> can not");
  CHECK(cut("my dog's name") == "my dog name");
}

TEST_CASE("each word gives its position in the text") {
  const std::string text = "Hello — don’t panic, it's “Zürich”!";
  for (const Word& word : words_of(text)) {
    CHECK(word.end <= text.size());
    CHECK(text.substr(word.begin, word.end - word.begin) == word.text);
  }
}

TEST_CASE("a stem is the word without its plural ending") {
  CHECK(stem("ports") == "port");
  CHECK(stem("queries") == "query");
  CHECK(stem("class") == "class");
  CHECK(stem("bus") == "bus");
  CHECK(stem("movies") == "movie");
  CHECK(stem("series") == "series");
  CHECK(stem("databases") == "database");
}

TEST_CASE("a megabyte of one repeated phrase gives no more than the maximum of results") {
  for (const char* word : {"always ", "never ", "I ", "and I ", "is ", "I use a, ", "I like a and b and ", "not ", "- ",
                           "\"", "The api port is 8080. "}) {
    std::string text;
    while (text.size() < 1'000'000) {
      text.append(word);
    }
    CHECK(statements_in(text, Register::kTalk).size() <= 24);
    CHECK(stated_patterns_in(text).size() <= 12);
  }
}

TEST_CASE("random texts never crash the rules and give no more than the maximum of results") {
  const auto seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  const std::vector<std::string> parts{"I",    "am", "'",   "’s",    "the",    "api",  "is", "not",  "\"",     ",",
                                       ".",    "?",  "\n",  "never", "always", "my",   "a",  "to",   " ",      "😂",
                                       "\xff", "-",  "```", ">",     "of",     "like", "(",  "8080", "prefer", "and"};
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (int i = 0; i < 30; ++i) {
      text.append(parts[random() % parts.size()]).append(random() % 3 == 0 ? "" : " ");
    }
    CHECK(statements_in(text, Register::kTalk).size() <= 24);
    CHECK(statements_in(text, Register::kRecord).size() <= 24);
    CHECK(stated_patterns_in(text).size() <= 12);
  }
}

TEST_CASE("a preference with rather but without a verb phrase is ignored") {
  CHECK(stated_patterns_in("I'd rather, you know, walk.").empty());
  CHECK(stated_patterns_in("I'd rather than drive walk.").empty());
  CHECK(stated_patterns_in("I'd rather over # for because").empty());
}

TEST_CASE("a habit in a clause that is too long is ignored") {
  std::string text = "I always run";
  for (int i = 0; i < 1000; ++i) {
    text += " port";
  }
  CHECK(stated_patterns_in(text).empty());
}

}  // namespace turnstream::language
