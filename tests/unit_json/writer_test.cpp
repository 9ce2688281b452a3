#include "pipeline/json/writer.h"

#include <doctest/doctest.h>
#include <string>

#include "pipeline/base/uuid5.h"
#include "pipeline/json/object_writer.h"

namespace turnstream::json {
namespace {

std::string written_string(std::string_view text) {
  std::string out;
  append_string(out, text);
  return out;
}

}  // namespace

TEST_CASE("the writer puts commas between members and elements and nowhere else") {
  std::string out;
  Writer json(out);
  json.begin_object().string("a", "x").begin_array("b").integer(1).integer(-2).end_array();
  json.begin_object("c").end_object().boolean("d", true).null("e").begin_array("f").end_array();
  json.millionths("g", 600000).time("h", 0).raw("i", "[1]").string_or_null("j", std::nullopt).end_object();
  CHECK(
      out ==
      R"({"a":"x","b":[1,-2],"c":{},"d":true,"e":null,"f":[],"g":0.6,"h":"1970-01-01T00:00:00.000Z","i":[1],"j":null})");
}

TEST_CASE("strings are escaped only where JSON requires it") {
  CHECK(written_string("") == R"("")");
  CHECK(written_string("plain text of some length") == R"("plain text of some length")");
  CHECK(written_string("a\"b\\c/d") == R"("a\"b\\c/d")");
  CHECK(written_string("\b\f\n\r\t") == R"("\b\f\n\r\t")");
  CHECK(written_string(std::string_view("\0\x1f\x7f", 3)) == "\"\\u0000\\u001f\x7f\"");
  CHECK(written_string("äöü → 日本語 🎉 \"") == "\"äöü → 日本語 🎉 \\\"\"");
}

TEST_CASE("a character that needs an escape is found at every position of a long text") {
  for (std::size_t length = 1; length < 40; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (const char special : {'"', '\\', '\n', '\x01'}) {
        std::string text(length, '\x7f');
        text[at] = special;
        const std::string out = written_string(text);
        const std::size_t extra = special == '\x01' ? 5 : 1;
        REQUIRE(out.size() == length + 2 + extra);
        REQUIRE(out[at + 1] == '\\');
      }
    }
  }
}

TEST_CASE("an object writer writes what a writer writes") {
  const Uuid id{0x5c, 0x98, 0x1c, 0x69, 0xc2, 0x22, 0x5c, 0x9b, 0x94, 0x8f, 0x8c, 0x70, 0x72, 0x4b, 0x75, 0xa6};
  std::string expected = "before ";
  std::string out = expected;
  out.shrink_to_fit();
  {
    ObjectWriter fast(out);
    Writer slow(expected);
    const auto write = [&](auto& json, const auto& write_id) {
      json.begin_object().begin_object("empty").end_object().begin_array("none").end_array();
      for (const std::size_t size : {0, 1, 3, 4, 7, 8, 9, 59, 60, 61, 5'000}) {
        std::string text(size, 'x');
        json.string("plain", text);
        for (const char special : {'"', '\\', '\n', '\x01'}) {
          json.string("first", special + text).string("last", text + special);
        }
      }
      json.begin_array("list");
      for (int i = 0; i < 3; ++i) {
        json.begin_object().string("a", "äöü 🎉").string("", "no name").end_object();
      }
      json.end_array()
          .millionths("score", 600'000)
          .time("at", 0)
          .boolean("yes", true)
          .boolean("no", false)
          .null("null");
      write_id(json);
      json.string_or_null("absent", std::nullopt).string_or_null("there", std::string("text")).end_object();
    };
    write(fast, [&id](ObjectWriter& json) { json.uuid("id", id); });
    write(slow, [&id](Writer& json) { json.string("id", to_string(id)); });
  }
  CHECK(out == expected);
}

}  // namespace turnstream::json
