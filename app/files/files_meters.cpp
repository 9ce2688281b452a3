#include "app/files/files_meters.h"

#include <chrono>
#include <iterator>
#include <set>

#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kKnownMax = 4'096;
constexpr std::chrono::microseconds kBetweenLines{60'000'000};

}  // namespace

FilesMeters::FilesMeters(Metrics& metrics)
    : written_(metrics.counter({"turnstream_files_written_total", "Files of memory that were written."})),
      removed_(metrics.counter({"turnstream_files_removed_total", "Files of memory that were removed."})),
      left_alone_(
          metrics.counter({"turnstream_files_left_alone_total",
                           "Files that were left alone because of their marks or their kind, once for each change."})),
      failures_(metrics.counter({"turnstream_files_failures_total",
                                 "Attempts to write the files of a persona that failed; each is repeated."})),
      waiting_(metrics.gauge({"turnstream_files_waiting", "Personas with changes that are not in their files yet."})) {}

void FilesMeters::take(const std::string& name, const PagesWritten& report) {
  written_.Increment(static_cast<double>(report.written));
  removed_.Increment(static_cast<double>(report.removed));
  std::set<std::string> left;
  for (const LeftAlone& file : report.left_alone) {
    left.insert(file.path);
    const auto [known, is_new] = known_.try_emplace(file.path, file.version);
    if (!is_new && known->second == file.version) {
      continue;
    }
    known->second = file.version;
    left_alone_.Increment();
    LogLine(LogLevel::kWarning, "file_left_alone").with("path", file.path).with("reason", file.reason);
  }
  if (left.count(name) == 0) {
    known_.erase(name);
  }
  for (auto file = known_.lower_bound(name + "/"); file != known_.end() && file->first.starts_with(name + "/");) {
    file = left.count(file->first) == 0 ? known_.erase(file) : std::next(file);
  }
  if (known_.size() > kKnownMax) {
    known_.clear();  // Some are reported once more.
  }
}

void FilesMeters::fail(const Error& error, MonotonicTime now) {
  failures_.Increment();
  if (told_at_ && std::chrono::microseconds(now.value() - told_at_->value()) < kBetweenLines) {
    return;
  }
  told_at_ = now;
  LogLine(LogLevel::kWarning, "files_failed").with("code", error.code).with("message", error.message);
}

}  // namespace turnstream::app
