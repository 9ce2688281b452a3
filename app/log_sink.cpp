#include "app/log_sink.h"

#include <memory>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "app/errors.h"
#include "app/log_access/state_names.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kFileBytesMax = 64 * 1'024 * 1'024;
constexpr std::size_t kOlderFiles = state_names::kRunLogs.size() - 1;
constexpr const char* kJsonPattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";

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

spdlog::level::level_enum level_named(const std::string& name) {
  return name == "warning" ? spdlog::level::warn : name == "error" ? spdlog::level::err : spdlog::level::from_str(name);
}

template <std::string (*Format)(const LogFields&)>
void write(LogLevel level, const LogFields& fields) {
  if (logger()->should_log(level_of(level))) {
    logger()->log(level_of(level), Format(fields));
  }
}

/// Lines of the level `flush_on` and above are written at once.
void use_logger(const LogStyle& style, spdlog::level::level_enum flush_on) {
  logger()->set_level(level_named(style.level));
  logger()->set_pattern(style.json ? kJsonPattern : "%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
  logger()->flush_on(flush_on);
  set_log_sink(style.json ? write<json_fields> : write<log_text>);
}

}  // namespace

std::string json_fields(const LogFields& fields) {
  std::string out;
  for (const LogField& field : fields) {
    out += out.empty() ? "" : ",";
    json::append_string(out, field.key);
    out += ":";
    if (field.is_number) {
      out += field.value;
    } else {
      json::append_string(out, shown_as_utf8(field.value));
    }
  }
  return shown_text(out);
}

void install_log_sink(const LogStyle& style) {
  use_logger(style, spdlog::level::warn);
}

Status log_to_file(const LogStyle& style, const std::string& path) {
  try {
    auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(path, kFileBytesMax, kOlderFiles);
    logger() = std::make_shared<spdlog::logger>("turnstream", std::move(sink));
  } catch (const spdlog::spdlog_ex& failure) {
    return error_of(error_codes::kStateUnusable, path + " cannot be written: " + failure.what());
  }
  use_logger({.level = style.level, .json = true}, spdlog::level::trace);
  return {};
}

}  // namespace turnstream::app
