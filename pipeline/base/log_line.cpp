#include "pipeline/base/log_line.h"

#include <atomic>

#include "pipeline/base/utf8.h"

namespace turnstream {
namespace {

std::atomic<LogSink> g_sink{nullptr};

bool is_plain(std::string_view value) {
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte >= 0x7f || c == '"' || c == '=' || c == '\\') {
      return false;
    }
  }
  return !value.empty();
}

void append_quoted(std::string& out, std::string_view value) {
  out.push_back('"');
  for (const char c : shown_as_utf8(value)) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
      out.push_back(c);
    } else if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) {
      out.push_back(' ');
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

}  // namespace

void set_log_sink(LogSink sink) {
  g_sink.store(sink);
}

LogLine::LogLine(LogLevel level, std::string_view event) : level_(level) {
  line_.append("event=").append(event);
}

LogLine::~LogLine() {
  if (const LogSink sink = g_sink.load(); sink != nullptr) {
    sink(level_, line_);
  }
}

LogLine& LogLine::with(std::string_view key, std::string_view value) {
  line_.append(" ").append(key).append("=");
  if (is_plain(value)) {
    line_.append(value);
  } else {
    append_quoted(line_, value);
  }
  return *this;
}

LogLine& LogLine::with(std::string_view key, std::int64_t value) {
  line_.append(" ").append(key).append("=").append(std::to_string(value));
  return *this;
}

}  // namespace turnstream
