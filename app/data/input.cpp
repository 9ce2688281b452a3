#include "app/data/input.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <iostream>
#include <poll.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr int kLookMs = 50;

}  // namespace

class CommandInput::Buffer final : public std::streambuf {
 public:
  Buffer(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned), bytes_(kBufferBytes) {}
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() override {
    if (owned_) {
      ::close(descriptor_);
    }
  }

  void stop_on(std::stop_token stop) { stop_ = std::move(stop); }
  /// The errno of the failed read; 0 if none failed.
  [[nodiscard]] int failure() const { return failure_; }

 protected:
  int_type underflow() override {
    const ssize_t count = read_some();
    if (count <= 0) {
      return traits_type::eof();
    }
    setg(bytes_.data(), bytes_.data(), bytes_.data() + count);
    return traits_type::to_int_type(*gptr());
  }

 private:
  /// The number of bytes read; 0 at the end of the input, after a stop or after a failure. A failed input is never read
  /// again, because bytes may be missing.
  ssize_t read_some() {
    while (failure_ == 0 && wait()) {
      const ssize_t count = ::read(descriptor_, bytes_.data(), bytes_.size());
      if (count >= 0) {
        return count;
      }
      // EAGAIN: another process may have made the shared stdin non-blocking, and may have read the data first.
      failure_ = errno == EINTR || errno == EAGAIN ? 0 : errno;
    }
    return 0;
  }

  /// Waits until read() would not block; false if a stop was requested.
  bool wait() {
    while (!stop_.stop_requested()) {
      pollfd look{descriptor_, POLLIN, 0};
      if (::poll(&look, 1, kLookMs) > 0) {
        return true;
      }
    }
    return false;
  }

  int descriptor_;
  bool owned_;
  int failure_ = 0;
  std::vector<char> bytes_;
  std::stop_token stop_;
};

CommandInput::CommandInput(std::string name, std::istream& standard, std::shared_ptr<Buffer> buffer)
    : name_(std::move(name)), standard_(standard), buffer_(std::move(buffer)) {
  if (buffer_) {
    stream_ = std::make_unique<std::istream>(buffer_.get());
  }
}

Result<std::unique_ptr<CommandInput>> CommandInput::open(const std::string& file, std::istream& standard) {
  if (file == "-") {
    return std::unique_ptr<CommandInput>(new CommandInput(
        "stdin", standard, &standard == &std::cin ? std::make_shared<Buffer>(STDIN_FILENO, false) : nullptr));
  }
  std::error_code unknown;
  const int descriptor =
      std::filesystem::is_directory(file, unknown) ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);  // NOLINT
  if (descriptor < 0) {
    const char* const why = std::filesystem::is_directory(file, unknown) ? "it is a folder" : std::strerror(errno);
    return error_of(error_codes::kUnreadable, file + " cannot be read: " + why);
  }
  return std::unique_ptr<CommandInput>(new CommandInput(file, standard, std::make_shared<Buffer>(descriptor, true)));
}

void CommandInput::stop_on(std::stop_token stop) {
  if (buffer_) {
    buffer_->stop_on(std::move(stop));
  }
}

Status CommandInput::failure() const {
  const int failure = buffer_ ? buffer_->failure() : 0;
  if (failure == 0) {
    return {};
  }
  return error_of(error_codes::kUnreadable, "cannot read " + name_ + ": " + std::generic_category().message(failure));
}

}  // namespace turnstream::app
