#include "pipeline/runtime/state_purger.h"

#include <chrono>
#include <pthread.h>

#include "pipeline/base/log_line.h"
#include "pipeline/base/number_text.h"
#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {
namespace {

constexpr std::chrono::seconds kEvery{5};

}  // namespace

StatePurger::StatePurger(store::KeyValueStore& store, const Clock& clock, std::vector<std::string> stages,
                         std::int64_t partitions)
    : store_(store), clock_(clock), stages_(std::move(stages)), partitions_(static_cast<std::int32_t>(partitions)) {}

void StatePurger::start() {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void StatePurger::run(const std::stop_token& stop) noexcept {
  pthread_setname_np(pthread_self(), "state-purger");
  while (!stop.stop_requested()) {
    if (const Status done = purge(stop); !done.ok()) {
      LogLine(LogLevel::kError, "state_purge_failed")
          .with("code", done.error().code)
          .with("message", done.error().message);
    }
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, kEvery);
  }
}

Status StatePurger::find_due(store::TableId table, Partition partition, std::vector<Due>& due,
                             std::vector<store::KeyRange>& ranges) {
  TS_ASSIGN_OR_RETURN(const auto row, store_.get(table, store::row_key(partition, kForgottenKey)));
  const auto list = row ? ForgottenList::decode(*row) : std::nullopt;
  const auto newest = list ? list->newest() : std::nullopt;
  if (!newest) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto mark, store_.get(table, store::row_key(partition, kPurgedKey)));
  const auto purged = mark ? read_number(*mark) : std::nullopt;
  if (purged && *purged >= newest->value()) {
    return {};
  }
  due.push_back({table, partition, *row, *newest});
  const auto add = [&](const std::string& from, const std::string& to) { ranges.push_back({table, from, to}); };
  const ForgottenList::After after = list->after(purged ? std::optional(Offset{*purged}) : std::nullopt);
  if (after.all) {
    add(store::partition_prefix(partition), store::partition_prefix(Partition{partition.value() + 1}));
  }
  for (const std::string& persona : after.personas) {
    for (const char kind : kPersonaKinds) {
      const std::string prefix = persona_key(kind, persona);
      add(store::row_key(partition, prefix), store::row_key(partition, after_prefix(prefix)));
    }
  }
  return {};
}

Status StatePurger::purge(const std::stop_token& stop) {
  const MutexLock working(working_);
  const MonotonicTime began = clock_.monotonic_now();
  std::vector<Due> due;
  std::vector<store::KeyRange> ranges;
  for (const std::string& stage : stages_) {
    TS_ASSIGN_OR_RETURN(const store::TableId table, store_.table(stage));
    for (std::int32_t partition = 0; partition < partitions_; ++partition) {
      TS_RETURN_IF_ERROR(find_due(table, Partition{partition}, due, ranges));
    }
  }
  if (due.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const bool is_done, store_.purge(ranges, stop));
  if (!is_done) {
    return {};
  }
  const auto marks = store_.make_batch();
  for (const Due& one : due) {
    // A rebuild that has begun meanwhile has erased the list, and brings the bytes back before it.
    TS_ASSIGN_OR_RETURN(const auto list, store_.get(one.table, store::row_key(one.partition, kForgottenKey)));
    if (list != one.list) {
      continue;
    }
    marks->put(one.table, store::row_key(one.partition, kPurgedKey), std::to_string(one.newest.value()));
  }
  TS_RETURN_IF_ERROR(store_.write(*marks));
  LogLine(LogLevel::kInfo, "state_purged")
      .with("tables", static_cast<std::int64_t>(due.size()))
      .with("ranges", static_cast<std::int64_t>(ranges.size()))
      .with("elapsed_ms", (clock_.monotonic_now().value() - began.value()) / 1'000);
  return {};
}

}  // namespace turnstream::runtime
