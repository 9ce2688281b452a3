#pragma once
// HttpStreams: the open streams of a server. The library reads a stream when the client's socket takes bytes; if the stream has none, the
// connection is suspended, and one thread for all streams resumes it when the bell rings, when the client is due a sign of life, or
// when it is gone. A client that takes no byte for HttpDeadlines::headers while some wait for it is closed by the library.
//
// No wake-up is lost: a connection is suspended only if there was no call since its stream was last asked, and it is resumed only
// while it is suspended, both under one mutex. A suspended connection is not closed by the library, so that its pointer stays valid.
//
// Threads: any. Lifetime: borrows bell, clock and gauge. stop() must be called before the library's threads are stopped.

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <thread>

#include "app/http/http_stream.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"

struct MHD_Connection;
struct MHD_Response;

namespace turnstream::app {

class HttpStreams {
 public:
  /// `bell`: null: only signs of life wake streams. `silence_max`: HttpConfig::stream_silence_max. `open` counts the streams; it may
  /// be null.
  HttpStreams(const Clock& clock, StreamBell* bell, std::chrono::milliseconds silence_max, Gauge* open);
  HttpStreams(const HttpStreams&) = delete;
  HttpStreams& operator=(const HttpStreams&) = delete;
  ~HttpStreams();

  /// The library's answer that reads the stream. Null if there are kStreamsMax, after stop(), and without memory.
  MHD_Response* open(MHD_Connection* connection, int socket, std::shared_ptr<HttpStream> stream);
  /// Ends all streams, and waits a moment until their clients have what they were given. No stream is suspended then or later.
  void stop();

 private:
  struct Stream;
  struct Callbacks;

  /// What the library's callback returns. May suspend the connection.
  std::ptrdiff_t read(Stream& stream, char* buffer, std::size_t bytes_max);
  /// Asks for more text. False: the stream is at its end.
  static bool fill(Stream& stream, std::size_t bytes_max, bool is_due);
  /// The library no longer uses the stream.
  void close(Stream* stream);
  void run(const std::stop_token& stop) noexcept;
  void wake_all(bool has_rung);
  static void wake(Stream& stream);

  const Clock& clock_;
  StreamBell* const bell_;
  const std::chrono::milliseconds silence_max_;
  StreamBell own_bell_;  ///< does not ring; for a server without one
  Gauge* const open_;
  Mutex mutex_;
  ConditionVariable changed_;
  bool stopped_ GUARDED_BY(mutex_) = false;
  std::set<Stream*> streams_ GUARDED_BY(mutex_);
  std::jthread thread_ GUARDED_BY(mutex_);  ///< started with the first stream
};

}  // namespace turnstream::app
