#include "app/log_sink.h"

#include <algorithm>
#include <memory>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

std::shared_ptr<spdlog::logger>& logger() {
  static auto instance = spdlog::stderr_logger_mt("turnstream");
  return instance;
}

spdlog::level::level_enum level_of(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

void write_text(LogLevel level, std::string_view line) {
  logger()->log(level_of(level), line);
}

void write_json(LogLevel level, std::string_view line) {
  if (logger()->should_log(level_of(level))) {
    logger()->log(level_of(level), json_fields(line));
  }
}

bool holds_a_name(std::string_view key) {
  constexpr std::string_view kNames[] = {"event", "stage", "persona", "turn", "code", "reaction", "message"};
  return std::find(std::begin(kNames), std::end(kNames), key) != std::end(kNames);
}

bool is_number(std::string_view value) {
  const std::string_view digits = value.substr(!value.empty() && value.front() == '-' ? 1 : 0);
  return !digits.empty() && digits.size() < 19 && (digits.size() == 1 || digits.front() != '0') &&
         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The end of a value that starts at `begin`: LogLine quotes what has blanks, and escapes `"` and `\` within.
std::size_t value_end(std::string_view line, std::size_t begin) {
  if (begin >= line.size() || line[begin] != '"') {
    return std::min(line.find(' ', begin), line.size());
  }
  std::size_t end = begin + 1;
  while (end < line.size() && line[end] != '"') {
    end += line[end] == '\\' ? 2 : 1;
  }
  return std::min(end + 1, line.size());
}

}  // namespace

std::string json_fields(std::string_view line) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t equals = line.find('=', at);
    if (equals == std::string_view::npos) {
      break;
    }
    const std::string_view key = line.substr(at, equals - at);
    const std::size_t end = value_end(line, equals + 1);
    const std::string_view value = line.substr(equals + 1, end - equals - 1);
    out.append(out.empty() ? "\"" : ",\"").append(key).append("\":");
    if (!value.empty() && (value.front() == '"' || (is_number(value) && !holds_a_name(key)))) {
      out.append(value);
    } else {
      out.append("\"").append(value).append("\"");
    }
    at = std::min(end + 1, line.size());
  }
  return out;
}

void install_log_sink(const LogStyle& style) {
  logger()->set_level(style.level == "warning" ? spdlog::level::warn
                      : style.level == "error" ? spdlog::level::err
                                               : spdlog::level::from_str(style.level));
  const char* pattern =
      style.json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %l %v";
  logger()->set_pattern(pattern, spdlog::pattern_time_type::utc);
  logger()->flush_on(spdlog::level::warn);
  set_log_sink(style.json ? write_json : write_text);
}

}  // namespace turnstream::app
