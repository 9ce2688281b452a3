#include "app/run/recall_meters.h"

#include <algorithm>

namespace turnstream::app {

void RecallMeters::show(const char* name, const char* help, double value, const MetricLabels& labels) {
  metrics_.gauge({name, help}, labels).Set(value);
}

void RecallMeters::take() {
  const recall::FeedView view = recall_.health();
  Counter& records =
      metrics_.counter({"turnstream_recall_records_total", "Records of the log that recall has applied."});
  records.Increment(std::max(static_cast<double>(view.records) - records.Value(), 0.0));
  Counter& events =
      metrics_.counter({"turnstream_recall_stream_events_total", "Events that streams of changes have had."});
  events.Increment(std::max(static_cast<double>(recall_.streamed_events()) - events.Value(), 0.0));
  show("turnstream_recall_failed", "1: recall has stopped because of an error, and its routes answer 503.",
       view.failure ? 1 : 0);
  const std::vector<std::string> waited = view.waits_for();
  for (const std::string& stage : view.stages) {
    show("turnstream_recall_waits", "1: a record of the log waits for the completion of this stage for 10 s or more.",
         std::find(waited.begin(), waited.end(), stage) == waited.end() ? 0 : 1, {{"stage", stage}});
  }
  const RecallStatus now = status();
  if (now.log_time_ms) {
    show("turnstream_recall_log_time_seconds", "Log time of the newest record that recall has applied, since 1970.",
         static_cast<double>(*now.log_time_ms) / 1e3);
  }
}

void RecallMeters::take_lag() {
  const Result<std::int64_t> lag = recall_.lag();
  const recall::LoadedIndexes loaded = recall_.model().loaded();
  if (lag.ok()) {
    show("turnstream_recall_lag_offsets", "Offsets of the log that recall has not applied yet.",
         static_cast<double>(*lag));
  }
  show("turnstream_recall_personas", "Personas whose index is in memory.", static_cast<double>(loaded.personas));
  show("turnstream_recall_index_bytes", "Memory of these indexes.", static_cast<double>(loaded.bytes));
  const MutexLock lock(mutex_);
  lag_ = lag.ok() ? std::optional(*lag) : lag_;
  loaded_ = loaded;
}

RecallStatus RecallMeters::status() const {
  const recall::FeedView view = recall_.health();
  RecallStatus status;
  status.records = view.records;
  status.waits_for = view.waits_for();
  status.failure = view.failure ? view.failure->message : "";
  status.state = view.failure               ? RecallState::kStopped
                 : status.waits_for.empty() ? RecallState::kFollowing
                                            : RecallState::kHeld;
  for (std::size_t p = 0; p < view.partitions.size(); ++p) {
    const recall::PartitionHealth& partition = view.partitions[p];
    status.partitions.push_back({static_cast<std::int64_t>(p), partition.applied.value(), partition.since.value()});
    if (partition.log_time.value() > status.log_time_ms.value_or(0)) {
      status.log_time_ms = partition.log_time.value();
    }
  }
  const MutexLock lock(mutex_);
  status.lag = lag_;
  status.personas = static_cast<std::int64_t>(loaded_.personas);
  status.index_bytes = static_cast<std::int64_t>(loaded_.bytes);
  return status;
}

}  // namespace turnstream::app
