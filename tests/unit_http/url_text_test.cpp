#include "app/http/url_text.h"

#include <doctest/doctest.h>

namespace turnstream::app {
namespace {

std::string decoded(std::string_view text) {
  std::string out;
  const auto refusal = decode_segment(text, out);
  if (refusal) {
    CHECK(refusal->status == 400);
    CHECK(refusal->content_type == "application/problem+json");
    return refusal->body;
  }
  return out;
}

/// NAME=VALUE of each field in brackets.
std::string fields_of(std::string_view text) {
  HttpQuery fields;
  const auto refusal = decode_query(text, fields);
  if (refusal) {
    CHECK(refusal->status == 400);
    return refusal->body;
  }
  std::string out;
  for (const QueryField& field : fields) {
    out += "[" + field.name + "=" + field.value + "]";
  }
  return out;
}

TEST_CASE("a segment is decoded byte by byte") {
  CHECK(decoded("plain-1.2_~") == "plain-1.2_~");
  CHECK(decoded("a%2Fb%2fc") == "a/b/c");
  CHECK(decoded("%C3%a9%F0%9F%98%80") == "é😀");
  CHECK(decoded("é") == "é");
  CHECK(decoded("1%23user%25%3F") == "1#user%?");
  CHECK(decoded("a+b") == "a+b");
  CHECK(decoded("%252F") == "%2F");
}

TEST_CASE("what cannot be decoded is refused with a sentence") {
  for (const char* text : {"%", "a%2", "%zz", "%2g", "%%41", "%-1", "% 1", "%0x41"}) {
    INFO(text);
    CHECK(decoded(text).find("has a % without two hexadecimal digits after it") != std::string::npos);
    CHECK(fields_of("a=" + std::string(text)).find("The query has a %") != std::string::npos);
  }
  CHECK(decoded("a%00").find("The path contains a NUL byte") != std::string::npos);
  CHECK(fields_of("%00=1").find("The query contains a NUL byte") != std::string::npos);
  // A lone byte, an overlong slash, a surrogate, a sequence that is cut off.
  for (const char* text : {"%FF", "%C0%AF", "%ED%A0%80", "%E2%82", "\xff"}) {
    INFO(text);
    CHECK(decoded(text).find("is not valid UTF-8") != std::string::npos);
    CHECK(fields_of(text).find("is not valid UTF-8") != std::string::npos);
  }
}

TEST_CASE("a query is split before it is decoded and keeps its order and repeated names") {
  CHECK(fields_of("").empty());
  CHECK(fields_of("a=1&b=2&a=3") == "[a=1][b=2][a=3]");
  CHECK(fields_of("persona=x+y%2Bz") == "[persona=x y+z]");
  CHECK(fields_of("a%3Db=c%26d") == "[a=b=c&d]");
  CHECK(fields_of("a=b=c") == "[a=b=c]");
  CHECK(fields_of("flag&&=x&e=&") == "[flag=][=x][e=]");
  CHECK(fields_of("q=%C3%A9") == "[q=é]");
}

}  // namespace
}  // namespace turnstream::app
