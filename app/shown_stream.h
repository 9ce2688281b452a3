#pragma once
// ShownStream: an output stream that escapes what could harm a terminal (pipeline/base/shown_text.h) and writes the rest
// to another stream. A line feed is written as it is. run_program() gives every verb such streams, so no text of a record,
// a file or a peer reaches a terminal by another way. Threads: one at a time.

#include <ostream>
#include <streambuf>
#include <string>

namespace turnstream::app {

class ShownBuffer final : public std::streambuf {
 public:
  explicit ShownBuffer(std::ostream& target) : target_(target) {}
  ShownBuffer(const ShownBuffer&) = delete;
  ShownBuffer& operator=(const ShownBuffer&) = delete;
  /// Writes the bytes of an unfinished UTF-8 sequence as escapes.
  ~ShownBuffer() override;

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;

 private:
  std::ostream& target_;
  std::string unfinished_;  ///< the first bytes of a UTF-8 sequence whose other bytes were not yet written
};

class ShownStream final : public std::ostream {
 public:
  /// `target` must outlive the object.
  explicit ShownStream(std::ostream& target) : std::ostream(nullptr), buffer_(target) { rdbuf(&buffer_); }

 private:
  ShownBuffer buffer_;
};

}  // namespace turnstream::app
