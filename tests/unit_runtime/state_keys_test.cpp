#include "pipeline/runtime/task/state_keys.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

TEST_CASE("personas with odd bytes are read back and keep their order") {
  std::vector<std::string> personas{"",
                                    std::string("\0", 1),
                                    std::string("\0\0", 2),
                                    std::string("\0\1", 2),
                                    "a",
                                    std::string("a\0", 2),
                                    std::string("a\0b", 3),
                                    "a\x01",
                                    "ab",
                                    "a\xff",
                                    "b"};
  std::sort(personas.begin(), personas.end());
  std::string before;
  for (const auto& persona : personas) {
    const auto key = persona_key('s', persona, "rest");
    CHECK(before < key);
    before = key;
    const auto row = decode_stage_row_key(key);
    REQUIRE(row.has_value());
    CHECK(row->persona == persona);
    CHECK(row->key == "rest");
  }
}

TEST_CASE("keys of different personas never collide") {
  // With a plain separator "a" + "\0b" and "a\0b" + "" would be one key.
  CHECK(persona_key('s', "a", std::string("\0b", 2)) != persona_key('s', std::string("a\0b", 3)));
  const auto prefix = persona_key('s', "a");
  CHECK(persona_key('s', "ab").substr(0, prefix.size()) != prefix);
  CHECK(persona_key('s', std::string("a\0", 2)).substr(0, prefix.size()) != prefix);
}

TEST_CASE("the key of an ordered row is decoded as the stage gave it") {
  const auto row = decode_stage_row_key(persona_key(store::kOrderedPrefix, "helper", "due/1"));
  REQUIRE(row.has_value());
  CHECK(row->persona == "helper");
  CHECK(row->key == "~due/1");
}

TEST_CASE("the key after a prefix follows all keys that begin with it") {
  CHECK(after_prefix("ab") == "ac");
  CHECK(after_prefix("a\xff\xff") == "b");
}

TEST_CASE("rows of the runtime are not decoded as rows of a stage") {
  CHECK_FALSE(decode_stage_row_key("").has_value());
  CHECK_FALSE(decode_stage_row_key("c").has_value());
  CHECK_FALSE(decode_stage_row_key(kVersionKey).has_value());
  CHECK_FALSE(decode_stage_row_key("s without an end").has_value());
}

TEST_CASE("big-endian numbers are read back and ordered like numbers") {
  std::string before;
  for (const std::uint64_t number : {0ULL, 1ULL, 255ULL, 256ULL, 1'767'225'600'000ULL, ~0ULL}) {
    std::string bytes;
    append_big_endian(bytes, number);
    CHECK(bytes.size() == 8);
    CHECK(read_big_endian(bytes) == number);
    CHECK(before < bytes);
    before = bytes;
  }
}

}  // namespace turnstream::runtime
