#include "pipeline/log/kafka/unpack_limit.h"

#include <doctest/doctest.h>
#include <string>
#include <zlib.h>

#include "pipeline/log/kafka/unpack_hooks.h"

namespace turnstream::log::kafka {
namespace {

/// A record without key, value and headers, as a batch holds it: its length and six bytes.
const std::string kEmptyRecord("\x0c\0\0\0\x01\x01\0", 7);

/// A record of `size` bytes behind a length of two bytes.
std::string record_of(std::size_t size) {
  const std::size_t zigzag = size * 2;
  std::string record{static_cast<char>((zigzag & 0x7fu) | 0x80u), static_cast<char>(zigzag >> 7u)};
  return record + std::string(size, 'x');
}

TEST_CASE("the cost of a batch is its bytes and an overhead for each record however it is divided") {
  const std::string batch = kEmptyRecord + record_of(200) + kEmptyRecord + record_of(5'000);
  const auto expected = static_cast<std::int64_t>(batch.size()) + 4 * kUnpackedRecordBytes;
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{150}, batch.size()}) {
    BatchMeter meter;
    for (std::size_t at = 0; at < batch.size(); at += piece) {
      meter.add(std::string_view(batch).substr(at, piece));
    }
    CHECK(meter.cost() == expected);
  }
}

TEST_CASE("bytes that are not a row of records are counted as bytes") {
  for (const std::string& bytes : {std::string(1'000, '\xff'), std::string(1, '\x01') + std::string(999, 'x')}) {
    BatchMeter meter;
    meter.add(bytes);
    CHECK(meter.cost() == 1'000);
  }
}

TEST_CASE("a batch above its bound is refused for good and one above the bound of the response is postponed") {
  UnpackLimit limit(100, 150);
  CHECK_FALSE(limit.fits(101));
  CHECK(limit.postponed() == 0);
  CHECK(limit.fits(100));
  UnpackLimit::add(100);
  CHECK(limit.fits(50));
  CHECK_FALSE(limit.fits(51));
  CHECK(limit.postponed() == 1);
  UnpackLimit::add(-100);
}

TEST_CASE("threads that are not librdkafka's have no limit") {
  CHECK(UnpackLimit::of_this_thread() == nullptr);
  const std::string data(200'000, 'a');
  std::string packed(compressBound(data.size()), '\0');
  uLongf size = packed.size();
  REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(data.data()),
                   data.size()) == Z_OK);
  std::string unpacked(data.size(), '\0');
  uLongf back = unpacked.size();
  CHECK(uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &back, reinterpret_cast<const Bytef*>(packed.data()),
                   size) == Z_OK);
  CHECK(unpacked == data);
}

TEST_CASE("librdkafka of the distribution calls the bounded functions of every codec") {
  CHECK(unbounded_codecs().empty());
}

}  // namespace
}  // namespace turnstream::log::kafka
