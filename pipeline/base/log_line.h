#pragma once
// LogLine: one event as fields in the order given; the first is `event`, the event's name ("record_failed"). No field
// may contain the text of a turn or a secret. The destructor gives the fields to the process-wide sink, which app/ sets
// in the program; without a sink nothing is written. The usual order of fields is: stage partition offset persona turn
// elapsed_ms code reaction, then other fields.
// Threads: one thread uses a LogLine; several threads can call the sink at the same time.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream {

enum class LogLevel { kDebug, kInfo, kWarning, kError };

struct LogField {
  std::string key;
  std::string value;
  bool is_number = false;
};
using LogFields = std::vector<LogField>;

using LogSink = void (*)(LogLevel level, const LogFields& fields);
void set_log_sink(LogSink sink);

/// The fields as one text, such as `event=x code="two words"`. A value is in quotes if it is empty or contains a quote,
/// `=`, a backslash or anything but visible ASCII. Characters that could harm a terminal are escaped (shown_text.h).
std::string log_text(const LogFields& fields);

class LogLine {
 public:
  LogLine(LogLevel level, std::string_view event) : level_(level) { with("event", event); }
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;
  /// Gives the fields to the sink, if one is set.
  ~LogLine();

  LogLine& with(std::string_view key, std::string_view value);
  LogLine& with(std::string_view key, std::int64_t value);
  LogLine& with(std::string_view key, int value) { return with(key, static_cast<std::int64_t>(value)); }

 private:
  LogLevel level_;
  LogFields fields_;
};

}  // namespace turnstream
