#include "pipeline/runtime/task/changelog_trimmer.h"

#include <atomic>
#include <doctest/doctest.h>
#include <memory>
#include <thread>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kNow{0};

struct Fixture {
  ManualClock clock{WallTime{1'767'261'600'000}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  std::atomic<int> failures = 0;  ///< how many of the next deletions fail

  Fixture() {
    const log::TopicSpec spec{"changelog", 2, log::Cleanup::kDelete, -1, -1, 0};
    REQUIRE(client->admin().create_topics(std::span(&spec, 1), kNow).ok());
    const auto producer = client->make_producer("test").value();
    for (int i = 0; i < 20; ++i) {
      REQUIRE(producer->produce({"changelog", Partition{i % 2}, std::nullopt, "v", {}}).ok());
      REQUIRE(producer->flush(kNow).ok());
    }
    cluster.set_fault_hook([this](log::embedded::Operation operation, const std::string&) -> std::optional<Error> {
      if (operation != log::embedded::Operation::kDeleteRecords || failures == 0) {
        return std::nullopt;
      }
      --failures;
      return make_error("simulated_fault", Reaction::kRetry, "The test let this call fail.");
    });
  }
  static log::Position head(std::int32_t partition, std::int64_t before) {
    return {{"changelog", Partition{partition}}, NextOffset{before}};
  }
  std::int64_t first(std::int32_t partition) {
    return client->admin().watermarks({"changelog", Partition{partition}}, kNow)->first.value();
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "what is not needed is deleted at once without a thread") {
  ChangelogTrimmer trimmer(client->admin(), kNow, false);
  trimmer.add({});
  trimmer.add({head(0, 3), head(1, 5)});
  CHECK(first(0) == 3);
  CHECK(first(1) == 5);
}

TEST_CASE_FIXTURE(Fixture, "a deletion that failed is tried again with the next one") {
  ChangelogTrimmer trimmer(client->admin(), kNow, false);
  failures = 1;
  trimmer.add({head(0, 3)});
  CHECK(first(0) == 0);
  trimmer.add({head(1, 5)});
  CHECK(first(0) == 3);
  CHECK(first(1) == 5);
}

TEST_CASE_FIXTURE(Fixture, "of two positions of a partition the later one counts") {
  ChangelogTrimmer trimmer(client->admin(), kNow, false);
  failures = 1;
  trimmer.add({head(0, 7)});
  trimmer.add({head(0, 3)});
  CHECK(first(0) == 7);
}

TEST_CASE_FIXTURE(Fixture, "the thread deletes what is left before the trimmer is gone") {
  {
    ChangelogTrimmer trimmer(client->admin(), kNow, true);
    trimmer.add({head(0, 3)});
    trimmer.add({head(0, 4), head(1, 5)});
  }
  CHECK(first(0) == 4);
  CHECK(first(1) == 5);
}

TEST_CASE_FIXTURE(Fixture, "a trimmer whose deletion failed ends without another try") {
  failures = 100;
  {
    ChangelogTrimmer trimmer(client->admin(), kNow, true);
    trimmer.add({head(0, 3)});
    while (failures == 100) {
      std::this_thread::yield();
    }
  }
  CHECK(failures == 99);
  CHECK(first(0) == 0);
}

}  // namespace turnstream::runtime
