#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/cluster.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

log::Client& scenario_client() {
  static const SystemClock clock;
  static log::embedded::Cluster cluster(clock);
  static const auto client = log::embedded::make_client(cluster);
  return *client;
}

bool cheap_pipelines() {
  return true;
}

}  // namespace turnstream::scenario
