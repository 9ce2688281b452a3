#include "pipeline/json/written_fields.h"

#include <doctest/doctest.h>
#include <map>

#include "pipeline/json/writer.h"

namespace json = turnstream::json;

namespace {

struct Read {
  std::string text;
  std::int64_t score = 0;
  std::vector<std::string> list;
  std::map<std::string, std::string> named;
  std::vector<std::int64_t> numbers;
  std::int64_t inner = 0;
  std::optional<std::int64_t> time;
  bool flag = false;
  friend bool operator==(const Read&, const Read&) = default;
};

bool read(std::string_view bytes, Read& read) {
  return json::read_written(bytes, [&read](json::WrittenFields& fields) {
    read.text = fields.text("text");
    read.score = fields.millionths("score");
    read.list = fields.texts("list");
    fields.each_text("named", [&](std::string_view name, std::string_view text) { read.named.emplace(name, text); });
    auto outer = fields.object("outer");
    auto middle = outer.object("middle");
    read.inner = middle.integer("inner");
    fields.each_object("numbers", true,
                       [&](json::WrittenFields& element) { read.numbers.push_back(element.integer("n")); });
    read.time = fields.time_or_null("time");
    read.flag = fields.boolean("flag");
  });
}

constexpr std::string_view kWhole =
    R"({"text":"a\"b\\c\u0001\n","score":0.25,"list":["x","y\t"],"named":{"k":"v","l":""},)"
    R"("outer":{"middle":{"inner":-7}},"numbers":[{"n":1},{"n":2}],"time":"1970-01-01T00:00:00.005Z","flag":true})";

}  // namespace

TEST_CASE("an object is read as it was written") {
  Read got;
  REQUIRE(read(kWhole, got));
  CHECK(got == Read{"a\"b\\c\x01\n", 250'000, {"x", "y\t"}, {{"k", "v"}, {"l", ""}}, {1, 2}, -7, 5, true});
}

TEST_CASE("an optional list can be missing behind a nested object and a time can be null") {
  Read got;
  REQUIRE(read(R"({"text":"","score":1,"list":[],"named":{},"outer":{"middle":{"inner":0}},"time":null,"flag":false})",
               got));
  CHECK(got == Read{"", 1'000'000, {}, {}, {}, 0, std::nullopt, false});
}

TEST_CASE("any other text is refused") {
  const std::string whole(kWhole);
  const auto with = [&whole](std::string_view what, std::string_view by) {
    std::string changed = whole;
    changed.replace(changed.find(what), what.size(), by);
    return changed;
  };
  Read got;
  for (const std::string& other :
       {with("{\"text\"", "{ \"text\""), with("\"score\"", "\"scare\""), with("0.25", "x"), with("0.25", ""),
        with("[\"x\",", "[,\"x\","), with("\"x\",", "\"x\""), with("\\u0001", "\\u0041"), with("\\n", "\\x"),
        with("{\"k\"", "{,\"k\""), with("-7}}", "-7}"), with("-7}}", "-7}}}"), with("-7", "-7,\"more\":1"),
        with(",\"flag\":true", ""), with("true", "tru"), with("true}", "true}}"), with("true}", "true} "),
        with("005Z", "005"), with("{\"n\":1},", "{\"n\":1}"), with("{\"n\":1}", "{}")}) {
    CAPTURE(other);
    CHECK_FALSE(read(other, got));
  }
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(read(std::string_view(whole).substr(0, size), got));
  }
}

TEST_CASE("a text is read as the writer wrote it with any byte at any place") {
  for (const std::string& part : {std::string("\""), std::string("\\"), std::string("\n"), std::string("\x1f"),
                                  std::string("\0", 1), std::string("é"), std::string("\\\"")}) {
    for (std::size_t size = 0; size < 24; ++size) {
      for (std::size_t at = 0; at <= size; ++at) {
        std::string text(size, 'a');
        text.insert(at, part);
        std::string bytes;
        json::Writer(bytes).begin_object().string("first", text).string("second", text + part).end_object();
        std::string first;
        std::string second;
        CAPTURE(bytes);
        REQUIRE(json::read_written(bytes, [&](json::WrittenFields& fields) {
          first = fields.text("first");
          second = fields.text("second");
        }));
        CHECK(first == text);
        CHECK(second == text + part);
      }
    }
  }
}
