#pragma once
// The program's own errors: a code that decides the exit code, and a sentence. Threads: any.

#include <string>
#include <utility>

#include "pipeline/base/result.h"

namespace turnstream::app {

inline Error error_of(std::string code, std::string message) {
  Error error;
  error.code = std::move(code);
  error.message = std::move(message);
  return error;
}

/// Exit code 2.
inline Error usage_error(std::string message) {
  return error_of("usage", std::move(message));
}

}  // namespace turnstream::app
