#pragma once
// LogLine: one event as fields in the order given; the first is `event`, in the past tense ("transaction_committed").
// No field contains the text of a turn or a secret. The fields go to the process-wide sink, which app/ sets; with no
// sink nothing is written. Fixed field order: event stage partition offset persona turn elapsed_ms code reaction, then
// the fields of that one event.
// Threads: one thread uses a LogLine; the sink must be thread-safe and is set once, before threads start.

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

/// The fields as `event=x code="two words"`: values are quoted where needed.
std::string log_text(const LogFields& fields);

class LogLine {
 public:
  LogLine(LogLevel level, std::string_view event) : level_(level) { with("event", event); }
  LogLine(const LogLine&) = delete;
  LogLine& operator=(const LogLine&) = delete;
  /// Writes the fields to the sink.
  ~LogLine();

  LogLine& with(std::string_view key, std::string_view value);
  LogLine& with(std::string_view key, std::int64_t value);
  LogLine& with(std::string_view key, int value) { return with(key, static_cast<std::int64_t>(value)); }

 private:
  LogLevel level_;
  LogFields fields_;
};

}  // namespace turnstream
