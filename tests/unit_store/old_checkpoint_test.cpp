#include <cstdint>
#include <doctest/doctest.h>
#include <limits>

#include "pipeline/store/old_changelog.h"

namespace turnstream::store {

TEST_CASE("a checkpoint is read back as it was written") {
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{1}, std::numeric_limits<std::int64_t>::max()}) {
    const auto read = decode_checkpoint(encode_checkpoint({NextOffset{number}, WallTime{1'767'225'600'000}}));
    REQUIRE(read.has_value());
    CHECK(read->next == NextOffset{number});
    CHECK(read->written == WallTime{1'767'225'600'000});
    CHECK_FALSE(read->sealed.has_value());
    const auto sealed = decode_checkpoint(encode_checkpoint({NextOffset{1}, WallTime{2}, NextOffset{number}}));
    REQUIRE(sealed.has_value());
    CHECK(sealed->sealed == NextOffset{number});
  }
}

TEST_CASE("a damaged checkpoint is read as no checkpoint") {
  for (const std::string_view text : {"", " ", "12", "12 ", " 12", "12 x", "x 12", "12 13 14", "99999999999999999999 1",
                                      "12 13 sealed", "12 13 sealed ", "12 13 sealed x", "12 sealed 3", " sealed 3"}) {
    CHECK_FALSE(decode_checkpoint(text).has_value());
  }
}

}  // namespace turnstream::store
