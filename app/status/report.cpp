#include "app/status/report.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace turnstream::app {
namespace {

constexpr double kUsASecond = 1e6;

std::optional<std::int64_t> whole(std::optional<double> value) {
  return value ? std::optional<std::int64_t>(std::llround(*value)) : std::nullopt;
}

std::int64_t whole_or_none(std::optional<double> value) {
  return whole(value).value_or(0);
}

std::string address_or(const MetricSample* info, const char* label, const std::string& otherwise) {
  return info == nullptr ? otherwise : info->label(label);
}

const Look* same_process(const std::vector<Look>& looks, const Look& one) {
  const auto same = [&](const Look& other) {
    return other.answer == Answer::kAnswered && other.target.address == one.target.address &&
           other.metrics.value("turnstream_start_time_ms") == one.metrics.value("turnstream_start_time_ms");
  };
  const auto found = one.answer == Answer::kAnswered ? std::find_if(looks.begin(), looks.end(), same) : looks.end();
  return found == looks.end() ? nullptr : &*found;
}

StageState stage_state(const PrometheusText& metrics, const std::string& stage) {
  for (const StageState state : {StageState::kStarting, StageState::kRestoring, StageState::kRunning}) {
    const LabelPairs labels = {{"stage", stage}, {"state", std::string(word_of(state))}};
    if (metrics.value("turnstream_stage_state", labels).value_or(0) > 0) {
      return state;
    }
  }
  return StageState::kWaiting;
}

ProcessState process_state(const PrometheusText& metrics) {
  if (metrics.value("turnstream_hanging_transactions").value_or(0) > 0) {
    return ProcessState::kHanging;
  }
  ProcessState state = ProcessState::kReady;
  for (const MetricSample& place : metrics.all("turnstream_stage_phase")) {
    const StageState stage = stage_state(metrics, place.label("stage"));
    if (stage == StageState::kRestoring) {
      return ProcessState::kRestoring;
    }
    state = stage == StageState::kStarting ? ProcessState::kStarting : state;
  }
  return state;
}

Buckets buckets_of(const PrometheusText& metrics, const std::string& group) {
  Buckets buckets;
  for (const MetricSample& sample : metrics.all("turnstream_commit_us_bucket")) {
    if (sample.label("group") == group) {
      const std::string bound = sample.label("le");
      buckets[bound == "+Inf" ? std::numeric_limits<double>::infinity() : std::strtod(bound.c_str(), nullptr)] +=
          sample.value;
    }
  }
  return buckets;
}

void add(Buckets& sum, const Buckets& more, double sign = 1) {
  for (const auto& [bound, count] : more) {
    sum[bound] += sign * count;
  }
}

std::int64_t records_of(const PrometheusText& metrics, const std::string& stage, int phase) {
  return whole_or_none(phase == 0 ? metrics.sum("turnstream_records_total", {{"group", stage}})
                                  : metrics.sum("turnstream_stage_record_us_count", {{"stage", stage}}));
}

ProcessRow process_row(const Look& look, const Look* before, WallTime time) {
  ProcessRow row;
  row.address = look.target.address;
  row.why = look.why;
  const Endpoint registered = look.target.registered.value_or(Endpoint{});
  const bool answered = look.answer == Answer::kAnswered;
  const MetricSample* info = answered ? &look.metrics.all("turnstream_process_info").front() : nullptr;
  row.name_space = address_or(info, "namespace", registered.name_space);
  row.instance = address_or(info, "instance", registered.instance);
  row.grouping = address_or(info, "grouping", registered.grouping);
  row.version = address_or(info, "version", "");
  row.pid = look.target.registered ? std::optional<std::int64_t>(registered.pid) : std::nullopt;
  if (!answered) {
    row.state = look.answer == Answer::kEnded ? ProcessState::kEnded : ProcessState::kSilent;
    return row;
  }
  const PrometheusText& metrics = look.metrics;
  row.state = process_state(metrics);
  row.pid = std::strtoll(info->label("pid").c_str(), nullptr, 10);
  row.up_ms =
      std::max<std::int64_t>(time.value() - whole(metrics.value("turnstream_start_time_ms")).value_or(time.value()), 0);
  row.resident_bytes = whole(metrics.value("turnstream_resident_bytes"));
  row.store_cache_bytes = whole(metrics.value("turnstream_store_cache_bytes"));
  row.store_write_buffer_bytes = whole(metrics.value("turnstream_store_write_buffer_bytes"));
  row.disk_bytes = whole(metrics.value("turnstream_state_directory_bytes"));
  row.disk_free_bytes = whole(metrics.value("turnstream_disk_free_bytes"));
  row.lag_age_ms = whole(metrics.value("turnstream_lag_age_ms"));
  row.hanging = whole_or_none(metrics.value("turnstream_hanging_transactions"));
  const std::optional<double> cpu_ms = metrics.value("turnstream_cpu_ms_total");
  const double used_ms =
      cpu_ms.value_or(0) - (before == nullptr ? 0 : before->metrics.value("turnstream_cpu_ms_total").value_or(0));
  const double over_ms = before == nullptr ? static_cast<double>(*row.up_ms)
                                           : static_cast<double>(look.at.value() - before->at.value()) / 1'000;
  if (cpu_ms && over_ms > 0) {
    row.cpu_percent = 100 * std::max(used_ms, 0.0) / over_ms;
  }
  return row;
}

/// What one process says of one of its stages.
StageRow stage_row(const Look& look, const Look* before, const MetricSample& place) {
  const PrometheusText& metrics = look.metrics;
  const std::string group = place.label("group");
  StageRow row;
  row.name_space = metrics.all("turnstream_process_info").front().label("namespace");
  row.stage = place.label("stage");
  row.phase = static_cast<int>(place.value);
  row.processes = 1;
  row.state = stage_state(metrics, row.stage);
  row.restore_offsets = whole_or_none(metrics.sum("turnstream_restore_offsets", {{"group", group}}));
  row.restore_offsets_left = whole_or_none(metrics.sum("turnstream_restore_offsets_left", {{"group", group}}));
  row.lag = whole(metrics.value("turnstream_stage_lag_offsets", {{"stage", row.stage}}));
  row.records = records_of(metrics, row.stage, row.phase);
  row.commit_us = buckets_of(metrics, group);
  row.timers_armed = whole_or_none(metrics.value("turnstream_timers_armed", {{"stage", row.stage}}));
  row.timers_due = whole_or_none(metrics.value("turnstream_timers_due", {{"stage", row.stage}}));
  row.dead_letters = whole_or_none(metrics.sum("turnstream_dead_letters_total", {{"stage", row.stage}}));
  row.retries = whole_or_none(metrics.value("turnstream_retries_total", {{"stage", row.stage}}));
  row.restarts = whole_or_none(metrics.sum("turnstream_worker_restarts", {{"group", group}}));
  if (before != nullptr && look.at > before->at) {
    const std::int64_t grown = row.records - records_of(before->metrics, row.stage, row.phase);
    row.records_per_second = static_cast<double>(std::max<std::int64_t>(grown, 0)) * kUsASecond /
                             static_cast<double>(look.at.value() - before->at.value());
    row.commit_us_recent = row.commit_us;
    add(row.commit_us_recent, buckets_of(before->metrics, group), -1);
    // It may rest at both looks and have worked between them.
    row.state = row.state == StageState::kWaiting && grown > 0 ? StageState::kRunning : row.state;
  }
  return row;
}

/// The same stage in another process: lag is the group's, and so the same in all; the rest adds up.
void merge(StageRow& row, const StageRow& more) {
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
  constexpr std::string_view kWords[] = {"ready", "starting", "restoring", "hanging", "silent", "ended"};
  return kWords[static_cast<std::size_t>(state)];
}

std::string_view word_of(StageState state) {
  constexpr std::string_view kWords[] = {"waiting", "running", "starting", "restoring"};
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
      // Nothing is known of how far the last bucket reaches.
      return std::isinf(bound) ? lower : lower + (bound - lower) * (wanted - below) / (count - below);
    }
    lower = bound;
    below = count;
  }
  return lower;
}

bool StatusReport::any_answered() const {
  return std::any_of(processes.begin(), processes.end(), [](const ProcessRow& row) {
    return row.state != ProcessState::kSilent && row.state != ProcessState::kEnded;
  });
}

StatusReport make_report(const std::vector<Look>& now, const std::vector<Look>& before,
                         const std::vector<std::string>& order, WallTime time) {
  StatusReport report;
  report.time_ms = time.value();
  std::map<std::tuple<std::string, int, std::ptrdiff_t, std::string>, StageRow> stages;
  for (const Look& look : now) {
    const Look* const earlier = same_process(before, look);
    report.processes.push_back(process_row(look, earlier, time));
    for (const MetricSample& place : look.metrics.all("turnstream_stage_phase")) {
      const StageRow row = stage_row(look, earlier, place);
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
