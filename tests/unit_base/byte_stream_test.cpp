#include "pipeline/base/byte_stream.h"

#include <doctest/doctest.h>
#include <limits>

using turnstream::ByteReader;
using turnstream::ByteWriter;

TEST_CASE("a reader gives the values in the order in which they were written") {
  const turnstream::Uuid uuid{1, 2, 3, 15};
  std::string bytes;
  ByteWriter(bytes).u8(200).u32(70000).u64(1ULL << 63).i64(-5).varint(0).varint(127).varint(128).uuid(uuid).text("ab");
  ByteWriter(bytes).varint(std::numeric_limits<std::uint64_t>::max());
  ByteReader reader(bytes);
  CHECK(reader.u8() == 200);
  CHECK(reader.u32() == 70000);
  CHECK(reader.u64() == 1ULL << 63);
  CHECK(reader.i64() == -5);
  CHECK(reader.varint() == 0);
  CHECK(reader.varint() == 127);
  CHECK(reader.varint() == 128);
  CHECK(reader.uuid() == uuid);
  CHECK(reader.text() == "ab");
  CHECK_FALSE(reader.done());
  CHECK(reader.varint() == std::numeric_limits<std::uint64_t>::max());
  CHECK(reader.done());
}

TEST_CASE("numbers are little-endian on every machine") {
  std::string bytes;
  ByteWriter(bytes).u32(0x01020304);
  CHECK(bytes == "\x04\x03\x02\x01");
}

TEST_CASE("after a read beyond the end a reader stays failed and gives zeros") {
  ByteReader reader(
      "\x05"
      "ab");
  CHECK(reader.text().empty());
  CHECK_FALSE(reader.ok());
  CHECK(reader.u8() == 0);
  CHECK(reader.varint() == 0);
  CHECK_FALSE(reader.done());
  ByteReader endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  endless.varint();
  CHECK_FALSE(endless.ok());
}

TEST_CASE("a count larger than the rest of the bytes is refused before memory is reserved for it") {
  std::string bytes;
  ByteWriter(bytes).varint(1000).u64(0);
  ByteReader reader(bytes);
  CHECK(reader.count(8) == 0);
  CHECK_FALSE(reader.ok());
}
