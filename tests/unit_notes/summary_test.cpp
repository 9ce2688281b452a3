// Summaries of items.

#include "stages/common/notes/summary.h"

#include <doctest/doctest.h>

#include "pipeline/base/utf8.h"

namespace turnstream::notes {
namespace {

ScoredUnit unit(std::string text, std::int64_t score_thousandths) {
  ScoredUnit made;
  made.text = std::move(text);
  made.score = score_thousandths * (kScoreOne / 1000);
  return made;
}

using Units = std::vector<ScoredUnit>;
using Indexes = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a summary is the best unit and the next one only if that is good enough") {
  CHECK(summary_of({}).text.empty());
  CHECK(summary_of(Units{unit("Hi.", -900)}).text == "Hi.");
  const Summary both =
      summary_of(Units{unit("We met in May.", 3000), unit("Hm.", 100), unit("Ann moved to Oslo.", 5000)});
  CHECK(both.text == "We met in May. Ann moved to Oslo.");
  CHECK(both.units == Indexes{0, 2});
  CHECK(summary_of(Units{unit("First.", 2999), unit("Second.", 5000)}).text == "Second.");
  CHECK(summary_of(Units{unit("First.", 2000), unit("Second.", 1499)}).text == "First.");
  CHECK(summary_of(Units{unit("First.", 2000), unit("Second.", 1500)}).text == "First. Second.");
  CHECK(summary_of(Units{unit("First.", 1000), unit("Second.", 1000)}).units == Indexes{0});
}

TEST_CASE("a summary has at most 300 code points and is cut behind a word") {
  std::string words;
  for (int i = 0; i < 50; ++i) {
    words += "größter ";
  }
  const std::string cut = summary_of(Units{unit(words, 2000)}).text;
  CHECK(count_code_points(cut) == 295);  // 37 words of 7 letters with 36 blanks
  CHECK(cut.ends_with(" größter"));
  CHECK(count_code_points(summary_of(Units{unit(std::string(400, 'x'), 2000)}).text) == 300);
  CHECK(cut_at_word("one two", 7) == "one two");
  CHECK(cut_at_word("one two", 6) == "one");
  CHECK(cut_at_word("one two", 4) == "one");
  CHECK(cut_at_word("one two", 3) == "one");
  CHECK(cut_at_word("one two", 2) == "on");
  CHECK(cut_at_word("one two three", 9) == "one two");
  CHECK(cut_at_word(" one", 2) == " o");
  CHECK(cut_at_word("one", 0).empty());
}

TEST_CASE("the labels of a chat are not part of what was said") {
  CHECK(chat_parts("User: Hello\nMe: Hi").user == "Hello");
  CHECK(chat_parts("User: Hello\nMe: Hi").agent == "Hi");
  CHECK(chat_parts("Me: Hi\nMe: again").agent == "Hi\nMe: again");
  CHECK(chat_parts("Me: Hi").user.empty());
  CHECK(chat_parts("User: Hello\nthere").user == "Hello\nthere");
  CHECK(chat_parts("Hello").user == "Hello");
  CHECK(chat_parts("").user.empty());
}

}  // namespace turnstream::notes
