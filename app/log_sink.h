#pragma once
// The sink of log lines: stderr, as `time level event=…` or as one JSON object a line. Only log_sink.cpp includes
// spdlog. Threads: install before other threads write log lines; the sink itself any.

#include <string>

#include "pipeline/base/log_line.h"

namespace turnstream::app {

struct LogStyle {
  std::string level = "info";  ///< debug, info, warning, error
  bool json = false;
};

/// The fields as members of a JSON object, without its braces: numbers as numbers, the rest as strings.
/// Characters that could harm a terminal are escaped.
[[nodiscard]] std::string json_fields(const LogFields& fields);

void install_log_sink(const LogStyle& style);

}  // namespace turnstream::app
