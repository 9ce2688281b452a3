// Records that are refused before their fields are read, and the order in which the reasons apply.
#include <doctest/doctest.h>

#include "pipeline/codec/turn_parser.h"
#include "tests/unit_turn/turn_text.h"

namespace turnstream::codec {
namespace {

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    text += part;
  }
  return text;
}

Error refusal(std::string_view text) {
  TurnParser parser;
  auto result = parser.parse(text);
  return result.ok() ? make_error("accepted", Reaction::kStopProcess, {}) : std::move(result).error();
}

std::string reason(std::string_view text) {
  return refusal(text).code;
}

/// A turn with an unknown field so deep that the turn has `depth` nested containers.
std::string turn_of_depth(int depth) {
  return TurnText().with("x", repeated("[", depth - 1) + repeated("]", depth - 1)).text();
}

TEST_SUITE("refusals") {
  TEST_CASE("a turn of 1 MiB is accepted and a larger one with any content is refused") {
    const std::string turn = TurnText().text();
    CHECK_EQ(reason(turn + std::string(json::kTurnBytesMax - turn.size(), ' ')), "accepted");
    CHECK_EQ(reason(turn + std::string(json::kTurnBytesMax - turn.size() + 1, ' ')), "too_large");
    CHECK_EQ(reason(std::string(json::kTurnBytesMax + 1, '\xFF')), "too_large");
  }

  TEST_CASE("the error for bytes that are not UTF-8 gives their offset") {
    CHECK_EQ(reason("\xFF"), "invalid_utf8");
    const Error error = refusal("{\n\"a\": \"\xC3\x28\"}");
    CHECK_EQ(error.code, "invalid_utf8");
    CHECK_NE(error.message.find("byte 8 (line 2)"), std::string::npos);
  }

  TEST_CASE("a record that is neither UTF-8 nor JSON is refused as invalid UTF-8") {
    CHECK_EQ(reason("{\"a\": \xED\xA0\x80"), "invalid_utf8");
    CHECK_EQ(reason("\"open \xF5"), "invalid_utf8");
  }

  TEST_CASE("the error for text that is not JSON gives its offset and line") {
    const Error error = refusal("{\n\"a\": 1,\n\"b\" 2}");
    CHECK_EQ(error.code, "invalid_json");
    CHECK_EQ(error.message, "The record is not JSON: a colon was expected at byte 14 (line 3).");
  }

  TEST_CASE("text with any error in its JSON is refused as invalid JSON") {
    for (const auto* text : {"",
                             " ",
                             "not json",
                             "{",
                             "{}}",
                             "{\"a\":1,}",
                             "{\"a\":01}",
                             "{\"a\":1.}",
                             "{\"a\":.5}",
                             "{\"a\":+1}",
                             "{\"a\":1e}",
                             "{\"a\":NaN}",
                             "{\"a\":Infinity}",
                             "{\"a\":tru}",
                             "{\"a\":nulll}",
                             "{\"a\":'b'}",
                             "{a:1}",
                             "{\"a\":\"\t\"}",
                             "{\"a\":\"\\x41\"}",
                             "{\"a\":\"\\u12G4\"}",
                             "{\"a\":[1,]}",
                             "{\"a\":[1 2]}",
                             "{} {}",
                             "{\"a\":\"b}",
                             "\xEF\xBB\xBF{}",
                             "{\"a\":1}//",
                             "{,}",
                             "[}",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"\n\":1}"}) {
      CAPTURE(text);
      CHECK_EQ(reason(text), "invalid_json");
    }
  }

  TEST_CASE("an escape for half a surrogate pair is invalid JSON") {
    for (const auto* escape : {"\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud83dx", "\\ud83d\\n"}) {
      CAPTURE(escape);
      CHECK_EQ(reason(TurnText().with("x", "\"" + std::string(escape) + "\"").text()), "invalid_json");
      CHECK_EQ(reason(TurnText().with(escape, "1").text()), "invalid_json");
    }
    CHECK_EQ(reason(TurnText().with("x", "\"\\ud83d\\ude00\"").text()), "accepted");
  }

  TEST_CASE("64 nested containers with the root are accepted and 65 are too deep") {
    CHECK_EQ(reason(turn_of_depth(64)), "accepted");
    const Error error = refusal(turn_of_depth(65));
    CHECK_EQ(error.code, "too_deep");
    CHECK_EQ(error.rule, "maximum depth 64");
    CHECK_EQ(reason(turn_of_depth(1000)), "too_deep");
    CHECK_EQ(reason(turn_of_depth(500'000)), "too_deep");
  }

  TEST_CASE("invalid JSON is reported before too deep and too deep before the schema") {
    CHECK_EQ(reason(turn_of_depth(1000) + "x"), "invalid_json");
    CHECK_EQ(reason(repeated("[", 100'000)), "invalid_json");
    CHECK_EQ(reason(repeated("[", 100) + repeated("]", 100)), "too_deep");
    CHECK_EQ(reason("{\"a\":" + repeated("[", 100) + repeated("]", 100) + "}"), "too_deep");
  }

  TEST_CASE("a parser with lower limits refuses for the same reasons in the same order") {
    const auto reason_within = [](const TurnLimits& limits, std::string_view text) {
      TurnParser parser(limits);
      const auto result = parser.parse(text);
      return result.ok() ? std::string("accepted") : result.error().code;
    };
    CHECK_EQ(reason_within({json::kTurnBytesMax, 10}, turn_of_depth(10)), "accepted");
    CHECK_EQ(reason_within({json::kTurnBytesMax, 10}, turn_of_depth(11)), "too_deep");
    CHECK_EQ(reason_within({json::kTurnBytesMax, 2}, R"({"a":[1],"b":[2,{}]})"), "too_deep");
    CHECK_EQ(reason_within({json::kTurnBytesMax, 2}, R"({"a":[1],"b":[2]})"), "schema");
    const std::string turn = turn_of_depth(10);
    CHECK_EQ(reason_within({turn.size(), 64}, turn), "accepted");
    CHECK_EQ(reason_within({turn.size() - 1, 1}, turn), "too_large");
  }

  TEST_CASE("JSON that is not an object breaks the schema at its root") {
    for (const auto* text : {"[]", "1", "\"x\"", "null", " true "}) {
      const Error error = refusal(text);
      CHECK_EQ(error.code, "schema");
      CHECK_EQ(error.pointer, "");
      CHECK_EQ(error.rule, "type object");
    }
  }

  TEST_CASE("numbers of any size and precision are accepted") {
    CHECK_EQ(reason(TurnText().with("x", "[1e999, -1E-999, 123456789012345678901234567890, 0.0, -0]").text()),
             "accepted");
  }

  TEST_CASE("an error message is short and never has text of the record") {
    const std::string secret = "sk-" + std::string(5000, 'q');
    for (const std::string& text : {TurnText().with("domain", "\"" + secret + "\"").text(),
                                    TurnText().with("turn_id", "\"" + secret + "\"").text(),
                                    TurnText().with(secret, R"({"a":1,"a":2})").text(), "{\"" + secret + "\"}"}) {
      const Error error = refusal(text);
      CHECK_NE(error.code, "accepted");
      CHECK_EQ((error.message + error.pointer + error.rule).find("sk-q"), std::string::npos);
      CHECK_LE(error.message.size(), 500);
    }
  }
}

}  // namespace
}  // namespace turnstream::codec
