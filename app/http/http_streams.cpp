#include "app/http/http_streams.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <microhttpd.h>
#include <poll.h>
#include <string>
#include <utility>

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kBetweenChecks{1'000};  ///< whether clients are gone or due a sign of life
constexpr std::chrono::milliseconds kBetweenWakes{10};      ///< while many records are applied
constexpr std::chrono::milliseconds kStopMax{500};
constexpr std::size_t kBlockBytes = 4'096;  ///< the library's own buffer of a stream, which it uses for HTTP/1.0

/// Whether the other side has closed its end.
bool is_gone(int socket) {
  pollfd one{socket, POLLRDHUP, 0};
  return ::poll(&one, 1, 0) > 0 && (one.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

}  // namespace

/// The members behind `unsent` are guarded by HttpStreams::mutex_, which an annotation here cannot name.
struct HttpStreams::Stream {
  HttpStreams& owner;
  MHD_Connection* const connection;
  const int socket;
  const std::shared_ptr<HttpStream> source;
  bool has_ended = false;  ///< all that is left is `unsent`
  std::string unsent = {};
  bool is_suspended = false;
  bool is_woken = false;  ///< since its source was last asked
  bool is_due = false;    ///< a sign of life
  bool is_gone = false;   ///< the client
  MonotonicTime sent_at = {};
};

struct HttpStreams::Callbacks {
  static ssize_t read(void* closure, std::uint64_t, char* buffer, std::size_t bytes_max) noexcept {
    auto& stream = *static_cast<Stream*>(closure);
    try {
      return stream.owner.read(stream, buffer, bytes_max);
    } catch (const std::exception&) {
      return MHD_CONTENT_READER_END_WITH_ERROR;
    }
  }
  static void close(void* closure) noexcept {
    auto* stream = static_cast<Stream*>(closure);
    stream->owner.close(stream);
  }
};

HttpStreams::HttpStreams(const Clock& clock, StreamBell* bell, std::chrono::milliseconds silence_max, Gauge* open)
    : clock_(clock), bell_(bell == nullptr ? &own_bell_ : bell), silence_max_(silence_max), open_(open) {}

HttpStreams::~HttpStreams() {
  stop();
}

MHD_Response* HttpStreams::open(MHD_Connection* connection, int socket, std::shared_ptr<HttpStream> source) {
  auto stream = std::unique_ptr<Stream>(new Stream{*this, connection, socket, std::move(source)});
  stream->sent_at = clock_.monotonic_now();
  {
    const MutexLock lock(mutex_);
    if (stopped_ || streams_.size() >= kStreamsMax) {
      return nullptr;
    }
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    streams_.insert(stream.get());
  }
  if (open_ != nullptr) {
    open_->Increment();
  }
  Stream* const opened = stream.release();
  MHD_Response* response =
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, kBlockBytes, &Callbacks::read, opened, &Callbacks::close);
  if (response == nullptr) {
    close(opened);
  }
  return response;
}

void HttpStreams::close(Stream* stream) {
  {
    const MutexLock lock(mutex_);
    streams_.erase(stream);
    changed_.notify_all();
  }
  delete stream;
  if (open_ != nullptr) {
    open_->Decrement();
  }
}

bool HttpStreams::fill(Stream& stream, std::size_t bytes_max, bool is_due) {
  if (!stream.has_ended) {
    stream.has_ended = !stream.source->read(stream.unsent, bytes_max);
  }
  if (stream.unsent.empty() && is_due && !stream.has_ended) {
    stream.source->append_sign_of_life(stream.unsent);
  }
  return !stream.unsent.empty() || !stream.has_ended;
}

std::ptrdiff_t HttpStreams::read(Stream& stream, char* buffer, std::size_t bytes_max) {
  while (true) {
    bool is_due = false;
    {
      const MutexLock lock(mutex_);
      if (stopped_ || stream.is_gone) {
        return stopped_ ? MHD_CONTENT_READER_END_OF_STREAM : MHD_CONTENT_READER_END_WITH_ERROR;
      }
      stream.is_woken = false;
      is_due = std::exchange(stream.is_due, false);
    }
    if (stream.unsent.empty() && !fill(stream, bytes_max, is_due)) {
      return MHD_CONTENT_READER_END_OF_STREAM;
    }
    const std::size_t size = std::min(stream.unsent.size(), bytes_max);
    std::memcpy(buffer, stream.unsent.data(), size);
    stream.unsent.erase(0, size);
    const MutexLock lock(mutex_);
    if (size > 0) {
      stream.sent_at = clock_.monotonic_now();
      return static_cast<std::ptrdiff_t>(size);
    }
    if (!stopped_ && !stream.is_woken) {
      stream.is_suspended = true;
      MHD_suspend_connection(stream.connection);
      return 0;
    }
  }
}

/// The mutex is held.
void HttpStreams::wake(Stream& stream) {
  stream.is_woken = true;
  if (std::exchange(stream.is_suspended, false)) {
    MHD_resume_connection(stream.connection);
  }
}

void HttpStreams::wake_all(bool has_rung) {
  const std::int64_t silent_since_us = clock_.monotonic_now().value() - std::chrono::microseconds(silence_max_).count();
  const MutexLock lock(mutex_);
  for (Stream* stream : streams_) {
    stream->is_due = stream->is_due || stream->sent_at.value() <= silent_since_us;
    // A socket is asked only while the library cannot close it.
    stream->is_gone = stream->is_gone || (stream->is_suspended && is_gone(stream->socket));
    if (has_rung || stream->is_due || stream->is_gone) {
      wake(*stream);
    }
  }
}

void HttpStreams::run(const std::stop_token& stop) noexcept {
  Mutex mutex;
  ConditionVariable never;
  while (!stop.stop_requested()) {
    wake_all(bell_->wait(stop, kBetweenChecks));
    const MutexLock lock(mutex);
    never.pause(mutex, stop, kBetweenWakes);
  }
}

void HttpStreams::stop() {
  std::jthread thread;
  {
    const MutexLock lock(mutex_);
    stopped_ = true;
    thread = std::move(thread_);
    for (Stream* stream : streams_) {
      wake(*stream);
    }
  }
  thread = {};  // joins it
  const MutexLock lock(mutex_);
  changed_.wait_for(mutex_, std::stop_token(), kStopMax, [this]() REQUIRES(mutex_) { return streams_.empty(); });
}

}  // namespace turnstream::app
