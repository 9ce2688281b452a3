#pragma once
// Where log lines go: stderr, as `time level event=…` or as one JSON object a line. The only file with spdlog is
// log_sink.cpp. Threads: install once, before threads start; the sink itself any.

#include <string>

namespace turnstream::app {

struct LogStyle {
  std::string level = "info";  ///< debug, info, warning, error
  bool json = false;
};

void install_log_sink(const LogStyle& style);

}  // namespace turnstream::app
