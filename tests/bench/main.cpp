// runtime_bench --job reference|copy|units [--bootstrap HOST:PORT] [--grouping G] [--turns N] [--rate R] [--workers N]
//               [--client PROPERTY=VALUE] --state DIR
// Runs one job once and prints one line of JSON. scripts/bench repeats, pairs and summarises.
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

#include "pipeline/log/kafka/client.h"
#include "tests/bench/job.h"
#include "tests/bench/unit_costs.h"

namespace {

using turnstream::bench::JobConfig;
using turnstream::bench::JobReport;

int complain(const turnstream::Error& error) {
  std::cerr << error.code << ": " << error.message << "\n";
  return 1;
}

nlohmann::json describe(const JobConfig& config, const JobReport& report) {
  const double turns = config.turns;
  nlohmann::json line{{"turns", config.turns},
                      {"seconds", report.seconds},
                      {"turns_per_s", turns / report.seconds},
                      {"cpu_us_per_turn", static_cast<double>(report.cpu.total_us) / turns},
                      {"worker_us_per_turn", static_cast<double>(report.cpu.worker_us) / turns},
                      {"client_us_per_turn", static_cast<double>(report.cpu.client_us) / turns},
                      {"store_us_per_turn", static_cast<double>(report.cpu.store_us) / turns},
                      {"transactions", report.transactions},
                      {"resident_mb", static_cast<double>(report.resident_bytes) / 1e6},
                      {"librdkafka", turnstream::log::kafka::librdkafka_version()}};
  const auto& latencies = report.latencies_us;
  if (!latencies.empty()) {
    line["answered"] = latencies.size();
    line["p50_ms"] = static_cast<double>(latencies[latencies.size() / 2]) / 1e3;
    line["p99_ms"] = static_cast<double>(latencies[latencies.size() * 99 / 100]) / 1e3;
  }
  return line;
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::string> flags{{"--job", "reference"},  {"--bootstrap", "127.0.0.1:9092"},
                                           {"--grouping", "fused"}, {"--turns", "20000"},
                                           {"--rate", "0"},         {"--workers", "1"}};
  for (int i = 1; i + 1 < argc; i += 2) {
    flags[argv[i]] = argv[i + 1];
  }
  JobConfig config;
  config.grouping = flags["--grouping"];
  config.turns = std::atoi(flags["--turns"].c_str());
  config.rate = std::atoi(flags["--rate"].c_str());
  config.workers = std::atoi(flags["--workers"].c_str());
  config.state_folder = flags["--state"];
  if (flags["--job"] == "units") {
    const auto costs = turnstream::bench::measure_unit_costs(config.state_folder);
    if (!costs.ok()) {
      return complain(costs.error());
    }
    std::cout << nlohmann::json{{"parse_us", costs->parse_us},
                                {"serialise_us", costs->serialise_us},
                                {"state_us", costs->state_us},
                                {"store_us", costs->store_us}}
              << "\n";
    return 0;
  }
  turnstream::log::kafka::Config kafka;
  kafka.bootstrap = flags["--bootstrap"];
  kafka.client_id_prefix = "bench";
  if (const auto client = flags["--client"]; !client.empty()) {
    kafka.overrides[client.substr(0, client.find('='))] = client.substr(client.find('=') + 1);
  }
  const auto client = turnstream::log::kafka::make_client(kafka);
  if (!client.ok()) {
    return complain(client.error());
  }
  const auto report = flags["--job"] == "copy" ? turnstream::bench::run_copy_loop(**client, config)
                                               : turnstream::bench::run_reference_job(**client, config);
  if (!report.ok()) {
    return complain(report.error());
  }
  std::cout << describe(config, *report) << "\n";
  return 0;
}
