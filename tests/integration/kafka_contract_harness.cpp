// The harness of the contract suite for a real Kafka. It lets time pass by waiting, because a broker's clock cannot be
// moved.
#include <condition_variable>
#include <cstdint>
#include <doctest/doctest.h>
#include <mutex>
#include <unistd.h>

#include "pipeline/base/clock.h"
#include "pipeline/log/kafka/client.h"
#include "tests/contract/contract_harness.h"
#include "tests/integration/broker_address.h"

namespace turnstream::contract {
namespace {

/// The smallest that a broker accepts by default (group.min.session.timeout.ms).
constexpr milliseconds kSessionTimeout{6'000};
/// The client sends a heartbeat each third of the session; from its response a member learns that it was expelled.
constexpr milliseconds kHeartbeatInterval{2'000};
/// librdkafka sends heartbeats even for a member that does not poll, but leaves the group for it after this time.
constexpr milliseconds kPollInterval{10'000};
/// A broker aborts expired transactions every 10 s, so a case must wait at most twice this time-out.
constexpr milliseconds kTransactionTimeout{10'000};
constexpr milliseconds kPollSlice{50};
constexpr milliseconds kIdleMax{30'000};
constexpr milliseconds kQuiet{2'000};

class KafkaContractHarness final : public ContractHarness {
 public:
  std::unique_ptr<log::Client> make_client() override {
    log::kafka::Config config;
    config.bootstrap = integration::broker_address().value_or("");
    config.session_timeout = kSessionTimeout;
    config.transaction_timeout = kTransactionTimeout;
    config.overrides = {{"max.poll.interval.ms", std::to_string(kPollInterval.count())}};
    auto made = log::kafka::make_client(config);
    REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().message));
    return std::move(made).value();
  }
  std::string run_id() override { return std::to_string(::getpid()) + "-" + std::to_string(kStarted); }

  milliseconds poll_slice() const override { return kPollSlice; }
  void idle() override {}
  int idle_rounds_max() const override { return static_cast<int>(kIdleMax / kPollSlice); }
  int quiet_rounds() const override { return static_cast<int>(kQuiet / kPollSlice); }
  milliseconds call_timeout() const override { return milliseconds{20'000}; }

  void let_pass(milliseconds time) override {
    std::unique_lock lock(mutex_);
    never_.wait_for(lock, time, [] { return false; });
  }
  milliseconds transaction_timeout() const override { return kTransactionTimeout; }
  milliseconds expulsion_news() const override { return kHeartbeatInterval * 2; }
  bool compact(const std::string& /*topic*/) override { return false; }

 private:
  std::mutex mutex_;
  std::condition_variable never_;
  inline static const std::int64_t kStarted = SystemClock{}.wall_now().value();
};

}  // namespace

std::unique_ptr<ContractHarness> make_contract_harness() {
  return std::make_unique<KafkaContractHarness>();
}

}  // namespace turnstream::contract
