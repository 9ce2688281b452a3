#pragma once
// Where log lines go: stderr, as `time level event=…` or as one JSON object a line. The only file with spdlog is
// log_sink.cpp. Threads: install once, before threads start; the sink itself any.

#include <string>
#include <string_view>

namespace turnstream::app {

struct LogStyle {
  std::string level = "info";  ///< debug, info, warning, error
  bool json = false;
};

void install_log_sink(const LogStyle& style);

/// `event=x partition=3` → `"event":"x","partition":3`. Numbers stay numbers but in fields that hold names.
std::string json_fields(std::string_view line);

}  // namespace turnstream::app
