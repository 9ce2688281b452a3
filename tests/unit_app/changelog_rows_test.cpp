#include "app/log_access/changelog_rows.h"

#include <doctest/doctest.h>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/changelog_batch.h"
#include "pipeline/store/changelog_check.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kTimeout{5'000};
const std::vector<std::string> kTopics = {"a.changelog.one", "a.changelog.two", "a.changelog.missing"};

using Changes = std::vector<std::pair<std::string, std::optional<std::string>>>;

/// Two changelogs with two partitions each.
struct Changelogs {
  contract::TemporaryFolder folder;
  SystemClock clock;
  std::unique_ptr<log::embedded::Cluster> cluster = log::embedded::Cluster::open(clock, folder.path(), {}).value();
  std::unique_ptr<log::Client> client = log::embedded::make_client(*cluster);
  std::unique_ptr<log::Producer> producer = client->make_producer("test").value();
  model::TopicNames names{"a"};
  std::map<log::TopicPartition, std::int64_t> numbers;

  Changelogs() {
    const std::vector<log::TopicSpec> specs = {{.name = kTopics[0], .partitions = 2},
                                               {.name = kTopics[1], .partitions = 2}};
    REQUIRE(client->admin().create_topics(specs, kTimeout).ok());
  }
  /// Writes a batch as the pipeline does.
  void write(const log::TopicPartition& where, const Changes& changes, const store::Walk& walk = {}) {
    std::string rows;
    for (const auto& [key, value] : changes) {
      store::append_row(rows, key, value);
    }
    const auto produce = [&](const log::OutgoingRecord& record) { return producer->produce(record); };
    REQUIRE(store::produce_batch(where, {numbers[where]++, walk}, rows, produce).ok());
    REQUIRE(producer->flush(kTimeout).ok());
  }
  void write_some(const log::TopicPartition& where, int count) {
    for (int i = 0; i < count; ++i) {
      write(where, {{"k", "v"}});
    }
  }
  void write_foreign(const log::TopicPartition& where) {
    REQUIRE(producer->produce({where.topic, where.partition, "x", "y", {}}).ok());
    REQUIRE(producer->flush(kTimeout).ok());
  }
  /// The walk of a batch behind which nothing before `kept` is needed.
  static store::Walk whole(std::int64_t kept) {
    store::Walk walk;
    walk.begin(NextOffset{kept});
    walk.end({});
    return walk;
  }
  void delete_before(const log::TopicPartition& where, std::int64_t offset) {
    const log::Position head{where, NextOffset{offset}};
    REQUIRE(client->admin().delete_records(std::span(&head, 1), kTimeout).ok());
  }
  ChangelogFindings examine(std::optional<std::int64_t> offsets_max) {
    return examine_changelogs(*client, kTopics, offsets_max, kTimeout).value();
  }
  Result<ChangelogRows> rows(std::int32_t partition = 0) {
    return latest_rows(*client, {names, "one", Partition{partition}}, kTimeout);
  }
  /// Writes the changelog of an earlier version: one record a row.
  void write_old(const Changes& changes) {
    const std::vector<log::TopicSpec> specs = {
        {.name = "a.one.changelog", .partitions = 2, .cleanup = log::Cleanup::kCompact}};
    REQUIRE(client->admin().create_topics(specs, kTimeout).ok());
    const log::TopicPartition where{specs[0].name, Partition{0}};
    for (const auto& [key, value] : changes) {
      const store::Seal seal = store::seal_row(where, NextOffset{1}, key, value);
      const std::vector<log::Header> headers = {{store::kSealHeader, store::view_of(seal)}};
      REQUIRE(producer->produce({where.topic, where.partition, key, value, headers}).ok());
    }
    REQUIRE(producer->flush(kTimeout).ok());
  }
};

const log::TopicPartition kFirst{kTopics[0], Partition{0}};

}  // namespace

TEST_CASE_FIXTURE(Changelogs, "the latest rows are those of all batches without what was deleted") {
  CHECK(rows()->empty());
  write(kFirst, {{"a", "1"}, {"b", "1"}}, whole(0));
  write(kFirst, {{"a", "2"}, {"b", std::nullopt}}, whole(0));
  CHECK(rows().value() == ChangelogRows{{"a", "2"}});
  write_foreign(kFirst);
  CHECK(rows().value() == ChangelogRows{{"a", "2"}});
}

TEST_CASE_FIXTURE(Changelogs, "the latest rows need what was deleted unless a complete walk is behind it") {
  write(kFirst, {{"a", "1"}});
  write(kFirst, {{"b", "1"}});
  write(kFirst, {{"a", "1"}, {"c", "1"}});
  delete_before(kFirst, 1);
  REQUIRE_FALSE(rows().ok());
  CHECK(rows().error().code == "changelog_lost");
  write(kFirst, {{"d", "1"}}, whole(1));
  CHECK(rows().value() == ChangelogRows{{"a", "1"}, {"b", "1"}, {"c", "1"}, {"d", "1"}});
}

TEST_CASE_FIXTURE(Changelogs, "rows before a missing record are left out if a complete walk is behind it") {
  write(kFirst, {{"a", "1"}});
  ++numbers[kFirst];
  write(kFirst, {{"b", "1"}});
  REQUIRE_FALSE(rows().ok());
  CHECK(rows().error().code == "changelog_damaged");
  write(kFirst, {{"c", "1"}}, whole(1));
  CHECK(rows().value() == ChangelogRows{{"b", "1"}, {"c", "1"}});
}

TEST_CASE_FIXTURE(Changelogs, "rows of an earlier version are among the latest until the first records are deleted") {
  write_old({{"a", "1"}, {"b", "1"}, {"b", std::nullopt}, {"c", "1"}});
  CHECK(rows().value() == ChangelogRows{{"a", "1"}, {"c", "1"}});
  write(kFirst, {{"c", std::nullopt}, {"d", "1"}});
  CHECK(rows().value() == ChangelogRows{{"a", "1"}, {"d", "1"}});
  write(kFirst, {{"e", "1"}}, whole(1));
  delete_before(kFirst, 1);
  CHECK(rows().value() == ChangelogRows{{"e", "1"}});
}

TEST_CASE_FIXTURE(Changelogs, "the end of a changelog is behind its last record") {
  write(kFirst, {{"c", "1"}, {"d", std::nullopt}});
  write(kFirst, {{"c", "2"}}, whole(1));
  write_foreign(kFirst);
  const auto found = end_of(*client, {names, "one", Partition{0}}, kTimeout).value();
  CHECK(found.number == 2);
  CHECK(found.walk.kept() == NextOffset{1});
  CHECK(found.next == NextOffset{3});
}

TEST_CASE_FIXTURE(Changelogs, "changelogs that only the pipeline wrote are good") {
  CHECK(examine({}).records == 0);
  for (const std::int32_t partition : {0, 1}) {
    write_some({kTopics[0], Partition{partition}}, 10);
  }
  const ChangelogFindings found = examine(1'000'000);
  CHECK(found.records == 20);
  CHECK(found.is_whole);
  CHECK(found.sentences.empty());
}

TEST_CASE_FIXTURE(Changelogs, "each partition with a record of another program is named with the record") {
  for (const std::string& topic : {kTopics[0], kTopics[1]}) {
    write_some({topic, Partition{0}}, 10);
    write_some({topic, Partition{1}}, 5);
    write_foreign({topic, Partition{1}});
  }
  const ChangelogFindings found = examine({});
  REQUIRE(found.sentences.size() == 2);
  CHECK(
      found.sentences[0].find("The record at offset 5 of a.changelog.one[1] is not as the pipeline wrote it: it has no "
                              "checksum.") == 0);
  CHECK(found.sentences[1].find("a.changelog.two[1]") != std::string::npos);
}

TEST_CASE_FIXTURE(Changelogs, "a partition from which no state could be restored is named") {
  write_some(kFirst, 3);
  ++numbers[kFirst];
  write_some(kFirst, 2);
  const log::TopicPartition other{kTopics[1], Partition{0}};
  write_some(other, 3);
  delete_before(other, 1);
  const ChangelogFindings found = examine({});
  REQUIRE(found.sentences.size() == 2);
  CHECK(found.sentences[0].find("Records before offset 3 of a.changelog.one[0] are missing") == 0);
  CHECK(found.sentences[1].find("The changelog a.changelog.two[0] begins at offset 1") == 0);
  write(kFirst, {}, whole(4));
  write(other, {}, whole(2));
  CHECK(examine({}).sentences.empty());
}

TEST_CASE_FIXTURE(Changelogs, "a limit of offsets is shared by the partitions and what is older is not read") {
  write_some(kFirst, 10);
  write_foreign(kFirst);
  write_some(kFirst, 200);
  const ChangelogFindings newest = examine(400);  // 100 in each of four partitions
  CHECK(newest.records == 100);
  CHECK_FALSE(newest.is_whole);
  CHECK(newest.sentences.empty());
  CHECK(examine(1).records == 100);
  const ChangelogFindings more = examine(4 * 205);
  CHECK(more.records == 205);
  CHECK(more.sentences.size() == 1);
  const ChangelogFindings all = examine({});
  CHECK(all.records == 211);
  CHECK(all.is_whole);
  CHECK(all.sentences.size() == 1);
}

}  // namespace turnstream::app
