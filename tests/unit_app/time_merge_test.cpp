// The records of several partitions in order of time, and the newest of them.

#include "app/tail/time_merge.h"

#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "app/tail/newest_records.h"
#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kWait{5'000};
constexpr std::int64_t kMergeBytesMax = 1'000'000;
const std::string kTopic = "records";

/// A topic with three partitions.
class Partitions {
 public:
  Partitions() {
    const log::TopicSpec spec{.name = kTopic, .partitions = 3};
    REQUIRE(client_->admin().create_topics(std::span(&spec, 1), kWait).ok());
    auto producer = client_->make_producer("test");
    REQUIRE(producer.ok());
    producer_ = std::move(*producer);
    auto scan = Scan::open(*client_, kWait);
    REQUIRE(scan.ok());
    scan_.emplace(std::move(*scan));
  }

  void write(std::int32_t partition, std::int64_t time_ms, const std::string& key = "ann", std::size_t bytes = 1) {
    const std::string time = std::to_string(time_ms);
    const log::Header header{"log_time", time};
    const std::string value(bytes, 'x');
    REQUIRE(producer_->produce({kTopic, Partition{partition}, key, value, std::span(&header, 1)}).ok());
  }

  std::vector<Stretch> whole() {
    REQUIRE(producer_->flush(kWait).ok());
    std::vector<Stretch> stretches;
    for (std::int32_t p = 0; p < 3; ++p) {
      const auto marks = client_->admin().watermarks({kTopic, Partition{p}}, kWait);
      REQUIRE(marks.ok());
      stretches.push_back({{kTopic, Partition{p}}, NextOffset{0}, marks->last_stable});
    }
    return stretches;
  }

  /// The times of the first `count` records of the merge.
  std::vector<std::int64_t> merged(const std::vector<Stretch>& stretches, const Wanted& wanted, std::size_t count) {
    std::vector<std::int64_t> times;
    TimeMerge merge(*scan_, heads_, stretches, wanted);
    const Status status = merge.run(
        [&](const log::Record& record) -> Result<bool> {
          times.push_back(heads_.time_ms(record));
          places_.emplace_back(record.partition.value(), record.offset.value());
          return times.size() < count;
        },
        refuse_unreadable);
    CHECK(status.ok());
    return times;
  }
  std::vector<std::int64_t> merged() { return merged(whole(), all(), 1'000'000); }

  NewestRecords newest(std::int64_t count, const Wanted& wanted) {
    auto found = find_newest(*scan_, whole(), count, wanted, [this](std::int64_t read) { read_ = read; });
    REQUIRE(found.ok());
    return std::move(*found);
  }

  static Wanted all() {
    return [](const log::Record&) { return true; };
  }
  static Wanted of(const std::string& key) {
    return [key](const log::Record& record) { return record.key == std::string_view(key); };
  }

  /// Partition and offset of the merged records so far.
  [[nodiscard]] const std::vector<std::pair<int, std::int64_t>>& places() const { return places_; }
  [[nodiscard]] std::int64_t read() const { return read_; }

 private:
  ManualClock clock_{WallTime{1'767'261'600'000}};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::unique_ptr<log::Producer> producer_;
  std::optional<Scan> scan_;
  HeadReader heads_{kMergeBytesMax};
  std::vector<std::pair<int, std::int64_t>> places_;
  std::int64_t read_ = 0;
};

using Times = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("partitions are merged by time and then by partition and then by offset") {
  Partitions topic;
  topic.write(2, 10);
  topic.write(0, 30);
  topic.write(0, 30);
  topic.write(2, 30);
  topic.write(1, 20);
  topic.write(1, 40);
  CHECK(topic.merged() == Times{10, 20, 30, 30, 30, 40});
  const std::vector<std::pair<int, std::int64_t>> places{{2, 0}, {1, 0}, {0, 0}, {0, 1}, {2, 1}, {1, 1}};
  CHECK(topic.places() == places);
}

TEST_CASE("the records of a partition keep their order where their times do not rise") {
  Partitions topic;
  for (const std::int64_t time : {50, 10, 60}) {
    topic.write(0, time);
  }
  topic.write(1, 55);
  CHECK(topic.merged() == Times{50, 10, 55, 60});
}

TEST_CASE("an empty topic has no records to merge and no newest ones") {
  Partitions topic;
  CHECK(topic.merged().empty());
  const NewestRecords none = topic.newest(10, Partitions::all());
  CHECK(none.count == 0);
  CHECK(none.stretches.empty());
}

TEST_CASE("more records than are held at once are merged in order") {
  constexpr std::int64_t kRecords = 150;
  constexpr std::size_t kBytes = 512 * 1024;
  Partitions mixed;
  Partitions apart;  // a partition has all early records and another one all late ones
  Times expected;
  for (std::int64_t time = 0; time < kRecords; ++time) {
    mixed.write(static_cast<std::int32_t>(time % 7 % 3), time, "ann", kBytes);
    apart.write(time < kRecords / 2 ? 2 : 1, time, "ann", kBytes);
    expected.push_back(time);
  }
  CHECK(mixed.merged() == expected);
  CHECK(apart.merged() == expected);
}

TEST_CASE("records that are not wanted are left out and a merge ends when its visitor says so") {
  Partitions topic;
  for (std::int64_t time = 0; time < 20; ++time) {
    topic.write(static_cast<std::int32_t>(time % 3), time, time % 5 == 0 ? "rare" : "ann");
  }
  CHECK(topic.merged(topic.whole(), Partitions::of("rare"), 1'000) == Times{0, 5, 10, 15});
  CHECK(topic.merged(topic.whole(), Partitions::of("ann"), 3) == Times{1, 2, 3});
}

TEST_CASE("the newest records begin at the last wanted ones of each partition") {
  Partitions topic;
  for (std::int64_t time = 0; time < 30; ++time) {
    topic.write(time % 10 == 0 ? 1 : 0, time);
  }
  const NewestRecords newest = topic.newest(5, Partitions::all());
  CHECK(newest.count == 8);  // 5 of partition 0, and the 3 that partition 1 has
  REQUIRE(newest.stretches.size() == 2);
  CHECK(newest.stretches[0].from == NextOffset{22});
  CHECK(newest.stretches[1].from == NextOffset{0});
  CHECK(topic.merged(newest.stretches, Partitions::all(), 1'000) == Times{0, 10, 20, 25, 26, 27, 28, 29});
}

TEST_CASE("the newest records are found also far from the end and nothing else is read than that needs") {
  constexpr std::int64_t kOthers = 30'000;
  Partitions topic;
  for (std::int64_t time = 0; time < 6; ++time) {
    topic.write(0, time, "rare");
  }
  for (std::int64_t time = 0; time < kOthers; ++time) {
    topic.write(0, 10 + time);
  }
  const NewestRecords rare = topic.newest(4, Partitions::of("rare"));
  CHECK(rare.count == 4);
  REQUIRE(rare.stretches.size() == 1);
  CHECK(rare.stretches[0].from == NextOffset{2});
  CHECK(topic.newest(10, Partitions::of("rare")).count == 6);
  CHECK(topic.newest(10, Partitions::of("nowhere")).stretches.empty());
  CHECK(topic.read() == kOthers + 6);
  CHECK(topic.newest(10, Partitions::all()).count == 10);
  CHECK(topic.read() == 1'000);
}

}  // namespace turnstream::app
