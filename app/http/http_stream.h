#pragma once
// HttpStream: an answer without an end, which a handler gives in place of a body; and StreamBell, with which the program says that
// streams have something to send. The server asks a stream for more when the client has taken what there was, and else only after the
// bell: it holds no thread for it. Threads: a stream one at a time, of the server; a bell any. Lifetime: the server owns a stream
// until the client leaves, the stream ends, or the server stops.

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>

#include "pipeline/base/mutex.h"

namespace turnstream::app {

class HttpStream {
 public:
  virtual ~HttpStream() = default;
  /// Appends what comes next to `out`, about `bytes_max` bytes; nothing if there is nothing yet. False: the stream ends behind that. Must
  /// not wait.
  virtual bool read(std::string& out, std::size_t bytes_max) = 0;
  /// Appends what a client gets that got nothing for a while (HttpConfig::stream_silence_max).
  virtual void append_sign_of_life(std::string& out) = 0;
};

/// Of one server; another one is refused with 503 until one ends.
inline constexpr std::size_t kStreamsMax = 256;

class StreamBell {
 public:
  /// There may be something to send. Cheap; rings that follow each other closely count as one.
  void ring() {
    const MutexLock lock(mutex_);
    rung_ = true;
    changed_.notify_all();
  }
  /// Waits for the bell, `time` at most; whether it has rung since the last call. For one caller, the server.
  bool wait(const std::stop_token& stop, std::chrono::milliseconds time) {
    const MutexLock lock(mutex_);
    changed_.wait_for(mutex_, stop, time, [this]() REQUIRES(mutex_) { return rung_; });
    const bool has_rung = rung_;
    rung_ = false;
    return has_rung;
  }

 private:
  Mutex mutex_;
  ConditionVariable changed_;
  bool rung_ GUARDED_BY(mutex_) = false;
};

}  // namespace turnstream::app
