#include "pipeline/codec/erased_record.h"

#include <doctest/doctest.h>

#include "pipeline/base/sha256.h"

namespace turnstream::codec {

TEST_CASE("an erased record keeps nothing but the hash of its turn") {
  CHECK(erased_record_text({}) == R"({"erased":true})");
  const std::string text = erased_record_text({turn_hash_of("01JGFJJZ00000000000000000A")});
  CHECK(text == R"({"erased":true,"turn_hash":")" + to_hex(sha256("01JGFJJZ00000000000000000A")).substr(0, 32) + "\"}");
  const auto read = read_erased_record(text);
  REQUIRE(read.has_value());
  CHECK(read->turn_hash == turn_hash_of("01JGFJJZ00000000000000000A"));
  REQUIRE(read_erased_record(R"({"erased":true})").has_value());
  CHECK(read_erased_record(R"({"erased":true})")->turn_hash.empty());
}

TEST_CASE("other values are not erased records") {
  for (const char* text : {"", "{}", R"({"erased":false})", R"({"erased":true,"turn_hash":"00"})",
                           R"({"erased":true,"turn_hash":"zz112233445566778899aabbccddeeff"})",
                           R"({"erased":true,"turn_id":"t"})", R"({"erased":true} )"}) {
    CAPTURE(text);
    CHECK_FALSE(read_erased_record(text).has_value());
  }
}

}  // namespace turnstream::codec
