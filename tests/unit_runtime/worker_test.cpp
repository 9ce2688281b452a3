#include "pipeline/runtime/worker.h"

#include <deque>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_runtime/now.h"

namespace turnstream::runtime {
namespace {

const log::TopicPartition kInput{"in", Partition{0}};
const log::TopicPartition kOutput{"out", Partition{0}};

/// Writes each record of its input to its output, and notes how many each transaction had.
class Copier final : public Processor {
 public:
  Copier(std::deque<std::string>& waiting, std::vector<int>& commits) : waiting_(waiting), commits_(commits) {}

  Status assigned(const std::vector<log::TopicPartition>&) override { return {}; }
  Result<bool> restore_step(std::size_t) override { return true; }
  Result<std::vector<log::Position>> start_positions() override {
    return std::vector<log::Position>{{kInput, NextOffset{0}}};
  }
  Status revoked() override { return {}; }
  Status accept(log::Record record) override {
    waiting_.emplace_back(*record.value);
    return {};
  }
  Status records_lost(const log::RecordsLost&) override { return {}; }
  void reached_end(const log::TopicPartition&, NextOffset) override {}
  Result<bool> process_one(WorkerTransaction& transaction) override {
    if (waiting_.empty()) {
      return false;
    }
    TS_RETURN_IF_ERROR(transaction.produce({kOutput.topic, kOutput.partition, std::nullopt, waiting_.front(), {}}));
    TS_RETURN_IF_ERROR(transaction.count_input());
    waiting_.pop_front();
    ++open_;
    return true;
  }
  [[nodiscard]] bool wants_commit() const override { return false; }
  [[nodiscard]] std::optional<MonotonicTime> wake_at() const override { return std::nullopt; }
  [[nodiscard]] bool idle() const override { return waiting_.empty(); }
  Flow take_flow() override { return {}; }
  Status prepare_commit(WorkerTransaction&) override { return {}; }
  std::vector<log::OffsetCommit> offsets() override { return {}; }
  Status committed(const log::Receipt&) override {
    commits_.push_back(std::exchange(open_, 0));
    return {};
  }
  Status distrust_state() override { return {}; }

 private:
  std::deque<std::string>& waiting_;
  std::vector<int>& commits_;
  int open_ = 0;
};

/// Notes how many records the output has, those of open transactions included, at two points of each transaction.
class OutputWatch final : public CrashPoints {
 public:
  explicit OutputWatch(log::Client& client) : client_(client) {}
  Status reach(CrashPoint point) override {
    if (point == CrashPoint::kRecordProcessed || point == CrashPoint::kOutputsProduced) {
      const std::int64_t end = client_.admin().watermarks(kOutput, kNow)->high.value();
      (point == CrashPoint::kRecordProcessed ? processed : produced).push_back(end);
    }
    return {};
  }
  std::vector<std::int64_t> processed;
  std::vector<std::int64_t> produced;

 private:
  log::Client& client_;
};

struct WorkerFixture {
  ManualClock clock{WallTime{0}};
  log::embedded::Cluster cluster{clock};
  std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  Watchdog watchdog{kNow};
  OutputWatch watch{*client};
  std::deque<std::string> waiting;
  std::vector<int> commits;
  std::unique_ptr<Worker> worker;

  WorkerFixture() {
    const log::TopicSpec specs[] = {{"in"}, {"out"}};
    REQUIRE(client->admin().create_topics(specs, kNow).ok());
    WorkerConfig config;
    config.consumer = {"group", "", "worker", {"in"}};
    config.transactional_id = "worker";
    config.poll_ms_max = 0;
    config.commit.usual.records_max = 5;
    config.commit.behind.records_max = 20;
    worker =
        std::make_unique<Worker>(config, *client, std::make_unique<Copier>(waiting, commits), clock, watchdog, &watch);
    for (int i = 0; i < 100 && !worker->is_ready(); ++i) {
      step();
      clock.advance_ms(100);
      cluster.tick();
    }
    REQUIRE(worker->is_ready());
  }
  void step() { REQUIRE(worker->step().ok()); }
  /// The worker finds so many records in its input, and is called until it has committed them.
  void take(int records) {
    const auto input = client->make_producer("test").value();
    for (int i = 0; i < records; ++i) {
      REQUIRE(input->produce({kInput.topic, kInput.partition, std::nullopt, std::to_string(i), {}}).ok());
    }
    for (int i = 0; i < 2 * records + 5; ++i) {
      step();
    }
  }
};

}  // namespace

TEST_CASE_FIXTURE(WorkerFixture,
                  "a worker that is behind takes more records into a transaction until its input is drained") {
  take(58);
  CHECK(commits == std::vector<int>{5, 10, 20, 20, 3});
  commits.clear();
  take(4);
  take(12);
  CHECK(commits == std::vector<int>{4, 5, 7});
}

TEST_CASE_FIXTURE(WorkerFixture, "the log gets the outputs of a transaction only when the worker commits") {
  take(3);
  CHECK(commits == std::vector<int>{3});
  CHECK(watch.processed == std::vector<std::int64_t>{0, 0, 0});
  CHECK(watch.produced == std::vector<std::int64_t>{3});
}

}  // namespace turnstream::runtime
