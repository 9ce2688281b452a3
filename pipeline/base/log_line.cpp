#include "pipeline/base/log_line.h"

#include <atomic>

#include "pipeline/base/shown_text.h"

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
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  out.push_back('"');
}

}  // namespace

void set_log_sink(LogSink sink) {
  g_sink.store(sink);
}

std::string log_text(const LogFields& fields) {
  std::string line;
  for (const LogField& field : fields) {
    line.append(line.empty() ? "" : " ").append(field.key).append("=");
    if (is_plain(field.value)) {
      line.append(field.value);
    } else {
      append_quoted(line, field.value);
    }
  }
  return shown_text(line);
}

LogLine::~LogLine() {
  if (const LogSink sink = g_sink.load(); sink != nullptr) {
    sink(level_, fields_);
  }
}

LogLine& LogLine::with(std::string_view key, std::string_view value) {
  fields_.push_back({std::string(key), std::string(value), false});
  return *this;
}

LogLine& LogLine::with(std::string_view key, std::int64_t value) {
  fields_.push_back({std::string(key), std::to_string(value), true});
  return *this;
}

}  // namespace turnstream
