// ChangelogRestore on what an earlier version wrote.
#include "pipeline/store/changelog_check.h"
#include "tests/unit_store/changelog_fixture.h"

namespace turnstream::store {
namespace {

using Rows = ChangelogFixture::Rows;

/// The changelog of an earlier version, with one record a row.
struct OldChangelog : ChangelogFixture {
  OldChangelog() {
    old_changelog = "t.episodic.changelog";
    create(old_changelog, log::Cleanup::kCompact);
  }
  void change_old(const std::vector<std::pair<std::string, std::optional<std::string>>>& changed) {
    const log::TopicPartition where{old_changelog, changelog.partition};
    const auto producer = client->make_producer("old").value();
    for (const auto& [key, value] : changed) {
      const Seal seal = seal_row(where, NextOffset{1}, key, value);
      const log::Header header{kSealHeader, view_of(seal)};
      REQUIRE(producer->produce({where.topic, where.partition, key, value, std::span(&header, 1)}).ok());
    }
    REQUIRE(producer->flush(kAtOnce).ok());
  }
  void delete_old() const {
    const std::string topics[] = {old_changelog};
    REQUIRE(client->admin().delete_topics(topics, kAtOnce).ok());
  }
};

}  // namespace

TEST_CASE_FIXTURE(OldChangelog, "rows of an earlier version are restored and what is written now follows them") {
  change_old({{"a", "1"}, {"b", "1"}, {"b", std::nullopt}, {"c", "1"}});
  writing.walk.step_bytes_max = 0;
  REQUIRE(open());
  CHECK(rows() == Rows{{"a", "1"}, {"c", "1"}});
  commit({"c", "d=1"});
  const Rows before = rows();
  REQUIRE(open());
  CHECK(applied == 0);
  lose_store();
  REQUIRE(open());
  CHECK(rows() == before);
}

TEST_CASE_FIXTURE(OldChangelog, "the first walk makes the changelog of an earlier version needless") {
  change_old({{"a", "1"}, {"b", "1"}, {"c", "1"}});
  REQUIRE(open());
  bool is_needless = false;
  while (writer->walk().kept().value() == 0) {
    is_needless = commit({"b", "d=1"});
  }
  REQUIRE(is_needless);
  const Rows before = rows();
  SUBCASE("after the head is deleted it is not read") {
    trim();
    CHECK(marks().first.value() > 0);
    change_old({{"a", "2"}});
  }
  SUBCASE("it may be deleted") {
    delete_old();
  }
  lose_store();
  REQUIRE(open());
  CHECK(rows() == before);
}

TEST_CASE_FIXTURE(OldChangelog, "the changelog of an earlier version that is deleted too early ends the process") {
  change_old({{"a", "1"}});
  writing.walk.step_bytes_max = 0;
  REQUIRE(open());
  auto whole = std::move(store);
  SUBCASE("before anything is written") {
    delete_old();
    store = std::move(whole);
    const Error error = refused();
    CHECK(error.code == "changelog_lost");
    CHECK(error.message.find("t.episodic.changelog does not exist") != std::string::npos);
    CHECK(rows() == Rows{{"a", "1"}});
  }
  SUBCASE("before the first walk is complete") {
    store = std::move(whole);
    commit({"b=1"});
    delete_old();
    REQUIRE(open());  // The store has all rows.
    lose_store();
    CHECK(refused().code == "changelog_lost");
  }
}

}  // namespace turnstream::store
