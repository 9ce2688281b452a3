#pragma once
// TokenFile: the tokens of a file that may change while the process runs. A new state of the file that is wrong, and a
// file that vanished, leave the last good tokens in force, with a warning in the log. Threads: one at a time.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/http/access/token_set.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::app {

/// Differs between two states of a file, also if it was replaced by another one.
struct FileStamp {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;

  bool operator==(const FileStamp&) const = default;
};

class TokenFile {
 public:
  /// Reads the file. Errors: code "settings"; the message says which file and line, and why.
  static Result<TokenFile> open(const std::string& path, MonotonicTime now);

  /// Reads the file again if it has changed, but looks at most once a second. True if tokens() is another set.
  bool refresh(MonotonicTime now);
  [[nodiscard]] const std::shared_ptr<const TokenSet>& tokens() const { return tokens_; }

 private:
  TokenFile(std::string path, MonotonicTime now) : path_(std::move(path)), looked_(now) {}
  Status read();
  /// Logs each failure once, also if the file stays as it is.
  void warn(const std::optional<FileStamp>& stamp, const Error& error);

  std::string path_;
  MonotonicTime looked_;
  FileStamp stamp_;                         ///< of the file that tokens_ has
  std::shared_ptr<const TokenSet> tokens_;  ///< shared with the requests that are being answered
  std::optional<std::pair<std::optional<FileStamp>, std::string>> warned_;
};

}  // namespace turnstream::app
