#pragma once
// CommandInput: the input of a command, a file or the standard input. It can be stopped: a read from a terminal or pipe
// would otherwise block until data arrives. Threads: one. Lifetime: borrows the standard stream.

#include <istream>
#include <memory>
#include <stop_token>
#include <streambuf>
#include <string>

#include "pipeline/base/result.h"

namespace turnstream::app {

class CommandInput {
 public:
  /// `-` means `standard`. A stop works for files and for the standard input of the process, not for other streams.
  /// Errors: code "unreadable".
  static Result<std::unique_ptr<CommandInput>> open(const std::string& file, std::istream& standard);

  /// After a stop is requested, the stream ends after the bytes already read, perhaps in the middle of a line.
  void stop_on(std::stop_token stop);
  std::istream& stream() { return stream_ ? *stream_ : standard_; }
  /// An error if the stream ended because a read failed, perhaps in the middle of a line. Errors: code "unreadable".
  [[nodiscard]] Status failure() const;

 private:
  class Buffer;

  CommandInput(std::string name, std::istream& standard, std::shared_ptr<Buffer> buffer);

  std::string name_;  ///< the input's name in messages
  std::istream& standard_;
  std::shared_ptr<Buffer> buffer_;  ///< shared_ptr because Buffer is incomplete here
  std::unique_ptr<std::istream> stream_;
};

}  // namespace turnstream::app
