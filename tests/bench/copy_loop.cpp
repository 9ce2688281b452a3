#include "pipeline/base/clock.h"
#include "tests/bench/job.h"
#include "tests/bench/topics.h"

namespace turnstream::bench {
namespace {

constexpr int kRecordsMax = 1'000;

}  // namespace

Result<JobReport> run_copy_loop(log::Client& client, const JobConfig& config, const Mark& mark) {
  const SystemClock clock;
  const auto names = fresh_names("copy");
  TS_RETURN_IF_ERROR(create_topics(client, names, {}, config.partitions));
  TS_RETURN_IF_ERROR(
      write_turns(client, names.log(), {0, config.turns, config.personas}, config.partitions, [](int) {}));
  const auto target = names.events("copy");
  TS_ASSIGN_OR_RETURN(const auto producer, client.make_transactional_producer(names.group("copy"), "copy"));
  TS_RETURN_IF_ERROR(producer->init(kTimeout));
  TS_ASSIGN_OR_RETURN(const auto consumer, client.make_consumer({names.group("copy"), "copy", "copy", {names.log()}}));

  mark("backlog");
  const auto cpu_before = thread_times();
  const auto started_us = clock.monotonic_now().value();
  std::vector<std::int64_t> next(static_cast<std::size_t>(config.partitions), 0);
  int open = 0;
  for (int copied = 0; copied < config.turns || open > 0;) {
    TS_ASSIGN_OR_RETURN(auto event, consumer->poll(log::milliseconds{open > 0 ? 0 : 100}));
    if (const auto* assigned = std::get_if<log::Assigned>(&event)) {
      std::vector<log::Position> starts;
      for (const auto& where : assigned->partitions) {
        starts.push_back({where, NextOffset{0}});
      }
      TS_RETURN_IF_ERROR(consumer->start(starts));
    } else if (const auto* record = std::get_if<log::Record>(&event)) {
      if (open == 0) {
        TS_RETURN_IF_ERROR(producer->begin());
      }
      TS_RETURN_IF_ERROR(producer->produce({target, record->partition, record->key, record->value, record->headers}));
      next[static_cast<std::size_t>(record->partition.value())] = record->offset.value() + 1;
      ++open;
      ++copied;
    }
    if (open == kRecordsMax || (open > 0 && std::holds_alternative<std::monostate>(event))) {
      std::vector<log::OffsetCommit> offsets;
      for (std::int32_t p = 0; p < config.partitions; ++p) {
        offsets.push_back({{names.log(), Partition{p}}, NextOffset{next[static_cast<std::size_t>(p)]}, {}});
      }
      TS_RETURN_IF_ERROR(producer->send_offsets(offsets, *consumer, kTimeout));
      auto receipt = producer->commit(kTimeout);
      TS_RETURN_IF_ERROR(receipt.ok() ? Status() : Status(receipt.error()));
      open = 0;
    }
  }
  JobReport report;
  report.backlog.seconds = static_cast<double>(clock.monotonic_now().value() - started_us) / 1e6;
  report.backlog.cpu = thread_times() - cpu_before;
  mark("backlog_end");
  report.resident_bytes = resident_bytes();
  TS_RETURN_IF_ERROR(delete_topics_of(client, names.name_space()));
  return report;
}

}  // namespace turnstream::bench
