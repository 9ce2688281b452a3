#include "app/log_sink.h"

#include <memory>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include "pipeline/base/shown_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/writer.h"

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

template <std::string (*Format)(const LogFields&)>
void write(LogLevel level, const LogFields& fields) {
  if (logger()->should_log(level_of(level))) {
    logger()->log(level_of(level), Format(fields));
  }
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
  logger()->set_level(style.level == "warning" ? spdlog::level::warn
                      : style.level == "error" ? spdlog::level::err
                                               : spdlog::level::from_str(style.level));
  const char* pattern =
      style.json ? R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})" : "%Y-%m-%dT%H:%M:%S.%eZ %l %v";
  logger()->set_pattern(pattern, spdlog::pattern_time_type::utc);
  logger()->flush_on(spdlog::level::warn);
  set_log_sink(style.json ? write<json_fields> : write<log_text>);
}

}  // namespace turnstream::app
