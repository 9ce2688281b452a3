#include "app/http/access/token_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/errors.h"
#include "pipeline/base/log_line.h"
#include "pipeline/base/unix_socket.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kBetweenLooksUs = 1'000'000;
constexpr std::size_t kFileBytesMax = std::size_t{1} << 20U;

std::int64_t ns_of(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

FileStamp stamp_of(const struct stat& file) {
  return {file.st_dev, file.st_ino, file.st_size, ns_of(file.st_mtim), ns_of(file.st_ctim)};
}

/// Absent if there is no such file.
std::optional<FileStamp> stamp_at(const std::string& path) {
  struct stat file {};
  return ::stat(path.c_str(), &file) == 0 ? std::optional(stamp_of(file)) : std::nullopt;
}

Error refused(const std::string& path, const std::string& why) {
  return error_of(error_codes::kSettings, "the tokens file " + path + " (http.tokens_file) " + why);
}

struct Content {
  FileStamp stamp;
  std::string text;
};

/// The stamp is that of the file before it is read: if it changes meanwhile, the next look finds another one.
Result<Content> read_content(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat state {};
  if (!file || ::fstat(file.get(), &state) != 0) {
    return refused(path, std::string("cannot be read: ") + std::strerror(errno));
  }
  if (!S_ISREG(state.st_mode)) {
    return refused(path, "is not a regular file");
  }
  Content content{stamp_of(state), std::string(kFileBytesMax + 1, '\0')};
  std::size_t size = 0;
  while (size < content.text.size()) {
    const ssize_t part = ::read(file.get(), content.text.data() + size, content.text.size() - size);
    if (part < 0 && errno != EINTR) {
      return refused(path, std::string("cannot be read: ") + std::strerror(errno));
    }
    if (part == 0) {
      break;
    }
    size += part < 0 ? 0 : static_cast<std::size_t>(part);
  }
  if (size > kFileBytesMax) {
    return refused(path, "has more than " + std::to_string(kFileBytesMax) + " bytes");
  }
  content.text.resize(size);
  return content;
}

}  // namespace

Result<TokenFile> TokenFile::open(const std::string& path, MonotonicTime now) {
  TokenFile file(path, now);
  TS_RETURN_IF_ERROR(file.read());
  return file;
}

Status TokenFile::read() {
  TS_ASSIGN_OR_RETURN(const Content content, read_content(path_));
  Result<TokenSet> tokens = TokenSet::parse(content.text);
  if (!tokens.ok()) {
    return refused(path_, "is wrong, " + tokens.error().message);
  }
  tokens_ = std::make_shared<const TokenSet>(std::move(tokens).value());
  stamp_ = content.stamp;
  LogLine(LogLevel::kInfo, "tokens_read")
      .with("file", path_)
      .with("tokens", static_cast<std::int64_t>(tokens_->entries().size()));
  return {};
}

bool TokenFile::refresh(MonotonicTime now) {
  if (now.value() - looked_.value() < kBetweenLooksUs) {
    return false;
  }
  looked_ = now;
  const std::optional<FileStamp> stamp = stamp_at(path_);
  if (stamp == stamp_) {
    warned_.reset();
    return false;
  }
  const Status status = read();
  if (!status.ok()) {
    warn(stamp, status.error());
    return false;
  }
  warned_.reset();
  return true;
}

void TokenFile::warn(const std::optional<FileStamp>& stamp, const Error& error) {
  std::pair<std::optional<FileStamp>, std::string> failure(stamp, error.message);
  if (warned_ == failure) {
    return;
  }
  warned_ = std::move(failure);
  LogLine(LogLevel::kWarning, "tokens_not_read")
      .with("message", error.message + "; the tokens that were read before stay in force");
}

}  // namespace turnstream::app
