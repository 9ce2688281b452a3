#pragma once
// LogLine: one event, one line of key=value pairs in the order given, values quoted where needed. Events are past
// tense ("transaction_committed"). Never the text of a turn, never a secret. The line goes to the process-wide sink,
// which app/ sets (stderr through spdlog by default); with no sink nothing is written.
// Fixed field order: event stage partition offset persona turn elapsed_ms code reaction, then what is particular.
// Threads: a LogLine is one thread's; the sink must be thread-safe and is set once, before threads start.

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
  /// Writes the line.
  ~LogLine();

  LogLine& with(std::string_view key, std::string_view value);
  LogLine& with(std::string_view key, std::int64_t value);
  LogLine& with(std::string_view key, int value) { return with(key, static_cast<std::int64_t>(value)); }

 private:
  LogLevel level_;
  std::string line_;
};

}  // namespace turnstream
