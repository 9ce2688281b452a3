#include "recall/read_model/progress.h"

#include <doctest/doctest.h>

namespace turnstream::recall {

TEST_CASE("a read position is read as it was written with and without a beginning") {
  for (const std::int64_t since : {0, 7}) {
    const Progress written{NextOffset{12}, {NextOffset{3}, NextOffset{40}}, LogTime{1'000}, NextOffset{since}};
    const auto read = read_progress_row(progress_row(written));
    REQUIRE(read.has_value());
    CHECK(read->next == written.next);
    CHECK(read->answers_next == written.answers_next);
    CHECK(read->log_time == written.log_time);
    CHECK(read->since == written.since);
  }
}

TEST_CASE("a damaged read position is not read") {
  const std::string row = progress_row({NextOffset{12}, {NextOffset{3}}, LogTime{1'000}, NextOffset{7}});
  for (std::size_t size = 0; size < row.size(); ++size) {
    CAPTURE(size);
    const bool is_without_since = size + sizeof(std::int64_t) == row.size();
    CHECK(read_progress_row(row.substr(0, size)).has_value() == is_without_since);
  }
  CHECK_FALSE(read_progress_row(row + "x").has_value());
}

}  // namespace turnstream::recall
