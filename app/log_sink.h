#pragma once
// The sink of log lines: stderr, as `time level event=…` or as one JSON object a line, or a file. Only log_sink.cpp
// includes spdlog. Threads: install before other threads write log lines; the sink itself any.

#include <string>

#include "pipeline/base/log_line.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct LogStyle {
  std::string level = "info";  ///< debug, info, warning, error
  bool json = false;
};

/// The fields as members of a JSON object, without its braces: numbers as numbers, the rest as strings.
/// Characters that could harm a terminal are escaped.
[[nodiscard]] std::string json_fields(const LogFields& fields);

void install_log_sink(const LogStyle& style);

/// From now on the lines go to the file, as JSON, in the level of the style. At 64 MiB the file NAME.jsonl becomes
/// NAME.1.jsonl and so on; three such files are kept. Each line is in the file when the call that wrote it returns.
/// Errors: code "state_unusable".
Status log_to_file(const LogStyle& style, const std::string& path);

}  // namespace turnstream::app
