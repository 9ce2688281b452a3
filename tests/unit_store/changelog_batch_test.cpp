#include "pipeline/store/changelog_batch.h"

#include <doctest/doctest.h>
#include <map>

#include "pipeline/store/changelog_check.h"

namespace turnstream::store {
namespace {

using Rows = std::vector<std::pair<std::string, std::optional<std::string>>>;

const log::TopicPartition kHere{"t.changelog.episodic", Partition{3}};

/// A record as produce_batch() makes it, with memory of its own.
struct Made {
  std::string walk;
  std::string seal;
  std::string value;

  [[nodiscard]] log::Record record(std::int64_t offset = 5) const {
    log::Record made;
    made.topic = kHere.topic;
    made.partition = kHere.partition;
    made.offset = Offset{offset};
    made.value = value;
    made.headers = {{kWalkHeader, walk}, {kSealHeader, seal}};
    return made;
  }
};

Made made(std::int64_t number, const Walk& walk = {}, const log::TopicPartition& where = kHere,
          NextOffset end = NextOffset{0}) {
  std::string rows;
  append_row(rows, "key", "value");
  Made copy;
  REQUIRE(produce_batch(where, {number, walk, end}, rows, [&](const log::OutgoingRecord& record) {
            CHECK(record.topic == where.topic);
            CHECK(record.partition == where.partition);
            CHECK_FALSE(record.key.has_value());
            for (const auto& header : record.headers) {
              (header.name == kWalkHeader ? copy.walk : copy.seal) = header.value;
            }
            copy.value = *record.value;
            return Status();
          }).ok());
  return copy;
}

Walk whole_walk(std::int64_t kept) {
  Walk walk;
  walk.begin(NextOffset{kept});
  walk.end({});
  return walk;
}

bool passes(BatchCheck& check, const log::Record& record) {
  const auto head = check.take(record);
  REQUIRE(head.ok());
  return head->has_value();
}

}  // namespace

TEST_CASE("rows are read back as they were written") {
  const Rows rows = {{"a", "1"}, {"", ""}, {std::string("\0b\xff", 3), std::nullopt}, {"c", std::string(300, 'x')}};
  std::string bytes;
  for (const auto& [key, value] : rows) {
    append_row(bytes, key, value);
  }
  Rows read;
  REQUIRE(for_each_row(bytes, [&](std::string_view key, std::optional<std::string_view> value) {
    read.emplace_back(key, value ? std::optional<std::string>(*value) : std::nullopt);
  }));
  CHECK(read == rows);
}

TEST_CASE("bytes that are not rows are noticed") {
  const auto ignore = [](std::string_view, std::optional<std::string_view>) {};
  std::string bytes;
  append_row(bytes, "key", "value");
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    CHECK_FALSE(for_each_row(std::string_view(bytes).substr(0, size), ignore));
  }
  CHECK_FALSE(for_each_row("\x02\x01k", ignore));
  CHECK(for_each_row("", ignore));
}

TEST_CASE("a record that the pipeline wrote passes and any change of it does not") {
  BatchCheck check(kHere, std::nullopt);
  CHECK(passes(check, made(7).record()));
  CHECK(check.next_number() == 8);
  Made changed = made(8);
  changed.value.back() = 'x';
  CHECK_FALSE(passes(check, changed.record()));
  changed = made(8);
  changed.walk.back() = static_cast<char>(changed.walk.back() ^ 1);
  CHECK_FALSE(passes(check, changed.record()));
  CHECK_FALSE(passes(check, made(8, {}, {"t.changelog.skill", Partition{3}}).record()));
  CHECK_FALSE(passes(check, made(8, {}, {kHere.topic, Partition{4}}).record()));
  auto keyed = made(8);
  auto record = keyed.record();
  record.key = "k";
  CHECK_FALSE(passes(check, record));
  log::Record bare = keyed.record();
  bare.headers.clear();
  CHECK_FALSE(passes(check, bare));
  CHECK(check.foreign() == 6);
  CHECK(check.first_foreign() ==
        "The record at offset 5 of t.changelog.episodic[3] is not as the pipeline wrote it: its checksum is wrong.");
  CHECK(passes(check, keyed.record()));
  CHECK_FALSE(check.gap().has_value());
}

TEST_CASE("a record of a newer format ends the process instead of being passed over") {
  std::string rows;
  const std::string walk = "\x02new";
  const Seal seal = seal_row(kHere, NextOffset{8}, walk, rows);
  const Made newer{walk, std::string(view_of(seal)), rows};
  BatchCheck check(kHere, std::nullopt);
  const auto refused = check.take(newer.record());
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "changelog_damaged");
  CHECK(refused.error().message.find("If a newer version wrote it") != std::string::npos);
}

TEST_CASE("a copy of an older record does not pass and a missing one is noticed") {
  BatchCheck check(kHere, 3);
  CHECK(passes(check, made(3).record(10)));
  CHECK_FALSE(passes(check, made(3).record(11)));
  CHECK(passes(check, made(4).record(12)));
  CHECK_FALSE(check.gap().has_value());
  CHECK(passes(check, made(6).record(14)));
  CHECK(check.gap() == Offset{14});
}

TEST_CASE("a changelog whose records have lower offsets than they were written with is not used") {
  BatchCheck check(kHere, std::nullopt);
  CHECK(passes(check, made(3, {}, kHere, NextOffset{10}).record(10)));
  CHECK_FALSE(passes(check, made(4, {}, kHere, NextOffset{12}).record(11)));
  const auto verdict = check.verdict(whole_walk(12), std::nullopt);
  REQUIRE_FALSE(verdict.ok());
  CHECK(verdict.error().code == "changelog_damaged");
  CHECK(verdict.error().message.find("offset 11 of t.changelog.episodic[3] was written at a later offset") !=
        std::string::npos);
}

TEST_CASE("the verdict depends on the last complete walk") {
  struct Row {
    const char* what;
    std::vector<std::pair<std::int64_t, std::int64_t>> records;  ///< number and offset
    Walk walk;
    std::optional<NextOffset> from;
    std::string verdict;  ///< "whole", "from N", or the code of the error
  };
  const Row rows[] = {
      {"the tail of a whole table", {{3, 10}, {4, 11}}, {}, std::nullopt, "whole"},
      {"all from the first one on", {{3, 10}, {4, 11}}, whole_walk(9), NextOffset{9}, "whole"},
      {"more than the walk", {{3, 10}, {4, 11}}, whole_walk(11), NextOffset{9}, "whole"},
      {"less than the walk", {{4, 11}}, whole_walk(9), NextOffset{10}, "changelog_lost"},
      {"no walk", {{0, 10}}, {}, NextOffset{0}, "changelog_lost"},
      {"a gap before the walk", {{3, 10}, {6, 12}, {7, 13}}, whole_walk(12), std::nullopt, "from 12"},
      {"a gap in the walk", {{3, 10}, {6, 12}, {7, 13}}, whole_walk(11), std::nullopt, "changelog_damaged"},
      {"a gap and no walk", {{3, 10}, {6, 12}}, {}, std::nullopt, "changelog_damaged"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    BatchCheck check(kHere, std::nullopt);
    for (const auto& [number, offset] : row.records) {
      CHECK(passes(check, made(number).record(offset)));
    }
    const auto verdict = check.verdict(row.walk, row.from);
    CHECK((!verdict.ok() ? verdict.error().code
           : *verdict    ? "from " + std::to_string((*verdict)->value())
                         : std::string("whole")) == row.verdict);
  }
}

}  // namespace turnstream::store
