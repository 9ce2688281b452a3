// The report of `status` as JSON. A number that is unknown is null.
#include <cmath>

#include "app/status/screen.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr double kMillion = 1e6;

void add_number(json::Writer& writer, const char* name, const std::optional<std::int64_t>& value) {
  value ? writer.integer(name, *value) : writer.null(name);
}

void add_decimal(json::Writer& writer, const char* name, const std::optional<double>& value) {
  value ? writer.millionths(name, std::llround(*value * kMillion)) : writer.null(name);
}

void add_recall(json::Writer& writer, const std::optional<RecallStatus>& recall) {
  if (!recall) {
    writer.null("recall");
    return;
  }
  writer.begin_object("recall").string("state", word_of(recall->state));
  add_number(writer, "lag", recall->lag);
  writer.integer("records", recall->records);
  recall->log_time_ms ? writer.time("applied_up_to", *recall->log_time_ms) : writer.null("applied_up_to");
  writer.begin_array("waits_for");
  for (const std::string& stage : recall->waits_for) {
    writer.string(stage);
  }
  writer.end_array();
  recall->failure.empty() ? writer.null("failure") : writer.string("failure", recall->failure);
  writer.integer("personas", recall->personas).integer("index_bytes", recall->index_bytes).begin_array("partitions");
  for (const RecallPlace& place : recall->partitions) {
    writer.begin_object().integer("partition", place.partition).integer("next", place.next);
    writer.integer("since", place.since).end_object();
  }
  writer.end_array().end_object();
}

void add_process(json::Writer& writer, const ProcessSummary& row) {
  writer.begin_object().string("address", row.address).string("state", word_of(row.state));
  row.why.empty() ? writer.null("why") : writer.string("why", row.why);
  writer.string("namespace", row.status.name_space)
      .string("instance", row.status.instance)
      .string("grouping", row.status.grouping);
  writer.string("version", row.status.version);
  add_number(writer, "pid", row.status.pid);
  add_number(writer, "up_ms", row.up_ms);
  add_decimal(writer, "cpu_percent", row.cpu_percent);
  add_number(writer, "resident_bytes", row.status.resident_bytes);
  add_number(writer, "store_cache_bytes", row.status.store_cache_bytes);
  add_number(writer, "store_write_buffer_bytes", row.status.store_write_buffer_bytes);
  add_number(writer, "disk_bytes", row.status.disk_bytes);
  add_number(writer, "disk_free_bytes", row.status.disk_free_bytes);
  add_number(writer, "lag_age_ms", row.status.lag_age_ms);
  writer.integer("hanging_transactions", row.status.hanging).string("log", row.status.log);
  row.status.log_lost_since_ms ? writer.time("log_lost_since", *row.status.log_lost_since_ms)
                               : writer.null("log_lost_since");
  row.status.log_lost_cause.empty() ? writer.null("log_lost_cause")
                                    : writer.string("log_lost_cause", row.status.log_lost_cause);
  row.status.clock.empty() ? writer.null("clock") : writer.string("clock", row.status.clock);
  writer.integer("clock_offset_ms", row.status.clock_offset_ms).boolean("clock_in_doubt", row.status.clock_in_doubt);
  writer.integer("log_time_ahead_ms", row.status.log_time_ahead_ms);
  add_recall(writer, row.status.recall);
  writer.end_object();
}

void add_commits(json::Writer& writer, const char* name, const Buckets& buckets) {
  const std::optional<double> p50 = quantile(buckets, 0.5);
  const std::optional<double> p99 = quantile(buckets, 0.99);
  if (!p50 || !p99) {
    writer.null(name);
    return;
  }
  writer.begin_object(name).integer("count", std::llround(buckets.rbegin()->second));
  writer.integer("p50_us", std::llround(*p50)).integer("p99_us", std::llround(*p99)).end_object();
}

void add_stage(json::Writer& writer, const StageSummary& row) {
  writer.begin_object().string("namespace", row.name_space).string("stage", row.stage).integer("phase", row.phase);
  writer.integer("processes", row.processes).string("state", word_of(row.state));
  writer.integer("restore_offsets", row.restore_offsets).integer("restore_offsets_left", row.restore_offsets_left);
  add_number(writer, "lag", row.lag);
  writer.integer("records", row.records);
  add_decimal(writer, "records_per_second", row.records_per_second);
  add_commits(writer, "commits", row.commit_us);
  add_commits(writer, "recent_commits", row.commit_us_recent);
  writer.integer("timers_armed", row.timers_armed).integer("timers_due", row.timers_due);
  writer.integer("dead_letters", row.dead_letters).integer("retries", row.retries);
  writer.integer("restarts", row.restarts).end_object();
}

}  // namespace

std::string json_of(const StatusReport& report) {
  std::string text;
  json::Writer writer(text);
  writer.begin_object().time("time", report.time_ms).begin_array("processes");
  for (const ProcessSummary& row : report.processes) {
    add_process(writer, row);
  }
  writer.end_array().begin_array("stages");
  for (const StageSummary& row : report.stages) {
    add_stage(writer, row);
  }
  writer.end_array().end_object();
  return text;
}

}  // namespace turnstream::app
