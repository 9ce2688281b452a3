// Makes the scenario suite run on the real broker.
#include "pipeline/log/kafka/client.h"
#include "tests/integration/broker_address.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

log::Client& scenario_client() {
  static const auto client = [] {
    log::kafka::Config config;
    config.bootstrap = integration::broker_address().value_or("");
    return std::move(log::kafka::make_client(config)).value();
  }();
  return *client;
}

bool cheap_pipelines() {
  return false;
}

}  // namespace turnstream::scenario
