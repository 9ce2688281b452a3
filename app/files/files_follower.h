#pragma once
// FilesFollower: keeps the files of all personas as memory is. It hears from the read model which personas a record has
// changed, and writes the files of each one files.interval_ms later, from the documents that hold then; what was
// forgotten leaves its files by that, too. Files need no read positions, because they are a function of the documents:
//
// - After a start it waits until recall has applied what the log had then, and goes over all personas once, and over
//   folders of personas that memory no longer has. So a process that was killed leaves nothing that the next one does
//   not correct.
// - A persona with a file that cannot be written (disk full) is tried again after 1 s, then after twice as long, up to a
//   minute; 1 s again once another one could be written. Neither the others nor the pipeline wait.
// - While it goes over all, it takes turns with personas that have changed. After each step it rests as long as it has
//   worked, so that it takes half of a core at most.
// - A stop writes what waits, for 2 s at most; the rest follows at the next start.
//
// It holds the names of at most `waiting_max` personas that wait, beyond that it goes over all again; the documents of
// one persona; and, while it goes over all, the names of their folders.
// Threads: start, finish() and destroy on one; its own thread writes; the read model's calls note(). Lifetime: borrows
// `parts`.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>

#include "app/files/files_meters.h"
#include "app/files/files_root.h"
#include "app/files/waiting_personas.h"
#include "app/recall/recall_host.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/settings/settings.h"
#include "recall/read_model/read_model.h"

namespace turnstream::app {

class FilesFollower {
 public:
  struct Parts {
    recall::ReadModel& model;
    /// Waits until what the log has now is applied; false if it never will be, or a stop is requested.
    std::function<Result<bool>(const std::stop_token&)> catch_up;
    Metrics& metrics;
    std::chrono::microseconds interval;
    std::size_t waiting_max = 100'000;  ///< personas; if more wait, it goes over all
  };

  /// Null if files.directory is empty. `recall`: null if the process does not run it. Errors: "usage" without recall;
  /// those of FilesRoot::open().
  static Result<std::unique_ptr<FilesFollower>> for_run(const settings::Settings& settings, RecallHost* recall,
                                                        Metrics& metrics);
  FilesFollower(FilesRoot root, Parts parts);
  FilesFollower(const FilesFollower&) = delete;
  FilesFollower& operator=(const FilesFollower&) = delete;
  ~FilesFollower();

  /// Writes all that waits, without a delay. Errors: why that is not possible.
  Status finish(const std::stop_token& stop);

 private:
  /// One walk over all personas.
  struct Pass {
    std::string after;              ///< the last persona that was visited
    std::set<std::string> folders;  ///< of personas that were visited
    MonotonicTime due;              ///< not earlier: after a failure
  };

  void note(const recall::PersonaChanges& changes);
  void run(const std::stop_token& stop) noexcept;
  bool wait_for_recall(const std::stop_token& stop);
  /// Waits for work. A persona that is due; absent if the pass shall continue, or a stop is requested.
  std::optional<std::string> next_persona(const std::stop_token& stop);
  [[nodiscard]] std::chrono::microseconds time_to_next(MonotonicTime now) const REQUIRES(mutex_);
  void continue_pass(const std::stop_token& stop);
  /// After a failure, which is noted, the pass ends later.
  void end_pass(const std::stop_token& stop);
  Status clear_folders(const std::stop_token& stop);
  /// After a failure, which is noted, the persona waits again.
  void write(const std::string& persona);
  Status write_files(const std::string& persona);
  /// Rests as long as it has worked since then.
  void rest(MonotonicTime begun);
  /// When to try again.
  MonotonicTime note_failure(const Error& error);
  void write_last();

  const FilesRoot root_;
  Parts parts_;
  const Clock& clock_;
  FilesMeters meters_;        ///< of the thread
  std::optional<Pass> pass_;  ///< of the thread
  bool wants_pass_ = false;   ///< of the thread: another pass shall begin

  Mutex mutex_;
  ConditionVariable changed_;
  WaitingPersonas waiting_ GUARDED_BY(mutex_);
  bool has_news_ GUARDED_BY(mutex_) = false;     ///< the thread must look again
  bool hurries_ GUARDED_BY(mutex_) = false;      ///< finish() waits
  bool is_idle_ GUARDED_BY(mutex_) = false;      ///< all is written
  MonotonicTime not_before_ GUARDED_BY(mutex_);  ///< the thread rests until then
  std::chrono::microseconds pause_ GUARDED_BY(mutex_) = std::chrono::microseconds(0);
  std::uint64_t failures_ GUARDED_BY(mutex_) = 0;
  std::optional<Error> failure_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::app
