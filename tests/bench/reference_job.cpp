#include <algorithm>
#include <chrono>
#include <pthread.h>
#include <thread>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/rocks_store.h"
#include "tests/bench/job.h"
#include "tests/bench/pacer.h"
#include "tests/bench/topics.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::bench {
namespace {

/// Reads a phase-3 topic as a consumer does and stores the time at which the completion of each turn became visible.
Result<std::vector<std::int64_t>> watch(log::Client& client, const std::string& topic, const JobConfig& config,
                                        const Clock& clock) {
  std::vector<std::int64_t> seen_us(static_cast<std::size_t>(config.turns), 0);
  TS_ASSIGN_OR_RETURN(const auto reader, client.make_reader("bench-watch"));
  std::vector<log::Position> starts;
  for (std::int32_t p = 0; p < config.partitions; ++p) {
    starts.push_back({{topic, Partition{p}}, NextOffset{0}});
  }
  TS_RETURN_IF_ERROR(reader->assign(starts));
  const auto give_up_us = clock.monotonic_now().value() + 120'000'000 + config.turns * 1'000'000LL / config.rate;
  for (int seen = 0; seen < config.turns && clock.monotonic_now().value() < give_up_us;) {
    TS_ASSIGN_OR_RETURN(const auto event, reader->poll(log::milliseconds{100}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      TS_ASSIGN_OR_RETURN(const auto completion, codec::parse_completion(*record->value));
      const auto number = std::stoul(completion.cause_id.substr(8));
      seen_us[number] = clock.monotonic_now().value();
      ++seen;
    }
  }
  return seen_us;
}

Result<std::vector<std::int64_t>> run_paced(log::Client& client, const model::TopicNames& names,
                                            const JobConfig& config, const Clock& clock) {
  std::vector<std::int64_t> sent_us(static_cast<std::size_t>(config.turns), 0);
  Status written;
  Pacer pacer(clock, config.rate);
  std::jthread producer([&] {
    written = write_turns(client, names.log(), config.turns, config.personas, config.partitions, [&](int i) {
      pacer.wait_for(i);
      sent_us[static_cast<std::size_t>(i)] = clock.monotonic_now().value();
    });
  });
  auto seen = watch(client, names.completions("lifecycle"), config, clock);
  producer.join();
  TS_RETURN_IF_ERROR(written);
  TS_RETURN_IF_ERROR(seen.ok() ? Status() : Status(seen.error()));
  std::vector<std::int64_t> latencies;
  for (std::size_t i = 0; i < sent_us.size(); ++i) {
    if ((*seen)[i] > 0) {
      latencies.push_back((*seen)[i] - sent_us[i]);
    }
  }
  std::sort(latencies.begin(), latencies.end());
  return latencies;
}

}  // namespace

Result<JobReport> run_reference_job(log::Client& client, const JobConfig& config) {
  const SystemClock clock;
  const auto stages = testpipeline::make_reference_stages({.timers = false});
  runtime::PipelineShape shape;
  for (const auto& stage : stages) {
    shape.stages.push_back(stage.get());
  }
  const auto names = fresh_names("bench");
  TS_RETURN_IF_ERROR(create_topics(client, names, shape, config.partitions));
  TS_ASSIGN_OR_RETURN(const auto store, store::RocksStore::open(config.state_folder, {}));
  if (config.rate == 0) {
    TS_RETURN_IF_ERROR(write_turns(client, names.log(), config.turns, config.personas, config.partitions, [](int) {}));
  }
  runtime::SupervisorConfig supervisor_config;
  supervisor_config.intake = false;
  TS_ASSIGN_OR_RETURN(supervisor_config.groups, runtime::make_groups(shape, {"all"}, config.grouping));
  supervisor_config.workers = config.workers;
  runtime::StageLimits limits;
  limits.cache_bytes_max /= supervisor_config.groups.size() * static_cast<std::size_t>(config.workers);
  const runtime::StageEnvironment environment{client,      *store, clock,   shape,   names,
                                              names.log(), limits, nullptr, nullptr, true};
  supervisor_config.instance = "bench";
  runtime::Supervisor supervisor(std::move(supervisor_config), environment);

  JobReport report;
  auto cpu_before = thread_times();
  auto started_us = clock.monotonic_now().value();
  supervisor.start();
  std::stop_source never;
  if (config.rate == 0) {
    supervisor.wait_until_drained(never.get_token());
  } else {
    // Waits until all workers have their partitions, so that no latency includes the start.
    supervisor.wait_until_drained(never.get_token());
    cpu_before = thread_times();
    started_us = clock.monotonic_now().value();
    TS_ASSIGN_OR_RETURN(report.latencies_us, run_paced(client, names, config, clock));
  }
  report.seconds = static_cast<double>(clock.monotonic_now().value() - started_us) / 1e6;
  report.cpu = thread_times() - cpu_before;
  report.resident_bytes = resident_bytes();
  for (const auto& worker : supervisor.status()) {
    report.transactions += worker.status.commits;
  }
  if (const auto error = supervisor.stop(log::milliseconds{10'000})) {
    return *error;
  }
  return report;
}

}  // namespace turnstream::bench
