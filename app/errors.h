#pragma once
// Makes errors with reaction kStopProcess: a code, which decides the exit code, and a sentence. Threads: any.

#include <string>
#include <string_view>
#include <utility>

#include "pipeline/base/result.h"

namespace turnstream::app {

inline Error error_of(std::string_view code, std::string message) {
  return make_error(code, Reaction::kStopProcess, std::move(message));
}

/// An error in what the user typed or set. If a command returns it, the exit code is 2.
inline Error usage_error(std::string message) {
  return error_of(error_codes::kUsage, std::move(message));
}

inline Error no_such_stage(const std::string& stage) {
  return usage_error("--stage " + stage + ": there is no such stage; `turnstream version` lists the stages");
}

}  // namespace turnstream::app
