#include "app/files/files_follower.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/errors.h"
#include "app/files/file_name.h"
#include "app/files/memory_map.h"
#include "app/files/memory_pages.h"
#include "app/files/page_writer.h"

namespace turnstream::app {
namespace {

using std::chrono::microseconds;

constexpr microseconds kRetryMin{1'000'000};
constexpr microseconds kRetryMax{60'000'000};
constexpr microseconds kStopMax{2'000'000};
constexpr microseconds kIdleMax{60'000'000};

MonotonicTime later(MonotonicTime time, microseconds by) {
  return MonotonicTime{time.value() + by.count()};
}

bool shows(recall::Kind kind) {
  return std::find(kFileKinds.begin(), kFileKinds.end(), kind) != kFileKinds.end();
}

}  // namespace

Result<std::unique_ptr<FilesFollower>> FilesFollower::for_run(const settings::Settings& settings, RecallHost* recall,
                                                              Metrics& metrics) {
  const std::string& path = settings.files.directory;
  if (path.empty()) {
    return std::unique_ptr<FilesFollower>();
  }
  if (recall == nullptr) {
    return usage_error("files.directory: files are written by the process that runs recall; add recall to run.stages");
  }
  TS_ASSIGN_OR_RETURN(FilesRoot root, FilesRoot::open(path, settings.topics.name_space));
  Parts parts{recall->model(), [recall](const std::stop_token& stop) { return recall->catch_up(stop); }, metrics,
              std::chrono::milliseconds(settings.files.interval_ms)};
  return std::make_unique<FilesFollower>(std::move(root), std::move(parts));
}

FilesFollower::FilesFollower(FilesRoot root, Parts parts)
    : root_(std::move(root)),
      parts_(std::move(parts)),
      clock_(parts_.model.clock()),
      meters_(parts_.metrics),
      waiting_(parts_.waiting_max) {
  parts_.model.on_change([this](const recall::PersonaChanges& changes) { note(changes); });
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

FilesFollower::~FilesFollower() {
  parts_.model.on_change({});
}

void FilesFollower::note(const recall::PersonaChanges& changes) {
  const bool is_shown = changes.forget || std::any_of(changes.documents.begin(), changes.documents.end(),
                                                      [](const auto& change) { return shows(change.kind); });
  if (!is_shown) {
    return;
  }
  const MonotonicTime due = later(clock_.monotonic_now(), parts_.interval);
  const MutexLock lock(mutex_);
  // A thread that waits for an earlier persona sees this one then; one that failed may wait longer than this one.
  const bool is_first = due < waiting_.next_due().value_or(later(due, kIdleMax));
  waiting_.add(changes.persona, due);
  is_idle_ = false;
  if (is_first || hurries_) {
    has_news_ = true;
    changed_.notify_all();
  }
}

void FilesFollower::run(const std::stop_token& stop) noexcept {
  if (!wait_for_recall(stop)) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    waiting_.clear();  // The pass reads what they have now.
    wants_pass_ = true;
  }
  while (!stop.stop_requested()) {
    const std::optional<std::string> persona = next_persona(stop);
    const MonotonicTime begun = clock_.monotonic_now();
    if (persona) {
      write(*persona);
    }
    // They take turns: personas that change all the time, or cannot be written, do not keep the pass waiting.
    if (pass_ && (!persona || pass_->due <= begun) && !stop.stop_requested()) {
      continue_pass(stop);
    }
    rest(begun);
  }
  write_last();
}

/// Before that, memory may be far behind the files that are there.
bool FilesFollower::wait_for_recall(const std::stop_token& stop) {
  for (;;) {
    const Result<bool> is_applied = parts_.catch_up(stop);
    if (stop.stop_requested() || (is_applied.ok() && *is_applied)) {
      return !stop.stop_requested();
    }
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, kRetryMin);
  }
}

std::optional<std::string> FilesFollower::next_persona(const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  while (!stop.stop_requested()) {
    wants_pass_ = waiting_.take_overflow() || wants_pass_;
    if (wants_pass_ && !pass_) {  // One that runs ends first: under load it would never end otherwise.
      pass_.emplace();
      wants_pass_ = false;
    }
    meters_.waiting(waiting_.size());
    const MonotonicTime now = clock_.monotonic_now();
    if (hurries_ || now >= not_before_) {
      if (auto persona = waiting_.take(hurries_ ? later(now, std::chrono::hours(24)) : now)) {
        return persona;
      }
      if (pass_ && (hurries_ || now >= pass_->due)) {
        return std::nullopt;
      }
    }
    is_idle_ = waiting_.size() == 0 && !pass_;
    changed_.notify_all();
    changed_.wait_for(mutex_, stop, time_to_next(now), [this]() REQUIRES(mutex_) { return has_news_; });
    has_news_ = false;
  }
  return std::nullopt;
}

microseconds FilesFollower::time_to_next(MonotonicTime now) const {
  const MonotonicTime last = later(now, kIdleMax);
  const MonotonicTime due = std::min(pass_ ? pass_->due : last, waiting_.next_due().value_or(last));
  return std::clamp(microseconds(std::max(due, not_before_).value() - now.value()), microseconds(0), kIdleMax);
}

void FilesFollower::continue_pass(const std::stop_token& stop) {
  const Result<std::vector<std::string>> next = parts_.model.persona_names(pass_->after, 1);
  if (!next.ok()) {
    pass_->due = note_failure(next.error());
  } else if (next->empty()) {
    end_pass(stop);
  } else {
    pass_->after = next->front();
    write(next->front());
  }
}

void FilesFollower::end_pass(const std::stop_token& stop) {
  const Status status = clear_folders(stop);
  if (!status.ok()) {
    pass_->due = note_failure(status.error());
  } else if (!stop.stop_requested()) {
    pass_.reset();
    const MutexLock lock(mutex_);
    pause_ = microseconds(0);
  }
}

/// Takes the blocks out of the folders of personas that memory no longer has. Errors: the first failure; the other
/// folders are cleared all the same.
Status FilesFollower::clear_folders(const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const std::vector<std::string> names, root_.folder().names());
  Status first_failure;
  for (const std::string& name : names) {
    if (stop.stop_requested()) {
      break;
    }
    if (name.front() == '.' || pass_->folders.count(name) > 0) {
      continue;
    }
    PagesWritten report;
    const Status status = write_pages(root_.folder(), name, {}, report);
    meters_.take(name, report);
    if (first_failure.ok()) {
      first_failure = status;
    }
  }
  return first_failure;
}

void FilesFollower::write(const std::string& persona) {
  const Status status = write_files(persona);
  if (!status.ok()) {
    const MonotonicTime due = note_failure(status.error());
    const MutexLock lock(mutex_);
    waiting_.add(persona, due);
    return;
  }
  const MutexLock lock(mutex_);
  pause_ = microseconds(0);
}

void FilesFollower::rest(MonotonicTime begun) {
  const MonotonicTime now = clock_.monotonic_now();
  const MutexLock lock(mutex_);
  not_before_ = later(now, microseconds(now.value() - begun.value()));
}

Status FilesFollower::write_files(const std::string& persona) {
  const std::string name = file_name_of(persona);
  if (pass_) {
    pass_->folders.insert(name);  // also if its memory cannot be read now
  }
  TS_ASSIGN_OR_RETURN(const std::vector<recall::DocumentVersion> documents,
                      parts_.model.documents(persona, kFileKinds));
  const MemoryPages pages = memory_pages(persona, documents);
  PagesWritten report;
  const Status status = write_pages(root_.folder(), name, pages, report);
  meters_.take(name, report);
  return status;
}

MonotonicTime FilesFollower::note_failure(const Error& error) {
  const MonotonicTime now = clock_.monotonic_now();
  meters_.fail(error, now);
  const MutexLock lock(mutex_);
  pause_ = std::clamp(2 * pause_, kRetryMin, kRetryMax);
  failure_ = error;
  ++failures_;
  hurries_ = false;
  changed_.notify_all();
  return later(now, pause_);
}

Status FilesFollower::finish(const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  const std::uint64_t before = failures_;
  hurries_ = true;
  has_news_ = true;
  changed_.notify_all();
  changed_.wait(mutex_, stop, [&]() REQUIRES(mutex_) { return is_idle_ || failures_ != before; });
  hurries_ = false;
  return failures_ == before ? Status() : Status(*failure_);
}

/// What waits is written in the order in which it was due.
void FilesFollower::write_last() {
  const MonotonicTime begun = clock_.monotonic_now();
  for (;;) {
    std::optional<std::string> persona;
    const MonotonicTime now = clock_.monotonic_now();
    if (now < later(begun, kStopMax)) {
      const MutexLock lock(mutex_);
      persona = waiting_.take(later(now, std::chrono::hours(24)));
    }
    if (!persona || !write_files(*persona).ok()) {
      return;
    }
  }
}

}  // namespace turnstream::app
