#pragma once
// RecallMeters: the metrics of recall in a running process, and its part of the report for /status.
// Threads: any. Lifetime: borrows the host and the metrics.

#include <cstdint>
#include <optional>

#include "app/recall/recall_host.h"
#include "app/status/process_status.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"

namespace turnstream::app {

class RecallMeters {
 public:
  RecallMeters(RecallHost& recall, Metrics& metrics) : recall_(recall), metrics_(metrics) {}

  /// Sets the metrics that need neither the log nor the indexes.
  void take();
  /// Reads the lag from the log and the size of the indexes, and sets their metrics. After an error the lag keeps its value. May
  /// wait for the log.
  void take_lag();
  [[nodiscard]] RecallStatus status() const;

 private:
  void show(const char* name, const char* help, double value, const MetricLabels& labels = {});

  RecallHost& recall_;
  Metrics& metrics_;
  mutable Mutex mutex_;
  std::optional<std::int64_t> lag_ GUARDED_BY(mutex_);
  recall::LoadedIndexes loaded_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::app
