#include "app/log_access/changelog_rows.h"

#include <doctest/doctest.h>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/changelog_check.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kRowsTimeout{5'000};
const std::vector<std::string> kTopics = {"a.one.changelog", "a.two.changelog", "a.missing.changelog"};

/// Two changelogs with two partitions each.
struct Changelogs {
  contract::TemporaryFolder folder;
  SystemClock clock;
  std::unique_ptr<log::embedded::Cluster> cluster = log::embedded::Cluster::open(clock, folder.path(), {}).value();
  std::unique_ptr<log::Client> client = log::embedded::make_client(*cluster);
  std::unique_ptr<log::Producer> producer = client->make_producer("test").value();

  Changelogs() {
    const std::vector<log::TopicSpec> specs = {
        {.name = kTopics[0], .partitions = 2, .cleanup = log::Cleanup::kCompact},
        {.name = kTopics[1], .partitions = 2, .cleanup = log::Cleanup::kCompact}};
    REQUIRE(client->admin().create_topics(specs, kRowsTimeout).ok());
  }
  /// Writes rows as the pipeline does, with the keys k<from>, k<from + 1>, …
  void write(const log::TopicPartition& where, int from, int count) {
    for (int i = from; i < from + count; ++i) {
      const std::string key = "k" + std::to_string(i);
      const store::Seal seal = store::seal_row(where, NextOffset{i}, key, "value");
      const std::vector<log::Header> headers = {{store::kSealHeader, store::view_of(seal)}};
      REQUIRE(producer->produce({where.topic, where.partition, key, "value", headers}).ok());
    }
    REQUIRE(producer->flush(kRowsTimeout).ok());
  }
  void write_foreign(const log::TopicPartition& where) {
    REQUIRE(producer->produce({where.topic, where.partition, "x", "y", {}}).ok());
    REQUIRE(producer->flush(kRowsTimeout).ok());
  }
  ChangelogFindings examine(std::optional<std::int64_t> offsets_max) {
    return examine_changelogs(*client, kTopics, offsets_max, kRowsTimeout).value();
  }
};

TEST_CASE_FIXTURE(Changelogs, "changelogs that only the pipeline wrote are good") {
  CHECK(examine({}).rows == 0);
  for (const std::int32_t partition : {0, 1}) {
    write({kTopics[0], Partition{partition}}, 0, 10);
  }
  const ChangelogFindings found = examine(1'000'000);
  CHECK(found.rows == 20);
  CHECK(found.is_whole);
  CHECK(found.sentences.empty());
}

TEST_CASE_FIXTURE(Changelogs, "each partition with a row of another program is named with the row") {
  for (const std::string& topic : {kTopics[0], kTopics[1]}) {
    write({topic, Partition{0}}, 0, 10);
    write({topic, Partition{1}}, 0, 5);
    write_foreign({topic, Partition{1}});
  }
  const ChangelogFindings found = examine({});
  REQUIRE(found.sentences.size() == 2);
  CHECK(found.sentences[0].find("The record at offset 5 of a.one.changelog[1], key \"x\", is not as the pipeline wrote "
                                "it: it has no checksum") == 0);
  CHECK(found.sentences[1].find("a.two.changelog[1]") != std::string::npos);
}

TEST_CASE_FIXTURE(Changelogs, "a limit of offsets is shared by the partitions and what is older is not read") {
  const log::TopicPartition where{kTopics[0], Partition{0}};
  write(where, 0, 10);
  write_foreign(where);
  write(where, 10, 200);
  const ChangelogFindings newest = examine(400);  // 100 in each of four partitions
  CHECK(newest.rows == 100);
  CHECK_FALSE(newest.is_whole);
  CHECK(newest.sentences.empty());
  CHECK(examine(1).rows == 100);
  const ChangelogFindings more = examine(4 * 205);
  CHECK(more.rows == 205);
  CHECK(more.sentences.size() == 1);
  const ChangelogFindings all = examine({});
  CHECK(all.rows == 211);
  CHECK(all.is_whole);
  CHECK(all.sentences.size() == 1);
}

TEST_CASE_FIXTURE(Changelogs, "a foreign row is damage also where the rows that are read begin") {
  const log::TopicPartition where{kTopics[0], Partition{0}};
  write(where, 0, 10);
  write_foreign(where);
  write_foreign(where);
  write(where, 10, 98);
  const ChangelogFindings newest = examine(400);  // 100 in each of four partitions: both foreign rows and 98 others
  CHECK(newest.rows == 100);
  CHECK_FALSE(newest.is_whole);
  REQUIRE(newest.sentences.size() == 1);
  CHECK(newest.sentences[0].find("The record at offset 11 of a.one.changelog[0]") == 0);
}

TEST_CASE_FIXTURE(Changelogs, "rows of an early version pass wherever the rows that are read begin") {
  const log::TopicPartition where{kTopics[0], Partition{0}};
  for (int i = 0; i < 150; ++i) {
    write_foreign(where);  // without a seal, as an early version wrote all its rows
  }
  write(where, 0, 50);
  const ChangelogFindings newest = examine(400);
  CHECK(newest.rows == 100);
  CHECK_FALSE(newest.is_whole);
  CHECK(newest.sentences.empty());
  write(where, 50, 20);
  write_foreign(where);
  CHECK(examine(400).sentences.size() == 1);
}

TEST_CASE_FIXTURE(Changelogs, "a foreign row that a later row replaced does no harm") {
  const log::TopicPartition where{kTopics[0], Partition{0}};
  write(where, 0, 2);
  REQUIRE(producer->produce({where.topic, where.partition, "k2", "y", {}}).ok());
  CHECK(examine({}).sentences.size() == 1);
  write(where, 2, 1);
  CHECK(examine({}).sentences.empty());
}

}  // namespace
}  // namespace turnstream::app
