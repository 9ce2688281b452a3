#include "pipeline/json/document.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace turnstream::json {
namespace {

std::string nested(std::size_t depth) {
  return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

TEST_CASE("a document is nested at most kDocumentDepthMax deep") {
  CHECK(document_text(parse_document(nested(kDocumentDepthMax))) == nested(kDocumentDepthMax));
  CHECK(parse_document(nested(kDocumentDepthMax + 1)).is_discarded());
  CHECK(parse_ordered(nested(kDocumentDepthMax + 1)).is_discarded());
}

TEST_CASE("two megabytes of brackets are refused without recursion") {
  constexpr std::size_t kMany = 2'000'000;
  CHECK(parse_document(std::string(kMany, '[')).is_discarded());
  CHECK(parse_document(nested(kMany / 2)).is_discarded());
  std::string objects;
  for (std::size_t i = 0; i < kMany / 5; ++i) {
    objects += R"({"a":)";
  }
  CHECK(parse_ordered(objects).is_discarded());
}

TEST_CASE("only open brackets outside of strings count as depth") {
  const std::string quoted = R"(["\"[[[)" + std::string(1'000, '[') + R"(\\"])";
  CHECK(parse_document(quoted).is_array());
  std::string wide = "[";
  for (int i = 0; i < 1'000; ++i) {
    wide += "{},";
  }
  CHECK(parse_document(wide + "[]]").size() == 1'001);
}

}  // namespace turnstream::json
