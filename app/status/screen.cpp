#include "app/status/screen.h"

#include <algorithm>
#include <cstdio>

#include "app/status/clock_text.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/time_format.h"

namespace turnstream::app {
namespace {

constexpr const char* kUnknown = "-";
constexpr std::int64_t kOldLagMs = 30'000;

struct Column {
  const char* title;
  std::size_t width;
  bool is_number = true;
};

constexpr Column kProcessColumns[] = {
    {"PROCESS", 16, false},
    {"ADDRESS", 21, false},
    {"STATE", 9, false},
    {"PID", 7},
    {"UP", 8},
    {"CPU", 6},
    {"MEMORY", 9},
    {"DISK", 9},
};
constexpr Column kStageColumns[] = {
    {"PHASE", 6, false}, {"STAGE", 13, false}, {"STATE", 13, false}, {"LAG", 7}, {"RECORDS", 8},
    {"RATE/S", 6},       {"COMMIT", 15},       {"TIMERS", 6},        {"DUE", 4}, {"DEAD", 4},
};

constexpr Column kRecallColumns[] = {
    {"RECALL OF", 16, false}, {"STATE", 9, false}, {"APPLIED UP TO", 24, false}, {"LAG", 7}, {"RECORDS", 8},
    {"PERSONAS", 8},          {"MEMORY", 9},
};

std::string text_of(const char* format, double value) {
  char buffer[32];
  const int size = std::snprintf(buffer, sizeof(buffer), format, value);
  return {buffer, static_cast<std::size_t>(std::clamp(size, 0, 31))};
}

/// Appends one row of a table. Cells that are too long are not cut.
template <std::size_t Count>
void append_row(std::string& out, const Column (&columns)[Count], const std::string (&cells)[Count]) {
  std::string line;
  for (std::size_t i = 0; i < Count; ++i) {
    const std::string blanks(columns[i].width - std::min(columns[i].width, cells[i].size()), ' ');
    line += columns[i].is_number ? blanks + cells[i] : cells[i] + blanks;
    line += "  ";
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += shown_text(line) + "\n";
}

template <std::size_t Count>
void append_titles(std::string& out, const Column (&columns)[Count]) {
  std::string titles[Count];
  for (std::size_t i = 0; i < Count; ++i) {
    titles[i] = columns[i].title;
  }
  append_row(out, columns, titles);
}

template <typename Value, typename Text>
std::string or_unknown(const std::optional<Value>& value, const Text& text) {
  return value ? text(*value) : std::string(kUnknown);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? std::string(kUnknown) : text;
}

std::string state_text(const StageSummary& row) {
  std::string text(word_of(row.state));
  if (row.state == StageState::kRestoring && row.restore_offsets > 0) {
    text += " " + std::to_string(100 * (row.restore_offsets - row.restore_offsets_left) / row.restore_offsets) + "%";
  }
  return text;
}

void append_processes(std::string& out, const StatusReport& report) {
  append_titles(out, kProcessColumns);
  for (const ProcessSummary& row : report.processes) {
    append_row(out, kProcessColumns,
               {or_dash(row.status.instance), or_dash(row.address), std::string(word_of(row.state)),
                or_unknown(row.status.pid, [](std::int64_t pid) { return std::to_string(pid); }),
                or_unknown(row.up_ms, duration_text),
                or_unknown(row.cpu_percent, [](double percent) { return text_of("%.1f%%", percent); }),
                or_unknown(row.status.resident_bytes, bytes_text), or_unknown(row.status.disk_bytes, bytes_text)});
  }
}

void append_stages(std::string& out, const StatusReport& report) {
  const StageSummary* above = nullptr;
  for (const StageSummary& row : report.stages) {
    if (above == nullptr || above->name_space != row.name_space) {
      out += "\nnamespace " + shown_text(row.name_space) + "\n";
      append_titles(out, kStageColumns);
      above = nullptr;
    }
    const bool is_first = above == nullptr || above->phase != row.phase;
    append_row(out, kStageColumns,
               {!is_first || row.phase == 0 ? "" : std::to_string(row.phase), row.stage, state_text(row),
                or_unknown(row.lag, count_text), count_text(row.records), or_unknown(row.records_per_second, rate_text),
                commit_text(row), row.phase == 0 ? kUnknown : count_text(row.timers_armed),
                row.phase == 0 ? kUnknown : count_text(row.timers_due), count_text(row.dead_letters)});
    above = &row;
  }
}

void append_recall(std::string& out, const StatusReport& report) {
  bool has_titles = false;
  for (const ProcessSummary& row : report.processes) {
    if (!row.status.recall) {
      continue;
    }
    if (!has_titles) {
      out += "\n";
      append_titles(out, kRecallColumns);
      has_titles = true;
    }
    const RecallStatus& recall = *row.status.recall;
    append_row(out, kRecallColumns,
               {or_dash(row.status.instance), std::string(word_of(recall.state)),
                or_unknown(recall.log_time_ms, format_time), or_unknown(recall.lag, count_text),
                count_text(recall.records), count_text(recall.personas), bytes_text(recall.index_bytes)});
    for (const RecallPlace& place : recall.partitions) {
      if (place.since > 0) {
        out += "  since " + std::to_string(place.partition) + "@" + std::to_string(place.since) +
               ": earlier records were deleted before recall began\n";
      }
    }
  }
  if (!has_titles && report.any_answered()) {
    out += "\nrecall does not run in these processes\n";
  }
}

/// The lines below the tables: one for each problem, some with advice.
std::string notes_of(const StatusReport& report) {
  std::string out;
  for (const ProcessSummary& row : report.processes) {
    const bool has_both = !row.status.instance.empty() && !row.address.empty();
    const std::string who = shown_text("! " + row.status.instance + (has_both ? ", " : "") + row.address + ": ");
    if (!row.why.empty()) {
      out += who + shown_text(row.why) + "\n";
    }
    if (row.status.hanging > 0) {
      out += who + "transactions hang in " + std::to_string(row.status.hanging) +
             " partitions; `turnstream doctor` says what to do\n";
    }
    for (const std::string& problem : clock_problems(row.status)) {
      out += who + problem + "\n";
    }
    if (const std::string problem = row.status.recall ? recall_problem(*row.status.recall) : ""; !problem.empty()) {
      out += who + shown_text(problem) + "\n";
    }
    if (row.status.log_lost_since_ms) {
      out += who + log_loss_text(row.status) + "\n";
    } else if (row.status.lag_age_ms.value_or(0) > kOldLagMs) {
      out += who + "its lag is " + duration_text(*row.status.lag_age_ms) + " old: the log does not answer\n";
    }
  }
  for (const StageSummary& row : report.stages) {
    if (row.restarts > 0) {
      out += "! " + shown_text(row.stage) + ": " + count_text(row.restarts) + " restarts of workers\n";
    }
    if (row.retries > 0) {
      out += "! " + shown_text(row.stage) + ": " + count_text(row.retries) + " retries\n";
    }
    if (row.dead_letters > 0) {
      out += "! " + shown_text(row.stage) + ": " + count_text(row.dead_letters) +
             " dead letters; `turnstream tail dead-letters --from-beginning` shows them\n";
    }
  }
  return out;
}

}  // namespace

std::string count_text(std::int64_t count) {
  constexpr std::int64_t kMillion = 1'000'000;
  if (count >= kMillion) {
    const double millions = static_cast<double>(count) / static_cast<double>(kMillion);
    return millions < 100 ? text_of("%.1fM", millions) : count_text(count / kMillion) + "M";
  }
  std::string text = std::to_string(count);
  if (text.size() > 3) {
    text.insert(text.size() - 3, ",");
  }
  return text;
}

std::string bytes_text(std::int64_t bytes) {
  constexpr const char* kUnits[] = {"KiB", "MiB", "GiB"};
  constexpr double kStep = 1'024;
  auto value = static_cast<double>(bytes) / kStep;
  std::size_t unit = 0;
  while (value >= kStep && unit + 1 < std::size(kUnits)) {
    value /= kStep;
    ++unit;
  }
  return text_of(value < 10 && unit > 0 ? "%.1f " : "%.0f ", value) + kUnits[unit];
}

std::string duration_text(std::int64_t ms) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  constexpr std::int64_t kDay = 24 * kHour;
  const std::int64_t seconds = ms / 1'000;
  const auto of_two = [](std::int64_t large, const char* unit, std::int64_t small, const char* rest) {
    return std::to_string(large) + unit + " " + std::to_string(small) + rest;
  };
  if (seconds >= kDay) {
    return of_two(seconds / kDay, "d", seconds % kDay / kHour, "h");
  }
  if (seconds >= kHour) {
    return of_two(seconds / kHour, "h", seconds % kHour / kMinute, "m");
  }
  return seconds >= kMinute ? of_two(seconds / kMinute, "m", seconds % kMinute, "s") : std::to_string(seconds) + "s";
}

std::string rate_text(double per_second) {
  constexpr double kWhole = 9.95;
  if (per_second >= kWhole) {
    return count_text(static_cast<std::int64_t>(per_second + 0.5));
  }
  return per_second == 0 ? "0" : text_of("%.1f", per_second);
}

std::string commit_text(const StageSummary& row) {
  constexpr double kUsAMs = 1'000;
  const bool is_recent = quantile(row.commit_us_recent, 1).has_value();
  const Buckets& buckets = is_recent ? row.commit_us_recent : row.commit_us;
  const auto p50 = quantile(buckets, 0.5);
  const auto p99 = quantile(buckets, 0.99);
  if (!p50 || !p99) {
    return kUnknown;
  }
  const auto ms = [&](double us) { return text_of(us < 100 * kUsAMs ? "%.1f" : "%.0f", us / kUsAMs); };
  return ms(*p50) + " / " + ms(*p99) + " ms";
}

std::string screen_of(const StatusReport& report) {
  std::string out = "turnstream status at " + format_time(report.time_ms) + "\n\n";
  if (report.processes.empty()) {
    return out + "no process is registered here, so recall does not run\n";
  }
  append_processes(out, report);
  append_stages(out, report);
  append_recall(out, report);
  const std::string notes = notes_of(report);
  return notes.empty() ? out : out + "\n" + notes;
}

}  // namespace turnstream::app
