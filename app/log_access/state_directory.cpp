#include "app/log_access/state_directory.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/file.h>
#include <unistd.h>

#include "app/data/read_file.h"
#include "app/errors.h"
#include "app/log_access/private_files.h"
#include "pipeline/base/random_name.h"
#include "pipeline/json/document.h"
#include "pipeline/settings/shapes.h"

namespace turnstream::app {
namespace {

constexpr int kFormat = 1;
constexpr std::size_t kInstanceDigits = 8;
constexpr int kBetweenAttemptsMs = 50;
constexpr int kAttemptsMax = 200;

Error unusable(const std::string& path, const std::string& why) {
  return error_of(error_codes::kStateUnusable,
                  "state cannot be kept in " + path + ": " + why +
                      ". Check its permissions and the free space, or choose another directory with --state.");
}

/// Writes all of the text and syncs the file; 0, or the errno of the call that failed. After a write of a part only, the
/// next one names the reason.
int write_and_sync(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      return errno;
    }
    text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

/// Writes a new file, syncs it and renames it to `path`, so that a crash or a power cut leaves the old or the new text.
Status write_text(const std::string& path, const std::string& text) {
  const std::string draft = path + std::string(state_names::kDraftSuffix);
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kPrivateFile);
  if (file < 0) {
    return unusable(path, std::strerror(errno));
  }
  const int failure = write_and_sync(file, text);
  ::close(file);
  if (failure != 0) {
    return unusable(path, std::strerror(failure));
  }
  if (std::rename(draft.c_str(), path.c_str()) != 0) {
    return unusable(path, std::strerror(errno));
  }
  return {};
}

Error in_use(const std::string& path) {
  const Result<std::string> holder = read_file(StateDirectory::in(path, state_names::kLock));
  return error_of(error_codes::kStateInUse, "state directory " + path + " is in use by " +
                                                (holder.ok() && !holder->empty() ? *holder : "another process") +
                                                ". Stop it, or choose another with --state.");
}

/// Takes the lock for this process alone. While only readers hold it, which they do for the time in which they open the
/// log, tries again; false if another process has it.
bool take_lock(int lock) {
  for (int attempt = 1; ::flock(lock, LOCK_EX | LOCK_NB) != 0; ++attempt) {
    const bool is_with_readers = ::flock(lock, LOCK_SH | LOCK_NB) == 0;
    ::flock(lock, LOCK_UN);
    if (!is_with_readers || attempt == kAttemptsMax) {
      return false;
    }
    ::poll(nullptr, 0, kBetweenAttemptsMs);
  }
  return true;
}

Error mismatch(const std::string& path, const std::string& what, const std::string& theirs, const std::string& ours) {
  return error_of(error_codes::kStateMismatch,
                  "state directory " + path + " belongs to " + what + " " + theirs + ", not " + ours +
                      ". Use another --state: on Kafka the state is rebuilt there from the changelog; an embedded log "
                      "lives in the directory and stays there.");
}

Error unreadable(const std::string& path, const std::string& why) {
  return error_of(error_codes::kStateUnusable, "the state directory " + path + " cannot be read: " + why +
                                                   ". Run this command as the user who runs `turnstream run`.");
}

/// Whether the directory `path` has this file; an error if this user may not know.
Result<bool> has_file(const std::string& path, const std::string& file) {
  std::error_code failure;
  const bool is_there = std::filesystem::exists(file, failure);
  if (failure) {
    return unreadable(path, failure.message());
  }
  return is_there;
}

template <typename T>
T member(const nlohmann::json& object, const char* name, T otherwise) {
  const auto found = object.find(name);
  try {
    return found == object.end() ? otherwise : found->get<T>();
  } catch (const nlohmann::json::exception&) {
    return otherwise;  // a value of another type counts as missing
  }
}

}  // namespace

Result<std::string> state_directory_path(const Context& context) {
  const settings::Settings& settings = context.settings();
  if (!settings.state.directory.empty()) {
    return settings.state.directory;
  }
  const std::string tail = "/turnstream/" + settings.topics.name_space;
  if (const auto state_home = context.environment("XDG_STATE_HOME")) {
    return *state_home + tail;
  }
  if (const auto home = context.environment("HOME")) {
    return *home + "/.local/state" + tail;
  }
  return usage_error("no state directory is known: --state, XDG_STATE_HOME and HOME are not set; set one of them");
}

Result<StateDirectory> StateDirectory::open(const std::string& path, const std::string& holder) {
  std::error_code failure;
  std::filesystem::create_directories(path, failure);
  if (failure) {
    return unusable(path, failure.message());
  }
  const std::string lock_path = StateDirectory::in(path, state_names::kLock);
  const int lock = ::open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kPrivateFile);
  if (lock < 0) {
    return unusable(path, std::strerror(errno));
  }
  StateDirectory directory(path, lock);
  if (!take_lock(lock)) {
    return in_use(path);
  }
  make_private(path);
  const std::string text = holder + ", process " + std::to_string(::getpid());
  if (::ftruncate(lock, 0) != 0 || ::pwrite(lock, text.data(), text.size(), 0) < 0) {
    return unusable(path, std::strerror(errno));
  }
  return directory;
}

Result<ReadLock> ReadLock::take(const std::string& path) {
  const std::string lock_path = StateDirectory::in(path, state_names::kLock);
  ReadLock taken(::open(lock_path.c_str(), O_RDONLY | O_CLOEXEC));
  if (taken.lock_ < 0) {
    if (errno == ENOENT || errno == ENOTDIR) {
      return taken;  // no process has ever had this directory
    }
    return unreadable(path, std::strerror(errno));
  }
  if (::flock(taken.lock_, LOCK_SH | LOCK_NB) != 0) {
    return in_use(path);
  }
  return taken;
}

ReadLock::ReadLock(ReadLock&& other) noexcept : lock_(std::exchange(other.lock_, -1)) {}

ReadLock::~ReadLock() {
  if (lock_ >= 0) {
    ::close(lock_);
  }
}

StateDirectory::StateDirectory(StateDirectory&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

std::string StateDirectory::in(const std::string& path, std::string_view name) {
  TS_CHECK(state_names::is_own(name));
  return path + "/" + std::string(name);
}

std::string StateDirectory::upgrade_folder(const std::string& into) const {
  return in(path_, std::string(state_names::kUpgradePrefix) + into);
}

std::string StateDirectory::crash_ledger_of(const std::string& upgrade_folder) {
  return upgrade_folder + std::string(state_names::kCrashesSuffix);
}

void StateDirectory::remove_upgrade(const std::string& into) const {
  namespace fs = std::filesystem;
  const std::string folder = upgrade_folder(into);
  const std::string doomed = folder + std::string(state_names::kDoomedSuffix);
  std::error_code ignored;
  fs::remove_all(doomed, ignored);
  fs::rename(folder, doomed, ignored);
  fs::remove_all(doomed, ignored);
  fs::remove(crash_ledger_of(folder), ignored);
}

bool StateDirectory::has_log(const std::string& path) {
  std::error_code failure;
  if (std::filesystem::exists(log_folder(path), failure)) {
    return true;
  }
  const Result<ReadLock> lock = ReadLock::take(path);
  return !lock.ok() && lock.error().code == error_codes::kStateInUse;
}

StateDirectory::~StateDirectory() {
  if (lock_ >= 0) {
    ::close(lock_);
  }
}

Status StateDirectory::check_identity(const StateIdentity& identity) const {
  const std::string file = in(path_, state_names::kIdentity);
  TS_ASSIGN_OR_RETURN(const bool is_there, has_file(path_, file));
  if (!is_there) {
    const nlohmann::ordered_json written = {{"format", kFormat},
                                            {"namespace", identity.name_space},
                                            {"cluster_id", identity.cluster_id},
                                            {"partitions", identity.partitions}};
    return write_text(file, json::document_text(written) + "\n");
  }
  TS_ASSIGN_OR_RETURN(const std::string text, read_file(file));
  const auto written = json::parse_document(text);
  if (!written.is_object()) {
    return error_of(error_codes::kStateMismatch, file +
                                                     " cannot be read, so the owner of this state is unknown. If the " +
                                                     "directory belongs to namespace " + identity.name_space +
                                                     " of this log, delete that file and start again.");
  }
  if (const int format = member(written, "format", 0); format != kFormat) {
    return mismatch(path_, "format", std::to_string(format), std::to_string(kFormat));
  }
  if (member(written, "namespace", std::string()) != identity.name_space) {
    return mismatch(path_, "namespace", member(written, "namespace", std::string()), identity.name_space);
  }
  if (member(written, "cluster_id", std::string()) != identity.cluster_id) {
    return mismatch(path_, "cluster", member(written, "cluster_id", std::string()), identity.cluster_id);
  }
  if (member(written, "partitions", std::int64_t{0}) != identity.partitions) {
    return mismatch(path_, "a log with a partition count of",
                    std::to_string(member(written, "partitions", std::int64_t{0})),
                    std::to_string(identity.partitions));
  }
  return {};
}

Status StateDirectory::write(std::string_view name, const std::string& text) const {
  return write_text(in(path_, name), text);
}

Result<std::string> StateDirectory::instance(const std::string& configured) const {
  if (!configured.empty()) {
    return configured;
  }
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> kept, kept_instance(path_));
  if (kept) {
    return *kept;
  }
  const std::string made = random_name(kInstanceDigits);
  TS_RETURN_IF_ERROR(write_text(instance_file(path_), made));
  return made;
}

Result<std::optional<std::string>> StateDirectory::kept_instance(const std::string& path) {
  const std::string file = instance_file(path);
  TS_ASSIGN_OR_RETURN(const bool is_there, has_file(path, file));
  if (!is_there) {
    return std::optional<std::string>();
  }
  TS_ASSIGN_OR_RETURN(std::string name, read_file(file));
  const bool is_empty = name.empty();
  if (!is_empty && name.back() == '\n') {
    name.pop_back();  // an editor or `echo` adds it
  }
  if (!settings::is_name(name)) {
    return error_of(
        error_codes::kStateMismatch,
        file + (is_empty ? " is empty" : " is damaged") +
            ": it must have the name of this instance and nothing else (letters, digits, `.`, `_`, `-`, at "
            "most 100; one line feed may follow). If you know the name, for example from the log or from "
            "`turnstream status`, write it there, or give it with --instance. Else delete the file: the next start "
            "makes a new name, and on Kafka it may have to wait until the broker has given up the old one.");
  }
  return std::optional(std::move(name));
}

}  // namespace turnstream::app
