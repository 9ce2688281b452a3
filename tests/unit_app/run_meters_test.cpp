#include "app/run/run_meters.h"

#include <doctest/doctest.h>

#include "pipeline/log/embedded/cluster.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

/// An embedded log with five records in the namespace's log, and the meters of a phased process with two stages.
class Phased {
 public:
  Phased() : store_(opened(home_.path("store"))), meters_(identity(), metrics_) {
    const std::string log = model::TopicNames("t").log();
    const log::TopicSpec spec{.name = log};
    REQUIRE(client_->admin().create_topics(std::span(&spec, 1), kNow).ok());
    auto producer = client_->make_producer("writer");
    REQUIRE(producer.ok());
    for (int i = 0; i < 5; ++i) {
      REQUIRE((*producer)->produce({log, Partition{0}, "k", "v", {}}).ok());
    }
    for (const char* group : {"episodic", "semantic"}) {
      workers_.push_back({group, 0, {log}, {}, 0});
    }
  }

  runtime::WorkerStatus& worker(std::size_t i) { return workers_[i].status; }
  /// The lag of both stages after a measurement.
  std::vector<std::optional<std::int64_t>> lags() {
    meters_.take_lag(client_->admin(), workers_);
    std::vector<std::optional<std::int64_t>> lags;
    for (const StageStatus& stage : meters_.status().stages) {
      lags.push_back(stage.lag);
    }
    return lags;
  }
  std::string metrics_text() const { return metrics_.text(); }
  ProcessStatus taken(const std::optional<log::LogLoss>& loss) {
    meters_.take(workers_, loss);
    return meters_.status();
  }

 private:
  static constexpr log::milliseconds kNow{0};

  static std::unique_ptr<store::RocksStore> opened(const std::string& path) {
    auto store = store::RocksStore::open(path, {});
    REQUIRE(store.ok());
    return std::move(store).value();
  }
  RunIdentity identity() {
    return {log_clock_,
            *store_,
            model::TopicNames("t"),
            home_.path("."),
            "i",
            "phased",
            {{"episodic", "episodic", 1}, {"semantic", "semantic", 2}},
            "the log in a test"};
  }

  ProgramFixture home_;
  SystemClock clock_;
  LogClock log_clock_{clock_};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  std::unique_ptr<store::RocksStore> store_;
  Metrics metrics_;
  RunMeters meters_;
  std::vector<runtime::NamedStatus> workers_;
};

TEST_CASE("a group that has read to the end does not hide the lag of another group") {
  Phased process;
  process.worker(0).idle = true;
  process.worker(0).ends = {{{model::TopicNames("t").log(), Partition{0}}, NextOffset{5}}};
  CHECK(process.lags() == std::vector<std::optional<std::int64_t>>{0, 5});
  const std::string metrics = process.metrics_text();
  INFO(metrics);
  CHECK(metrics.find("turnstream_partition_lag_offsets{group=\"episodic\",partition=\"0\",topic=\"t.log\"} 0\n") !=
        std::string::npos);
  CHECK(metrics.find("turnstream_partition_lag_offsets{group=\"semantic\",partition=\"0\",topic=\"t.log\"} 5\n") !=
        std::string::npos);
  process.worker(1) = process.worker(0);
  CHECK(process.lags() == std::vector<std::optional<std::int64_t>>{0, 0});
}

TEST_CASE("the status names the log and since when and why it does not answer") {
  Phased process;
  CHECK(process.taken(std::nullopt).log == "the log in a test");
  CHECK_FALSE(process.taken(std::nullopt).log_lost_since_ms);
  const ProcessStatus lost = process.taken(log::LogLoss{WallTime{1'767'261'600'000}, "It is away."});
  CHECK(lost.log_lost_since_ms == 1'767'261'600'000);
  CHECK(lost.log_lost_cause == "It is away.");
  CHECK_FALSE(process.taken(std::nullopt).log_lost_since_ms);
}

}  // namespace
}  // namespace turnstream::app
