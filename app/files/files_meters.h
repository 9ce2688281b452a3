#pragma once
// FilesMeters: what the writing of files tells an operator: metrics, and one line in the log for each file that is left
// alone, again when it or the reason changes, and for failures. Threads: one at a time; the metrics any. Lifetime:
// borrows the metrics.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "app/files/page_writer.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::app {

class FilesMeters {
 public:
  explicit FilesMeters(Metrics& metrics);

  /// `name`: of the persona's folder.
  void take(const std::string& name, const PagesWritten& report);
  /// A line at most once a minute.
  void fail(const Error& error, MonotonicTime now);
  void waiting(std::size_t personas) { waiting_.Set(static_cast<double>(personas)); }

 private:
  Counter& written_;
  Counter& removed_;
  Counter& left_alone_;
  Counter& failures_;
  Gauge& waiting_;
  std::map<std::string, std::uint64_t> known_;  ///< the version of each file that was reported as left alone, by path
  std::optional<MonotonicTime> told_at_;        ///< the last line of a failure
};

}  // namespace turnstream::app
