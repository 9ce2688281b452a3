// Runs the contract of the log port on the embedded log: `--log=memory` (the default), `--log=durable`, or
// `--log=socket`, which is a log in memory behind its socket; the socket serves neither groups nor transactions.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstring>
#include <doctest/doctest.h>
#include <string>

#include "pipeline/log/embedded/cluster.h"
#include "pipeline/log/embedded/socket/socket_client.h"
#include "pipeline/log/embedded/socket/socket_server.h"
#include "tests/contract/contract_harness.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::contract {
namespace {

using log::embedded::Cluster;

std::string log_under_test = "memory";

class EmbeddedHarness final : public ContractHarness {
 public:
  EmbeddedHarness() {
    if (log_under_test != "durable") {
      cluster_ = std::make_unique<Cluster>(clock_);
    }
    if (log_under_test == "socket") {
      auto started = log::embedded::SocketServer::start(*cluster_, socket());
      REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
      server_ = std::move(started).value();
    }
    if (cluster_) {
      return;
    }
    log::embedded::ClusterSettings settings;
    settings.resident_bytes_max = 100;  // so small that nearly every read goes to the disk
    auto opened = Cluster::open(clock_, folder_.path(), settings);
    REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
    cluster_ = std::move(opened).value();
  }

  std::unique_ptr<log::Client> make_client() override {
    if (!server_) {
      return log::embedded::make_client(*cluster_);
    }
    auto connected = log::embedded::connect(socket());
    REQUIRE_MESSAGE(connected.ok(), (connected.ok() ? "" : connected.error().message));
    return std::move(connected).value();
  }
  std::string run_id() override { return "embedded"; }
  milliseconds poll_slice() const override { return milliseconds{0}; }
  void idle() override { clock_.advance_ms(100); }
  int idle_rounds_max() const override { return 400; }
  int quiet_rounds() const override { return 5; }
  milliseconds call_timeout() const override { return milliseconds{0}; }
  void let_pass(milliseconds time) override { clock_.advance_ms(time.count()); }
  milliseconds transaction_timeout() const override { return log::embedded::ClusterSettings{}.transaction_timeout; }
  milliseconds expulsion_news() const override { return milliseconds{0}; }
  bool compact(const std::string& topic) override { return cluster_->compact(topic).ok(); }

 private:
  [[nodiscard]] std::string socket() const { return folder_.path() + "/log.sock"; }

  ManualClock clock_{WallTime{1'700'000'000'000}};
  TemporaryFolder folder_;
  std::unique_ptr<Cluster> cluster_;
  std::unique_ptr<log::embedded::SocketServer> server_;
};

}  // namespace

std::unique_ptr<ContractHarness> make_contract_harness() {
  return std::make_unique<EmbeddedHarness>();
}

}  // namespace turnstream::contract

int main(int argc, char** argv) {
  constexpr const char* kLog = "--log=";
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], kLog, std::strlen(kLog)) == 0) {
      turnstream::contract::log_under_test = argv[i] + std::strlen(kLog);
    }
  }
  doctest::Context context(argc, argv);
  return context.run();
}
