#include "pipeline/base/shown_text.h"

#include <doctest/doctest.h>

#include "pipeline/base/log_line.h"

namespace turnstream {

TEST_CASE("characters that could harm a terminal become escapes") {
  CHECK(shown_text("\x1b[2J") == "\\u001b[2J");
  CHECK(shown_text("a\tb\r\nc\x7f") == "a\\u0009b\\u000d\\u000ac\\u007f");
  CHECK(shown_text("\xc2\x80 \xc2\x9b \xc2\xa0") == "\\u0080 \\u009b \xc2\xa0");
  CHECK(shown_text("\xe2\x80\xaa\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9") == "\\u202a\\u202e\\u2066\\u2069");
  CHECK(shown_text("\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c") == "\\u200e\\u200f\\u061c");
  CHECK(shown_text("\xe2\x80\xa8\xe2\x80\xa9\xef\xbb\xbf\xe2\x80\x8b") == "\\u2028\\u2029\\ufeff\\u200b");
}

TEST_CASE("characters in which a text can hide another one become escapes") {
  CHECK(shown_text("a\U000e0041\U000e0001\U000e007f") == "a\\udb40\\udc41\\udb40\\udc01\\udb40\\udc7f");
  CHECK(shown_text("\U000e0000\U000e0100\U000e01ef\U000e0fff\U000e1000") ==
        "\\udb40\\udc00\\udb40\\udd00\\udb40\\uddef\\udb43\\udfff\U000e1000");
  CHECK(shown_text("\u115f\u1160\u3164\uffa0") == "\\u115f\\u1160\\u3164\\uffa0");
  CHECK(shown_text("\u034f\u17b4\u17b5\u180b\u180e\u180f") == "\\u034f\\u17b4\\u17b5\\u180b\\u180e\\u180f");
  CHECK(shown_text("\ufe00\ufe0d\ufff0\ufff8\ufffb") == "\\ufe00\\ufe0d\\ufff0\\ufff8\\ufffb");
  CHECK(shown_text("\U00013430\U0001bca0\U0001d173") == "\\ud80d\\udc30\\ud82f\\udca0\\ud834\\udd73");
  CHECK(shown_text("\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0010ffff") ==
        "\\ufdd0\\ufdef\\ufffe\\uffff\\ud83f\\udffe\\udbff\\udfff");
}

TEST_CASE("other text stays as it is with the joiners of letters and emoji") {
  for (const std::string_view text :
       {"", "plain \\ text", "Zürich – 東京 – 👩\u200d👩", "\u0645\u200c\u06cc", "\u00ad\u2027\u202f\ufffd",
        "☺\ufe0f ☎\ufe0e 1\ufe0f\u20e3", "\u0600\u06dd", "\u0300\u180a\ufdcf\ufe10\U0001f600\U0001fffd"}) {
    CHECK(shown_text(text) == text);
  }
}

TEST_CASE("each byte that is not part of valid UTF-8 becomes an escape") {
  CHECK(shown_text("\x9b\x31m \xff") == "\\x9b1m \\xff");
  CHECK(shown_text("\xc0\x9b \xed\xa0\x80 \xe2\x80") == "\\xc0\\x9b \\xed\\xa0\\x80 \\xe2\\x80");
  CHECK(shown_text("\xc2\x1b") == "\\xc2\\u001b");
}

TEST_CASE("several lines keep their line feeds and nothing else") {
  CHECK(shown_lines("a\r\nb\n") == "a\\u000d\nb\n");
}

TEST_CASE("the beginning of a longer sequence at the end is counted") {
  CHECK(unfinished_bytes("a") == 0);
  CHECK(unfinished_bytes("a\xc2") == 1);
  CHECK(unfinished_bytes("\xe2\x80") == 2);
  CHECK(unfinished_bytes("\xf0\x9f\x91") == 3);
  CHECK(unfinished_bytes("\xe2\x80\xae") == 0);
  CHECK(unfinished_bytes("\x80\x80\x80\x80") == 0);
}

TEST_CASE("a log line has no control characters of its values") {
  CHECK(log_text({{"event", "x", false}, {"persona", "a\x1b[2J\n\"b\"\xc2\x9b", false}}) ==
        "event=x persona=\"a\\u001b[2J\\u000a\\\"b\\\"\\u009b\"");
}

}  // namespace turnstream
