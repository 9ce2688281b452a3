#include <doctest/doctest.h>
#include <set>

#include "pipeline/codec/turn_parser.h"
#include "tests/unit_turn/turn_text.h"

namespace turnstream::codec {
namespace {

std::uint64_t hash_with(std::string_view x) {
  TurnParser parser;
  const auto result = parser.parse(TurnText().with("x", x).text());
  REQUIRE(result.ok());
  return (*result)->content_hash;
}

TEST_SUITE("content hash") {
  TEST_CASE("the hash does not depend on the spelling of a number") {
    for (const auto* one : {"1.0", "1e0", "10E-1", "0.1e+1", "1.000000000000000000000000", "100e-2"}) {
      CAPTURE(one);
      CHECK_EQ(hash_with(one), hash_with("1"));
    }
    CHECK_EQ(hash_with("-0"), hash_with("0.00e5"));
    CHECK_EQ(hash_with("123456789012345678901234567890"), hash_with("12345678901234567890123456789e1"));
  }

  TEST_CASE("the hash does not depend on the order of members or white space or escapes") {
    CHECK_EQ(hash_with(R"({"a":1,"b":[true,null]})"), hash_with("{ \"b\" :\n[ true,null ],\t\"\\u0061\":1}"));
    CHECK_EQ(hash_with(R"("é/")"), hash_with(R"("\u00e9\/")"));
  }

  TEST_CASE("the hash does not depend on the order of top-level members") {
    TurnParser parser;
    const std::uint64_t hash = (*parser.parse(TurnText().text()))->content_hash;
    TurnText turned;
    turned.without("turn_id").with("turn_id", "\"01JGFJJZ00000000000000000A\"");
    CHECK_EQ((*parser.parse(turned.text()))->content_hash, hash);
  }

  TEST_CASE("turns with any other difference have different hashes") {
    std::set<std::uint64_t> hashes;
    const auto values = {"null",
                         "true",
                         "false",
                         "0",
                         "1",
                         "-1",
                         "0.1",
                         "10",
                         "\"\"",
                         "\"1\"",
                         "\"a\"",
                         "\"b\"",
                         "[]",
                         "{}",
                         "[[]]",
                         "[{}]",
                         "[null]",
                         "[1,2]",
                         "[2,1]",
                         "[[1],2]",
                         "[1,[2]]",
                         "[12]",
                         "{\"a\":1}",
                         "{\"a\":\"1\"}",
                         "{\"1\":\"a\"}",
                         "{\"a\":{}}",
                         "{\"a\":[]}",
                         "{\"a\":1,\"b\":2}",
                         "{\"a\":2,\"b\":1}",
                         "\"abcdefgh\"",
                         "\"abcdefgi\"",
                         "\"abcdefghabcdefgh\"",
                         "\"abcdefghabcdefghi\"",
                         "1e400",
                         "1e401",
                         "\"null\"",
                         "\"true\""};
    for (const auto* value : values) {
      hashes.insert(hash_with(value));
    }
    CHECK_EQ(hashes.size(), values.size());
  }

  TEST_CASE("the hash has the recorded value because changelogs store it") {
    TurnParser parser;
    CHECK_EQ((*parser.parse(TurnText().text()))->content_hash, 0xf7b1fc666ddf2c39ULL);
  }
}

}  // namespace
}  // namespace turnstream::codec
