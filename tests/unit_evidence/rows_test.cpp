#include "stages/common/evidence/rows.h"

#include <doctest/doctest.h>

namespace turnstream::evidence {

TEST_CASE("a key has the bytes of its parts and the order of their numbers") {
  Uuid id{};
  for (std::size_t i = 0; i < id.size(); ++i) {
    id[i] = static_cast<std::uint8_t>(0xf0 + i);
  }
  const std::string id_bytes = "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff";
  CHECK(row_key("item/", id).view() == "item/" + id_bytes);
  CHECK(row_key("~n/", 0x0102030405060708).view() == "~n/\x01\x02\x03\x04\x05\x06\x07\x08");
  CHECK(row_key("~n/", 7).append(id).view() == std::string("~n/\0\0\0\0\0\0\0\x07", 11) + id_bytes);
  CHECK(RowKey("p").append_number(0x0102030405060708, 1).view() == "p\x08");
  CHECK(RowKey("p").append_number(0x0102030405060708, 2).view() == "p\x07\x08");
  CHECK(RowKey("p").append_number(0x0102030405060708, 4).view() == "p\x05\x06\x07\x08");
  CHECK(RowKey("").view().empty());
  CHECK(number_in_key(row_key("~n/", 1'000'000)) == 1'000'000);
  CHECK(id_in_key(row_key("item/", id)) == id);
  CHECK(row_key("n", 255) < row_key("n", 256));
  CHECK(row_key("n", 1) == row_key("n", 1));
}

TEST_CASE("a key takes as many bytes as it has room for") {
  const std::string most(RowKey::kBytesMax, 'x');
  CHECK(RowKey(most).view() == most);
  RowKey key(most.substr(1));
  key.append("y");
  CHECK(key.view() == most.substr(1) + "y");
}

}  // namespace turnstream::evidence
