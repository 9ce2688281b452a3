// runtime_bench --job JOB [--bootstrap HOST:PORT] [--client PROPERTY=VALUE] [OPTION VALUE]…
// Runs one job once. The last line that it prints is one JSON object; lines before it are {"mark": …} where a measured part
// begins and ends, and of `feed` with --prints yes the times of completions. scripts/bench repeats, pairs and summarises.
//
//   reference, copy  --grouping G --warm N --turns N --paced N --settle N --rate R --workers N --state DIR   see job.h
//   units            --state DIR                                                                            see unit_costs.h
//   feed             --namespace NS --stages A,B --file F --first N --turns N --rate R --settle N            see feed.h
//   sizes, drop      --namespace NS                       measures, deletes the topics of a pipeline of another process
#include <cstdlib>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "pipeline/log/kafka/client.h"
#include "tests/bench/feed.h"
#include "tests/bench/job.h"
#include "tests/bench/topic_sizes.h"
#include "tests/bench/topics.h"
#include "tests/bench/unit_costs.h"

namespace {

using namespace turnstream;
using Json = nlohmann::json;

class Flags {
 public:
  Flags(int argc, char** argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
      given_[argv[i]] = argv[i + 1];
    }
  }
  [[nodiscard]] std::string text(const std::string& name, const std::string& otherwise = "") const {
    const auto found = given_.find(name);
    return found == given_.end() ? otherwise : found->second;
  }
  [[nodiscard]] int number(const std::string& name, int otherwise) const {
    return std::atoi(text(name, std::to_string(otherwise)).c_str());
  }

 private:
  std::map<std::string, std::string> given_;
};

void print(const Json& line) {
  std::cout << line << "\n" << std::flush;  // scripts/bench takes times when it reads a mark
}

void mark(const char* name) {
  print(Json{{"mark", name}});
}

Json latencies(const std::vector<std::int64_t>& sorted_us) {
  Json line{{"answered", sorted_us.size()}};
  if (!sorted_us.empty()) {
    line["p50_ms"] = static_cast<double>(sorted_us[sorted_us.size() / 2]) / 1e3;
    line["p99_ms"] = static_cast<double>(sorted_us[sorted_us.size() * 99 / 100]) / 1e3;
  }
  return line;
}

Json describe(const bench::JobConfig& config, const bench::JobReport& report) {
  Json line{{"turns", config.turns},
            {"resident_mb", static_cast<double>(report.resident_bytes) / 1e6},
            {"librdkafka", log::kafka::librdkafka_version()}};
  if (const double turns = config.turns; config.turns > 0) {
    line["seconds"] = report.backlog.seconds;
    line["turns_per_s"] = turns / report.backlog.seconds;
    line["cpu_us_per_turn"] = static_cast<double>(report.backlog.cpu.total_us) / turns;
    line["worker_us_per_turn"] = static_cast<double>(report.backlog.cpu.worker_us) / turns;
    line["client_us_per_turn"] = static_cast<double>(report.backlog.cpu.client_us) / turns;
    line["store_us_per_turn"] = static_cast<double>(report.backlog.cpu.store_us) / turns;
    line["transactions"] = report.transactions;
  }
  if (config.paced > 0) {
    line.update(latencies(report.latencies_us));
    line["paced_cpu_us_per_turn"] = static_cast<double>(report.paced.cpu.total_us) / config.paced;
  }
  return line;
}

bench::JobConfig job_config(const Flags& flags) {
  bench::JobConfig config;
  config.grouping = flags.text("--grouping", config.grouping);
  config.workers = flags.number("--workers", config.workers);
  config.warm = flags.number("--warm", config.warm);
  config.turns = flags.number("--turns", config.turns);
  config.paced = flags.number("--paced", config.paced);
  config.settle = flags.number("--settle", config.settle);
  config.rate = flags.number("--rate", config.rate);
  config.state_folder = flags.text("--state");
  return config;
}

Result<Json> reference(log::Client& client, const Flags& flags) {
  const auto config = job_config(flags);
  TS_ASSIGN_OR_RETURN(const auto report, bench::run_reference_job(client, config, mark));
  return describe(config, report);
}

Result<Json> copy(log::Client& client, const Flags& flags) {
  const auto config = job_config(flags);
  TS_ASSIGN_OR_RETURN(const auto report, bench::run_copy_loop(client, config, mark));
  return describe(config, report);
}

Result<Json> units(log::Client& /*client*/, const Flags& flags) {
  TS_ASSIGN_OR_RETURN(const auto costs, bench::measure_unit_costs(flags.text("--state")));
  return Json{{"parse_us", costs.parse_us},
              {"serialise_us", costs.serialise_us},
              {"state_us", costs.state_us},
              {"store_us", costs.store_us}};
}

Result<Json> feed(log::Client& client, const Flags& flags) {
  bench::FeedConfig config;
  config.name_space = flags.text("--namespace");
  config.file = flags.text("--file");
  config.first = flags.number("--first", 0);
  config.turns = flags.number("--turns", 0);
  config.rate = flags.number("--rate", 0);
  config.settle = flags.number("--settle", 0);
  std::istringstream stages(flags.text("--stages"));
  for (std::string stage; std::getline(stages, stage, ',');) {
    config.stages.push_back(stage);
  }
  if (flags.text("--prints") == "yes") {
    config.on_completions = [](std::int64_t appended_ms, std::int64_t seen_ms) {
      print(Json{{"appended_ms", appended_ms}, {"seen_ms", seen_ms}});
    };
  }
  mark("paced");
  TS_ASSIGN_OR_RETURN(const auto found, bench::run_feed(client, config));
  mark("paced_end");
  return latencies(found);
}

Result<Json> sizes(log::Client& client, const Flags& flags) {
  TS_ASSIGN_OR_RETURN(const auto found, bench::topic_sizes(client, flags.text("--namespace")));
  Json line = Json::object();
  for (const auto& size : found) {
    line[size.topic] = {{"records", size.records}, {"bytes", size.bytes}};
  }
  return line;
}

Result<Json> drop(log::Client& client, const Flags& flags) {
  TS_RETURN_IF_ERROR(bench::delete_topics_of(client, flags.text("--namespace")));
  return Json::object();
}

using Job = Result<Json> (*)(log::Client&, const Flags&);
const std::map<std::string, Job> kJobs{{"reference", reference}, {"copy", copy},   {"units", units},
                                       {"feed", feed},           {"sizes", sizes}, {"drop", drop}};

int complain(const Error& error) {
  std::cerr << error.code << ": " << error.message << "\n";
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Flags flags(argc, argv);
  const auto job = kJobs.find(flags.text("--job"));
  if (job == kJobs.end()) {
    std::cerr << "runtime_bench: --job takes reference, copy, units, feed, sizes or drop\n";
    return 2;
  }
  log::kafka::Config kafka;
  kafka.bootstrap = flags.text("--bootstrap", "127.0.0.1:9092");
  kafka.client_id_prefix = "bench";
  if (const auto property = flags.text("--client"); !property.empty()) {
    kafka.overrides[property.substr(0, property.find('='))] = property.substr(property.find('=') + 1);
  }
  const auto client = log::kafka::make_client(kafka);
  if (!client.ok()) {
    return complain(client.error());
  }
  const auto line = job->second(**client, flags);
  if (!line.ok()) {
    return complain(line.error());
  }
  print(*line);
  return 0;
}
