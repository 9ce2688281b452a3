#include <doctest/doctest.h>
#include <sstream>

#include "app/data/line_source.h"
#include "app/data/text_or_bytes.h"
#include "app/log_access/log_file.h"

namespace turnstream::app {
namespace {

struct Line {
  std::string text;
  std::uint64_t number;
  friend bool operator==(const Line&, const Line&) = default;
};

constexpr std::size_t kJoinedMax = 100;

std::vector<Line> read(const std::string& text, std::size_t joined_bytes_max = kJoinedMax) {
  std::istringstream in(text);
  LineSource source(in, joined_bytes_max);
  std::vector<Line> lines;
  while (const auto line = source.next()) {
    lines.push_back({std::string(*line), source.number()});
  }
  return lines;
}

TEST_CASE("lines are numbered as in an editor and blank lines are left out") {
  CHECK(read("{\"a\":1}\n\n  {\"b\":2}\r\n{") == std::vector<Line>{{"{\"a\":1}", 1}, {"{\"b\":2}", 3}, {"{", 4}});
  CHECK(read("\n\n{}\n") == std::vector<Line>{{"{}", 3}});
  CHECK(read("").empty());
  CHECK(read("\n \n").empty());
}

TEST_CASE("objects that are spread over lines are given whole with the number of their first line") {
  const std::string pretty = "{\n  \"a\": [\n    {\"b\": \"}\\\"\"},\n\n    {}\n  ],\n  \"c\": -1.5e3\n}";
  CHECK(read(pretty) == std::vector<Line>{{pretty, 1}});
  CHECK(read("\n" + pretty + "\n" + pretty + "\n{\"d\":1}\n") ==
        std::vector<Line>{{pretty, 2}, {pretty, 10}, {"{\"d\":1}", 18}});
  CHECK(read("{\n\"a\": [\n{\n}\n]\n}") == std::vector<Line>{{"{\n\"a\": [\n{\n}\n]\n}", 1}});
  CHECK(read("{ \"a\": 1,\r\n  \"b\": 2 }\r\n") == std::vector<Line>{{"{ \"a\": 1,\r\n  \"b\": 2 }", 1}});
}

TEST_CASE("a broken line of NDJSON does not affect other lines") {
  for (const std::string broken : {"{", "{\"a\":", "{\"a\":[", "{\"a\":{\"b\":1", "{\"a\":1,", "{\"a\":\"x", "{x"}) {
    INFO(broken);
    CHECK(read(broken + "\n{\"b\":2}\n}\n{\"c\":3}") ==
          std::vector<Line>{{broken, 1}, {"{\"b\":2}", 2}, {"}", 3}, {"{\"c\":3}", 4}});
    CHECK(read(broken + "\n  {\"b\":2}\n{\"c\":3}") ==
          std::vector<Line>{{broken, 1}, {"{\"b\":2}", 2}, {"{\"c\":3}", 3}});
    CHECK(read(broken + "\nnot json\n" + broken) == std::vector<Line>{{broken, 1}, {"not json", 2}, {broken, 3}});
  }
}

TEST_CASE("a broken object that is spread over lines is given as one piece") {
  CHECK(read("{\n  \"a\": 1,\n}\n{\"b\":2}\n") == std::vector<Line>{{"{\n  \"a\": 1,\n}", 1}, {"{\"b\":2}", 4}});
  CHECK(read("{\n  \"a\": 1\n},\n{\n  \"b\": 2\n}") ==
        std::vector<Line>{{"{\n  \"a\": 1\n},", 1}, {"{\n  \"b\": 2\n}", 4}});
  CHECK(read("{\n  \"a\": [\n") == std::vector<Line>{{"{\n  \"a\": [", 1}});
}

TEST_CASE("an object larger than the bound is cut off but stays longer than the bound") {
  std::string pretty = "{\n  \"a\": [\n";
  for (int i = 0; i < 1'000; ++i) {
    pretty += "    12345,\n";
  }
  const std::vector<Line> lines = read(pretty + "    1\n  ]\n}\n{\"b\":2}\n");
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].number == 1);
  CHECK(lines[0].text.size() > kJoinedMax);
  CHECK(lines[0].text.size() < 2 * kJoinedMax);
  CHECK(lines[1] == Line{"{\"b\":2}", 1'006});
}

TEST_CASE("each line is a turn if lines must not be joined") {
  CHECK(read("{\n\"a\":1\n}\n", 0) == std::vector<Line>{{"{", 1}, {"\"a\":1", 2}, {"}", 3}});
}

TEST_CASE("a JSON array gives its elements in their own bytes") {
  CHECK(read(" [ {\"a\": [1, 2]} ,\n{\"b\":\"],{\\\"\"}\n]\n") ==
        std::vector<Line>{{"{\"a\": [1, 2]}", 1}, {"{\"b\":\"],{\\\"\"}", 2}});
  CHECK(read("[]").empty());
  CHECK(read("[1") == std::vector<Line>{{"1", 1}, {"[", 2}});
}

TEST_CASE("text after an array and an array without an end are given as an element to refuse") {
  const auto elements = [](const std::string& text) {
    std::istringstream in(text);
    LineSource source(in, kJoinedMax);
    std::vector<std::string> all;
    while (const auto element = source.next()) {
      all.emplace_back(*element);
    }
    return all;
  };
  CHECK(elements("[{\"a\":1}] xyz\n") == std::vector<std::string>{"{\"a\":1}", "xyz"});
  CHECK(elements("[{\"a\":1},{\"b\":2}") == std::vector<std::string>{"{\"a\":1}", "{\"b\":2}", "["});
  CHECK(elements("[{\"a\":1}] \n") == std::vector<std::string>{"{\"a\":1}"});
  CHECK(elements("[]").empty());
}

TEST_CASE("bytes that are not UTF-8 survive as base64") {
  for (const std::string& bytes : {std::string("\xff"), std::string("\0\x01\xfe\xff", 4), std::string("ab\xc3")}) {
    CHECK(!is_utf8(bytes));
    CHECK(from_base64(to_base64(bytes)) == bytes);
  }
  CHECK(is_utf8("Grüße, 東京 🙂"));
  CHECK(!is_utf8("\xed\xa0\x80"));  // a surrogate
  CHECK(!is_utf8("\xc0\x80"));      // over-long
  CHECK(to_base64("any carnal pleas") == "YW55IGNhcm5hbCBwbGVhcw==");
  CHECK(!from_base64("YW5"));
  CHECK(
      !from_base64("YW5="
                   "YW5="));
  CHECK(!from_base64("Y*=="));
}

std::string written_line(const log::Record& record) {
  std::ostringstream out;
  write_record_line(out, record);
  std::string line = out.str();
  REQUIRE(line.back() == '\n');
  line.pop_back();
  return line;
}

TEST_CASE("bytes that are written piece by piece are the same JSON as at once") {
  for (const std::string& character : std::vector<std::string>{"x", "\"", "\xc3\xa4", "\xf0\x9f\x98\x80", "\xff"}) {
    for (int more = 0; more < 4; ++more) {
      std::string bytes(static_cast<std::size_t>(more), 'a');
      while (bytes.size() < 150'000) {
        bytes += character;
      }
      std::string whole;
      append_json_bytes(whole, bytes);
      std::ostringstream pieces;
      write_json_bytes(pieces, bytes);
      CHECK(pieces.str() == whole);
    }
  }
}

TEST_CASE("a record of an exported log comes back as it was") {
  log::Record record;
  record.topic = "turnstream.log";
  record.partition = Partition{3};
  record.offset = Offset{12};
  record.key = "\xfe persona";
  record.value = "{\"text\":\"say \\\"hi\\\"\"}";
  record.headers = {{"kind", "turn"}, {"raw", "\xff"}};
  const auto back = parse_record_line(written_line(record));
  REQUIRE(back.ok());
  CHECK(back->partition == record.partition);
  CHECK(back->offset == record.offset);
  CHECK(back->key == "\xfe persona");
  CHECK(back->value == *record.value);
  CHECK(back->headers == std::vector<std::pair<std::string, std::string>>{{"kind", "turn"}, {"raw", "\xff"}});

  record.value = std::nullopt;
  record.key = std::nullopt;
  CHECK(!parse_record_line(written_line(record))->value.has_value());
  CHECK(!parse_record_line(written_line(record))->key.has_value());
}

TEST_CASE("a file that is not an exported log is refused") {
  CHECK(!parse_head_line("{}").ok());
  CHECK(!parse_head_line(R"({"kind":"log_export","format":2})").ok());
  CHECK(!parse_record_line("{\"p\":0}").ok());
  CHECK(!parse_record_line(R"({"p":0,"o":1,"k":5,"v":null,"h":[]})").ok());
  CHECK(!parse_end_line(R"({"p":0})")->has_value());
}

}  // namespace
}  // namespace turnstream::app
