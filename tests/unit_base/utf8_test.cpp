#include "pipeline/base/utf8.h"

#include <doctest/doctest.h>
#include <random>
#include <string>
#include <vector>

#include "pipeline/base/unicode_tables.h"

using turnstream::count_code_points;
using turnstream::first_code_points;
using turnstream::normalise;
using turnstream::to_lower;

TEST_CASE("a length is the number of code points") {
  CHECK(count_code_points("") == 0);
  CHECK(count_code_points("abc") == 3);
  CHECK(count_code_points("äöü→日🎉") == 6);
}

TEST_CASE("cutting a text never splits a code point") {
  const std::string_view text = "aä→🎉z";
  CHECK(first_code_points(text, 0).empty());
  CHECK(first_code_points(text, 1) == "a");
  CHECK(first_code_points(text, 2) == "aä");
  CHECK(first_code_points(text, 3) == "aä→");
  CHECK(first_code_points(text, 4) == "aä→🎉");
  CHECK(first_code_points(text, 5) == text);
  CHECK(first_code_points(text, 99) == text);
}

TEST_CASE("a code point is read back as it was appended") {
  for (const char32_t value : {U'a', U'\x7f', U'\x80', U'ä', U'\x7ff', U'\x800', U'→', U'\xffff', U'\x10000', U'🎉'}) {
    std::string text;
    turnstream::append_code_point(text, value);
    const turnstream::CodePoint point = turnstream::code_point_at(text, 0);
    CHECK(point.value == value);
    CHECK(point.size == text.size());
  }
}

TEST_CASE("each byte that is not UTF-8 is shown as a replacement character") {
  using turnstream::shown_as_utf8;
  CHECK(shown_as_utf8("aä→🎉\xEF\xBF\xBDz") == "aä→🎉\xEF\xBF\xBDz");
  CHECK(shown_as_utf8("a\xFFz") == "a\xEF\xBF\xBDz");
  CHECK(shown_as_utf8("\xC3") == "\xEF\xBF\xBD");
  CHECK(shown_as_utf8("\xE2\x86z") == "\xEF\xBF\xBD\xEF\xBF\xBDz");
  // An overlong form, a surrogate, and a number beyond the last code point.
  CHECK(shown_as_utf8("\xC0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(shown_as_utf8("\xED\xA0\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(shown_as_utf8("\xF4\x90\x80\x80").size() == 12);
}

TEST_CASE("each kind of invalid UTF-8 is found at its first byte") {
  CHECK(turnstream::find_utf8_fault("ab\x80") == std::optional<std::size_t>(2));
  CHECK(turnstream::find_utf8_fault("\xC0\xAF") == std::optional<std::size_t>(0));
  CHECK(turnstream::find_utf8_fault("\xE0\x9F\xBF") == std::optional<std::size_t>(0));
  CHECK(turnstream::find_utf8_fault("\xED\xA0\x80") == std::optional<std::size_t>(0));
  CHECK(turnstream::find_utf8_fault("\xF4\x90\x80\x80") == std::optional<std::size_t>(0));
  CHECK(turnstream::find_utf8_fault("\xF0\x8F\xBF\xBF") == std::optional<std::size_t>(0));
  CHECK(turnstream::find_utf8_fault("a\xE2\x82") == std::optional<std::size_t>(1));
  CHECK_FALSE(turnstream::find_utf8_fault("a\xC3\xA9\xE2\x82\xAC\xED\x9F\xBF\xF4\x8F\xBF\xBF").has_value());
}

TEST_CASE("lower case follows Unicode's simple mapping") {
  CHECK(to_lower("ABC xyz 09") == "abc xyz 09");
  CHECK(to_lower("ÄÖÜ ÉÇ") == "äöü éç");
  CHECK(to_lower("ΑΣ") == "ασ");
  CHECK(to_lower("ДЖЯ") == "джя");
  CHECK(to_lower("İ") == "i");
  CHECK(to_lower("ẞ") == "ß");
  CHECK(to_lower("K") == "k");
  CHECK(to_lower("Ⱥ") == "ⱥ");
  CHECK(to_lower("𐐀") == "𐐨");
  CHECK(to_lower("ÿ×÷ß日") == "ÿ×÷ß日");
}

TEST_CASE("the table maps the 1433 code points of Unicode 14 and each result is lower case") {
  int mapped = 26;
  for (const turnstream::LowerRange& range : turnstream::kLowerRanges) {
    for (char32_t c = range.first; c <= range.last; c += range.step) {
      ++mapped;
      const char32_t lower = to_lower(c);
      REQUIRE(lower != c);
      REQUIRE(to_lower(lower) == lower);
    }
  }
  CHECK(mapped == 1433);
}

TEST_CASE("the normal form is lower case with single blanks and no final stop or exclamation mark") {
  CHECK(normalise("  The API\tport\r\n is   8080.  ") == "the api port is 8080");
  CHECK(normalise("Really!!!") == "really");
  CHECK(normalise("Really ! . ") == "really");
  CHECK(normalise("v1.2 is out? ") == "v1.2 is out?");
  CHECK(normalise("A B C D　E") == "a b c d e");
  CHECK(normalise("...") == "");
  CHECK(normalise("") == "");
  CHECK(normalise("ÄPFEL!") == "äpfel");
}

TEST_CASE("the normal form and lower case and length of random texts are those of their code points") {
  static const std::vector<std::string> kParts{"A", "z", ".", "!",  " ", "\t", "\n",   "_",        "9",       "[",
                                               "@", "Ä", "Ⱥ", "　", "’", "😀",  "\x01", "abcdefgh", "ABCDEFGH"};
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::string text;
    std::string lower;
    std::string normal;
    std::size_t length = 0;
    bool blank_due = false;
    for (auto left = random() % 40; left > 0; --left) {
      const std::string& part = kParts[random() % kParts.size()];
      text += part;
      for (std::size_t at = 0; at < part.size();) {
        const auto point = turnstream::code_point_at(part, at);
        at += point.size;
        ++length;
        turnstream::append_code_point(lower, turnstream::to_lower(point.value));
        if (turnstream::is_white_space(point.value)) {
          blank_due = !normal.empty();
          continue;
        }
        normal += blank_due ? " " : "";
        blank_due = false;
        turnstream::append_code_point(normal, turnstream::to_lower(point.value));
      }
    }
    while (!normal.empty() && (normal.back() == '.' || normal.back() == '!' || normal.back() == ' ')) {
      normal.pop_back();
    }
    CHECK(turnstream::to_lower(text) == lower);
    CHECK(normalise(text) == normal);
    CHECK(turnstream::count_code_points(text) == length);
  }
}

TEST_CASE("bytes that are not UTF-8 pass through unchanged") {
  const std::string_view broken = "A\xff\xc3\x28\xe2\x82";
  CHECK(to_lower(broken) == "a\xff\xc3\x28\xe2\x82");
  CHECK(normalise("\xc0") == "\xc0");
}

TEST_CASE("word characters are letters and marks and digits and the underscore") {
  for (const char32_t c : {U'a', U'Z', U'0', U'_', U'ä', U'ß', U'я', U'日', U'ک', U'٣', U'\x301', U'𐐀'}) {
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK(turnstream::is_word_character(c));
  }
  for (const char32_t c : {U' ', U'-', U'.', U'\'', U'\x7f', U'×', U'«', U'’', U'→', U'、', U'。', U'！', U'،', U'🎉'}) {
    CAPTURE(static_cast<std::uint32_t>(c));
    CHECK_FALSE(turnstream::is_word_character(c));
  }
}
