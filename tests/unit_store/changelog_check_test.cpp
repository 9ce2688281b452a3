#include "pipeline/store/changelog_check.h"

#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace turnstream::store {
namespace {

const log::TopicPartition kHere{"turnstream.episodic.changelog", Partition{3}};

/// A row as it stands in the topic. The strings must outlive the record that record() makes.
struct Row {
  std::string key = "sann";
  std::optional<std::string> value = "tea";
  std::optional<std::string> seal = {};
  std::int64_t offset = 7;

  [[nodiscard]] log::Record record() const {
    log::Record made;
    made.topic = kHere.topic;
    made.partition = kHere.partition;
    made.offset = Offset{offset};
    made.key = key;
    made.value = value ? std::optional<std::string_view>(*value) : std::nullopt;
    if (seal) {
      made.headers.push_back({kSealHeader, *seal});
    }
    return made;
  }
};

Row sealed(std::int64_t position, Row row = {}, const log::TopicPartition& where = kHere) {
  const auto seal = seal_row(where, NextOffset{position}, row.key,
                             row.value ? std::optional<std::string_view>(*row.value) : std::nullopt);
  row.seal = std::string(view_of(seal));
  return row;
}

/// Whether a row passes the check behind a good row of position 5.
bool passes(const Row& row) {
  ChangelogCheck check(kHere, NextOffset{5});
  const bool taken = check.take(row.record());
  CHECK(check.verdict().ok() == taken);
  return taken;
}

}  // namespace

TEST_CASE("rows and deletes pass as they were written and fail if any part of them was changed") {
  CHECK(passes(sealed(5)));
  CHECK(passes(sealed(6)));
  CHECK(passes(sealed(5, {.value = std::nullopt})));
  CHECK(passes(sealed(5, {.value = ""})));

  auto row = sealed(5);
  row.value = "tee";
  CHECK_FALSE(passes(row));
  row = sealed(5);
  row.key = "sbob";
  CHECK_FALSE(passes(row));
  row = sealed(5);
  row.value = std::nullopt;
  CHECK_FALSE(passes(row));
  row = sealed(5, {.value = ""});
  row.value = std::nullopt;
  CHECK_FALSE(passes(row));
  row = sealed(5, {.key = "sannt", .value = "ea"});
  row.key = "sann";
  row.value = "tea";
  CHECK_FALSE(passes(row));
  for (std::size_t i = 0; i < Seal().size(); ++i) {
    row = sealed(5);
    (*row.seal)[i] ^= 1;
    CAPTURE(i);
    CHECK_FALSE(passes(row));
  }
  for (const std::string seal : {"", "x", "a text that is not a seal at all"}) {
    row.seal = seal;
    CHECK_FALSE(passes(row));
  }
}

TEST_CASE("a row of another topic or partition fails and so does a row without a seal behind sealed rows") {
  CHECK_FALSE(passes(sealed(5, {}, {kHere.topic, Partition{2}})));
  CHECK_FALSE(passes(sealed(5, {}, {"turnstream.skill.changelog", Partition{3}})));
  CHECK_FALSE(passes(Row{}));
}

TEST_CASE("an older row that is written again fails") {
  CHECK_FALSE(passes(sealed(4)));
}

TEST_CASE("rows of an early version without seals pass until the first sealed row") {
  ChangelogCheck check(kHere, std::nullopt);
  CHECK(check.take(Row{}.record()));
  CHECK(check.take(sealed(0).record()));
  CHECK_FALSE(check.take(Row{}.record()));
}

TEST_CASE("a later good row with the same key replaces a damaged one and another key does not") {
  ChangelogCheck check(kHere, NextOffset{5});
  CHECK_FALSE(check.take(Row{.offset = 7}.record()));
  CHECK(check.resume(NextOffset{8}).next == NextOffset{7});
  CHECK(check.resume(NextOffset{8}).sealed == NextOffset{5});
  CHECK(check.take(sealed(9, {.key = "sbob", .offset = 8}).record()));
  CHECK_FALSE(check.verdict().ok());
  CHECK(check.resume(NextOffset{9}).next == NextOffset{7});
  CHECK(check.resume(NextOffset{9}).sealed == NextOffset{5});
  CHECK(check.take(sealed(9, {.offset = 9}).record()));
  CHECK(check.verdict().ok());
  CHECK(check.resume(NextOffset{10}).next == NextOffset{10});
  CHECK(check.resume(NextOffset{10}).sealed == NextOffset{9});
}

TEST_CASE("the error names the place and key of the row and the cause and what to do") {
  ChangelogCheck check(kHere, NextOffset{5});
  CHECK_FALSE(check.take(Row{.key = std::string("s\0\x01", 3) + "facts", .offset = 12}.record()));
  CHECK_FALSE(check.take(Row{.key = "sbob", .offset = 13}.record()));
  const auto verdict = check.verdict();
  REQUIRE_FALSE(verdict.ok());
  CHECK(verdict.error().code == "changelog_damaged");
  CHECK(verdict.error().reaction == Reaction::kStopProcess);
  for (const auto* part : {"offset 12 of turnstream.episodic.changelog[3]", "key \"s\\x00\\x01facts\"",
                           "it has no checksum", "1 other", "turnstream upgrade --into"}) {
    CAPTURE(part);
    CHECK(verdict.error().message.find(part) != std::string::npos);
  }
}

TEST_CASE("a reader may give up when a thousand keys are damaged") {
  ChangelogCheck check(kHere, NextOffset{5});
  int keys = 0;
  while (!check.hopeless()) {
    CHECK_FALSE(check.take(Row{.key = std::to_string(keys++)}.record()));
    REQUIRE(keys < 2'000);
  }
  CHECK(keys > 1'000);
}

}  // namespace turnstream::store
