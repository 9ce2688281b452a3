#include "app/status/report.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace turnstream::app {
namespace {

constexpr double kUsASecond = 1e6;

const Look* same_process(const std::vector<Look>& looks, const Look& one) {
  const auto same = [&](const Look& other) {
    return other.answer == Answer::kAnswered && is_same_place(other.target, one.target) &&
           other.status.started_ms == one.status.started_ms;
  };
  const auto found = one.answer == Answer::kAnswered ? std::find_if(looks.begin(), looks.end(), same) : looks.end();
  return found == looks.end() ? nullptr : &*found;
}

ProcessState process_state(const ProcessStatus& status) {
  if (status.log_lost_since_ms) {
    return ProcessState::kNoLog;
  }
  if (status.hanging > 0) {
    return ProcessState::kHanging;
  }
  ProcessState state = ProcessState::kReady;
  for (const StageStatus& stage : status.stages) {
    if (stage.state == StageState::kRestoring) {
      return ProcessState::kRestoring;
    }
    state = stage.state == StageState::kStarting ? ProcessState::kStarting : state;
  }
  return state;
}

void add(Buckets& sum, const Buckets& more, double sign = 1) {
  for (const auto& [bound, count] : more) {
    sum[bound] += sign * count;
  }
}

ProcessSummary process_summary(const Look& look, const Look* before, WallTime time) {
  ProcessSummary row;
  row.address = look.target.address;
  row.why = look.why;
  row.status = look.status;
  if (look.answer != Answer::kAnswered) {
    row.state = look.answer == Answer::kEnded ? ProcessState::kEnded : ProcessState::kSilent;
    if (look.target.registered) {
      const Endpoint& registered = *look.target.registered;
      row.status.name_space = registered.name_space;
      row.status.instance = registered.instance;
      row.status.grouping = registered.grouping;
      row.status.pid = registered.pid;
    }
    return row;
  }
  row.state = process_state(look.status);
  row.up_ms = std::max<std::int64_t>(time.value() - look.status.started_ms, 0);
  const std::int64_t used_ms = look.status.cpu_ms - (before == nullptr ? 0 : before->status.cpu_ms);
  const double over_ms = before == nullptr ? static_cast<double>(*row.up_ms)
                                           : static_cast<double>(look.at.value() - before->at.value()) / 1'000;
  if (over_ms > 0) {
    row.cpu_percent = 100 * std::max(static_cast<double>(used_ms), 0.0) / over_ms;
  }
  return row;
}

/// The summary of one stage in one process.
StageSummary stage_summary(const Look& look, const Look* before, const StageStatus& stage) {
  StageSummary row{stage, look.status.name_space, 1, std::nullopt, {}};
  if (before == nullptr || look.at <= before->at) {
    return row;
  }
  row.commit_us_recent = row.commit_us;
  std::int64_t grown = row.records;
  for (const StageStatus& earlier : before->status.stages) {
    if (earlier.stage == stage.stage) {
      grown -= earlier.records;
      add(row.commit_us_recent, earlier.commit_us, -1);
    }
  }
  row.records_per_second = static_cast<double>(std::max<std::int64_t>(grown, 0)) * kUsASecond /
                           static_cast<double>(look.at.value() - before->at.value());
  // A stage that waits now, but has processed records since the snapshot before, counts as running.
  row.state = row.state == StageState::kWaiting && grown > 0 ? StageState::kRunning : row.state;
  return row;
}

/// Adds the same stage of another process. Each process measures the lag of the whole group: the largest counts.
void merge(StageSummary& row, const StageSummary& more) {
  row.processes += more.processes;
  row.state = std::max(row.state, more.state);
  row.restore_offsets += more.restore_offsets;
  row.restore_offsets_left += more.restore_offsets_left;
  row.lag = more.lag ? std::max(row.lag.value_or(0), *more.lag) : row.lag;
  row.records += more.records;
  if (more.records_per_second) {
    row.records_per_second = row.records_per_second.value_or(0) + *more.records_per_second;
  }
  add(row.commit_us, more.commit_us);
  add(row.commit_us_recent, more.commit_us_recent);
  row.timers_armed += more.timers_armed;
  row.timers_due += more.timers_due;
  row.dead_letters += more.dead_letters;
  row.retries += more.retries;
  row.restarts += more.restarts;
}

}  // namespace

std::string_view word_of(ProcessState state) {
  constexpr std::string_view kWords[] = {"ready", "starting", "restoring", "hanging", "no-log", "silent", "ended"};
  return kWords[static_cast<std::size_t>(state)];
}

std::optional<double> quantile(const Buckets& buckets, double share) {
  if (buckets.empty() || buckets.rbegin()->second <= 0) {
    return std::nullopt;
  }
  const double wanted = share * buckets.rbegin()->second;
  double lower = 0;
  double below = 0;
  for (const auto& [bound, count] : buckets) {
    if (count >= wanted && count > below) {
      // The last bucket has no upper bound: its lower bound is returned.
      return std::isinf(bound) ? lower : lower + (bound - lower) * (wanted - below) / (count - below);
    }
    lower = bound;
    below = count;
  }
  return lower;
}

bool StatusReport::any_answered() const {
  return std::any_of(processes.begin(), processes.end(), [](const ProcessSummary& row) {
    return row.state != ProcessState::kSilent && row.state != ProcessState::kEnded;
  });
}

StatusReport make_report(const std::vector<Look>& now, const std::vector<Look>& before,
                         const std::vector<std::string>& order, WallTime time) {
  StatusReport report;
  report.time_ms = time.value();
  std::map<std::tuple<std::string, int, std::ptrdiff_t, std::string>, StageSummary> stages;
  for (const Look& look : now) {
    const Look* const earlier = same_process(before, look);
    report.processes.push_back(process_summary(look, earlier, time));
    for (const StageStatus& stage : look.status.stages) {
      const StageSummary row = stage_summary(look, earlier, stage);
      const auto rank = std::find(order.begin(), order.end(), row.stage) - order.begin();
      const auto [found, is_new] = stages.try_emplace({row.name_space, row.phase, rank, row.stage}, row);
      if (!is_new) {
        merge(found->second, row);
      }
    }
  }
  for (auto& [key, row] : stages) {
    report.stages.push_back(std::move(row));
  }
  return report;
}

}  // namespace turnstream::app
