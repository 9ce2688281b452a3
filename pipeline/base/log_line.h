#pragma once
// LogLine: one event as one line of key=value pairs, in the order in which the caller adds them; values are quoted
// where needed. Event names are past tense ("transaction_committed"). Field order: event stage partition offset
// persona turn elapsed_ms code reaction, then fields particular to the event. Never log the text of a turn or a
// secret. The destructor passes the line to the process-wide sink, which app/ sets once (by default spdlog to
// stderr); without a sink the line is dropped. Threads: one thread uses a LogLine. Set the sink before other threads
// start; the sink itself must be thread-safe.

#include <cstdint>
#include <string>
#include <string_view>

namespace turnstream {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

using LogSink = void (*)(LogLevel level, std::string_view line);
void set_log_sink(LogSink sink);

class LogLine {
 public:
  LogLine(LogLevel level, std::string_view event);
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;
  /// Passes the line to the sink.
  ~LogLine();

  LogLine& with(std::string_view key, std::string_view value);
  LogLine& with(std::string_view key, std::int64_t value);
  LogLine& with(std::string_view key, int value) { return with(key, static_cast<std::int64_t>(value)); }

 private:
  LogLevel level_;
  std::string line_;
};

}  // namespace turnstream
