#pragma once
// Input: what a command reads, a file or what it was given as stdin, and which ends where the command is told to stop:
// a read from a terminal or a pipe would otherwise last as long as nobody writes. Threads: one. Lifetime: borrows the
// standard stream.

#include <istream>
#include <memory>
#include <stop_token>
#include <streambuf>
#include <string>

#include "pipeline/base/result.h"

namespace turnstream::app {

class Input {
 public:
  /// `-` is `standard`; where that is the process's own stdin it can be stopped, any other stream cannot. Errors: code
  /// "unreadable".
  static Result<std::unique_ptr<Input>> open(const std::string& file, std::istream& standard);

  /// From now on the stream ends, perhaps within a line, once a stop is requested.
  void stop_on(std::stop_token stop);
  std::istream& stream() { return stream_ ? *stream_ : standard_; }
  /// Why the stream ended, perhaps within a line, where that was no end of the input: a read failed. Errors: code
  /// "unreadable".
  [[nodiscard]] Status failure() const;

 private:
  class Buffer;

  Input(std::string name, std::istream& standard, std::shared_ptr<Buffer> buffer);

  std::string name_;  ///< for people
  std::istream& standard_;
  std::shared_ptr<Buffer> buffer_;  ///< shared only because Buffer is known to the other file alone
  std::unique_ptr<std::istream> stream_;
};

}  // namespace turnstream::app
