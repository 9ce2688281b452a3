// Words, stems, dates and signals of texts. The expected values come from the reference program of the recipe.

#include <doctest/doctest.h>

#include "recall/ranking/dates.h"
#include "recall/ranking/porter.h"
#include "recall/ranking/signals.h"
#include "recall/ranking/term_reader.h"
#include "recall/ranking/words.h"
#include "tests/unit_recall_ranking/draw.h"

namespace turnstream::recall {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::year;
using std::chrono::year_month_day;

year_month_day date_of(int y, unsigned m, unsigned d) {
  return {year{y}, month{m}, day{d}};
}

std::vector<std::string_view> runs_of(std::string_view text) {
  std::vector<std::string_view> runs;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::string_view run = next_run(text, at); !run.empty()) {
      runs.push_back(run);
    }
  }
  return runs;
}

}  // namespace

TEST_CASE("stems are those of the original Porter algorithm") {
  constexpr std::pair<std::string_view, std::string_view> kPairs[] = {
      {"relational", "relat"},  {"ponies", "poni"},       {"caresses", "caress"},    {"agreed", "agre"},
      {"feed", "feed"},         {"hopping", "hop"},       {"filing", "file"},        {"controlling", "control"},
      {"happily", "happili"},   {"memories", "memori"},   {"organization", "organ"}, {"generalizations", "gener"},
      {"adoption", "adopt"},    {"opinion", "opinion"},   {"yyyyed", "yyyi"},        {"skiing", "ski"},
      {"dying", "dy"},          {"bees", "bee"},          {"abilities", "abil"},     {"argument", "argument"},
      {"engineering", "engin"}, {"oscillators", "oscil"}, {"national", "nation"},    {"photographs", "photograph"},
      {"miss", "miss"},         {"buses", "buse"},        {"yoga", "yoga"},          {"rhythm", "rhythm"},
      {"toys", "toi"},          {"falling", "fall"},      {"sized", "size"},         {"hissing", "hiss"},
      {"probate", "probat"},    {"cease", "ceas"}};
  for (const auto& pair : kPairs) {
    CAPTURE(pair.first);
    CHECK(porter_stem(pair.first) == pair.second);
  }
}

TEST_CASE("words of one or two letters and digits have themselves as stems") {
  for (const std::string_view word : {"", "s", "is", "u2", "7th", "2023"}) {
    CHECK(porter_stem(word) == word);
  }
}

TEST_CASE("a very long word takes linear time") {
  const std::string word(1 << 20, 'y');
  CHECK(porter_stem(word).size() == word.size());
}

TEST_CASE("words are runs of ASCII letters and digits in lower case") {
  CHECK(words_of("Don't go-to U2's 3rd GIG!") == Words{"don", "t", "go", "to", "u2", "s", "3rd", "gig"});
  CHECK(words_of("snake_case caf\u00e9s") == Words{"snake", "case", "caf", "s"});
  CHECK(words_of("\u212aelvin \u0130zmir") == Words{"kelvin", "i", "zmir"});
  CHECK(words_of(" \u2013 ?").empty());
}

TEST_CASE("words of other scripts are runs of their letters in lower case or single ideographs") {
  CHECK(words_of("\u041a\u043e\u0442 sees \u041a\u041e\u0422\u042b!") ==
        Words{"\u043a\u043e\u0442", "sees", "\u043a\u043e\u0442\u044b"});
  CHECK(words_of("wifi\u043a\u043e\u04422") == Words{"wifi", "\u043a\u043e\u0442", "2"});
  CHECK(words_of("\u6771\u4eac2024") == Words{"\u6771", "\u4eac", "2024"});
  CHECK(words_of("\u6771\u30bf\u30ef\u30fc") == Words{"\u6771", "\u30bf\u30ef\u30fc"});
  CHECK(words_of("\uc9d1\uc5d0 \u2764\ufe0f \U0001f355") == Words{"\uc9d1\uc5d0"});
  CHECK(words_of("\u0437\u0430\u0301\u043c\u043e\u043a") == Words{"\u0437\u0430\u043c\u043e\u043a"});
  CHECK(words_of("\u039f\u0394\u039f\u03a3 \u03bf\u03b4\u03bf\u03c2") ==
        Words{"\u03bf\u03b4\u03bf\u03c3", "\u03bf\u03b4\u03bf\u03c3"});
  CHECK(words_of("don\u02bct cafe\u0301s") == Words{"don", "t", "cafe", "s"});
  CHECK(terms_of("\u043a\u043e\u0442\u044b") == Words{"\u043a\u043e\u0442\u044b"});
  CHECK(prefix_of("\u043a\u043e\u0442\u043e\u0440\u044b\u0439") == "\u043a\u043e\u0442\u043e\u0440");
  CHECK(prefix_of("\u043a\u043e\u0442") == "\u043a\u043e\u0442");
}

TEST_CASE("terms are the stems of the words that are not stop words in their order") {
  CHECK(terms_of("They don't like the hiking boots, hikes or boots") == Words{"like", "hike", "boot", "hike", "boot"});
  CHECK(is_stop_word("may"));
  CHECK(!is_stop_word("march"));
  CHECK(prefix_of("photograph") == "photo");
  CHECK(prefix_of("hike") == "hike");
}

TEST_CASE("a prefix is a whole term if it has fewer than five letters of any script") {
  CHECK(is_whole_term("hike"));
  CHECK(!is_whole_term("photo"));
  CHECK(is_whole_term("\u043a\u043e\u0442\u043e"));
  CHECK(!is_whole_term("\u043a\u043e\u0442\u043e\u0440"));
}

TEST_CASE("a reader of terms reads what is read without one") {
  // Words of 16 and 17 letters, letters beyond ASCII at the begin, amid and at the end of words, and what stands between words.
  const std::vector<std::string> pieces{"kite",
                                        "Hiking",
                                        "I",
                                        "the",
                                        "2023",
                                        "abcdefgh",
                                        "abcdefghijklmnop",
                                        "abcdefghijklmnopq",
                                        "INTERNATIONALIZATIONS",
                                        "\u212a",
                                        "\u0130",
                                        "\u00e9",
                                        "e\u0301",
                                        "\u041a\u043e\u0442",
                                        "\u6771\u4eac",
                                        "\u2764\ufe0f",
                                        "\u2013",
                                        " ",
                                        " ",
                                        " ",
                                        "'",
                                        "_",
                                        "\n",
                                        std::string(1, '\0')};
  TermReader reader;
  Draw draw(5);
  for (int i = 0; i < 2'000; ++i) {
    std::string text;
    for (std::size_t left = draw.below(8); left > 0; --left) {
      text += draw.of(pieces);
    }
    CAPTURE(text);
    Words terms;
    for (const std::uint32_t id : reader.ids_of(text)) {
      terms.push_back(reader.term(id));
    }
    REQUIRE(terms == terms_of(text));
  }
  for (int i = 0; i < 5'000; ++i) {  // more words than its table has room for at first
    const std::string word = "word" + std::to_string(i);
    const std::vector<std::uint32_t> ids = reader.ids_of(word + " " + word);
    REQUIRE(ids.size() == 2);
    REQUIRE(ids[0] == ids[1]);
    REQUIRE(Words{reader.term(ids[0])} == terms_of(word));
  }
}

TEST_CASE("runs of word characters have letters of all scripts and no parts of emoji") {
  CHECK(runs_of("I_1 caf\u00e9\u2014\u2764\ufe0fme") == std::vector<std::string_view>{"I_1", "caf\u00e9", "me"});
  CHECK(runs_of("").empty());
}

TEST_CASE("a query asks for days or else for months or else for years") {
  using Dates = std::vector<AskedDate>;
  CHECK(asked_dates("8 may 2023") == Dates{{2023, 5, 8}});
  CHECK(asked_dates("8th of may, 2023 and 9 june") == Dates{{2023, 5, 8}, {0, 6, 9}});
  CHECK(asked_dates("123 may") == Dates{{0, 5, 23}});
  CHECK(asked_dates("may 8th, 2023") == Dates{{2023, 5, 8}});
  CHECK(asked_dates("may 8the").empty());
  CHECK(asked_dates("may 8\u00e9").empty());
  CHECK(asked_dates("may 2023") == Dates{{2023, 5, 0}});
  CHECK(asked_dates("may i go").empty());
  CHECK(asked_dates("go in may") == Dates{{0, 5, 0}});
  CHECK(asked_dates("maybe 5 maybe") == Dates{{0, 5, 5}});
  CHECK(asked_dates("dismay 5") == Dates{{0, 5, 5}});
  CHECK(asked_dates("june, 2023 and july") == Dates{{2023, 6, 0}, {0, 7, 0}});
  CHECK(asked_dates("in 2023 or 1999 or 20234") == Dates{{2023, 0, 0}});
  CHECK(asked_dates("may 12, 20234") == Dates{{2023, 5, 12}});
  CHECK(asked_dates("12 may,3 june") == Dates{{0, 5, 12}, {0, 6, 3}});
  CHECK(asked_dates("june 2023 8 may") == Dates{{0, 5, 8}});
  CHECK(asked_dates("").empty());
}

TEST_CASE("the score of a date falls with its distance from the asked one") {
  const std::vector<AskedDate> asked{{2023, 5, 8}};
  CHECK(date_score(asked, date_of(2023, 5, 8)) == 1.5);
  CHECK(date_score(asked, date_of(2023, 5, 11)) == 1);
  CHECK(date_score(asked, date_of(2023, 4, 28)) == .6);
  CHECK(date_score(asked, date_of(2023, 5, 31)) == .4);
  CHECK(date_score(asked, date_of(2023, 6, 8)) == 0);
  CHECK(date_score(asked, date_of(2024, 5, 8)) == 0);
  CHECK(date_score({}, date_of(2023, 5, 8)) == 0);
}

TEST_CASE("a month lasts into the first week of the next one and a year is enough") {
  const std::vector<AskedDate> december{{0, 12, 0}};
  CHECK(date_score(december, date_of(2022, 12, 31)) == 1);
  CHECK(date_score(december, date_of(2023, 1, 7)) == .5);
  CHECK(date_score(december, date_of(2023, 1, 8)) == 0);
  CHECK(date_score(december, date_of(2023, 11, 30)) == 0);
  CHECK(date_score(std::vector<AskedDate>{{2023, 0, 0}}, date_of(2023, 1, 8)) == .3);
  CHECK(date_score(std::vector<AskedDate>{{2023, 0, 0}, {0, 1, 8}}, date_of(2023, 1, 8)) == 1.5);
}

TEST_CASE("a day that does not exist fits no date and a day of every year is near in the year of the message alone") {
  CHECK(date_score(std::vector<AskedDate>{{0, 6, 31}}, date_of(2023, 6, 30)) == 0);
  CHECK(date_score(std::vector<AskedDate>{{0, 2, 29}}, date_of(2024, 2, 29)) == 1.5);
  CHECK(date_score(std::vector<AskedDate>{{0, 2, 29}}, date_of(2023, 2, 28)) == 0);
  CHECK(date_score(std::vector<AskedDate>{{0, 1, 1}}, date_of(2022, 12, 31)) == 0);
}

TEST_CASE("the text of a date has the day first") {
  CHECK(date_text(date_of(2023, 5, 8)) == "8 May 2023");
  CHECK(date_text(date_of(1999, 12, 31)) == "31 December 1999");
}

TEST_CASE("a question ends with a question mark and white space") {
  CHECK(signals_of("Really?").question);
  CHECK(signals_of("Really? \n\u00a0\u2003").question);
  CHECK(signals_of("Really?\x1c\x1f").question);
  CHECK(!signals_of("Really? Yes.").question);
  CHECK(!signals_of("").question);
  CHECK(!signals_of(" ").question);
}

TEST_CASE("the first person is a whole word and case counts") {
  for (const std::string_view text : {"so I went", "tell me", "We!", "our", "I'm"}) {
    CHECK(signals_of(text).first_person);
  }
  for (const std::string_view text : {"i went", "Me", "Our", "memory", "I_1", "\u00e9I", "myself"}) {
    CHECK(!signals_of(text).first_person);
  }
}

TEST_CASE("a time is a whole word in any case or four digits") {
  for (const std::string_view text :
       {"YESTERDAY", "two weeks", "last", "in 1987", "0000", "on Monday.", "maybe in May"}) {
    CHECK(signals_of(text).time);
  }
  for (const std::string_view text : {"weekends", "12345", "mayor", "lasting", "123"}) {
    CHECK(!signals_of(text).time);
  }
}

TEST_CASE("a query with when or what day asks for a time") {
  CHECK(asks_when("when did she go"));
  CHECK(asks_when("so what year was it"));
  CHECK(asks_when("how longer"));
  CHECK(!asks_when("whenever"));
  CHECK(!asks_when("what did she do"));
}

}  // namespace turnstream::recall
