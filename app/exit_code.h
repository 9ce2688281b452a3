#pragma once
// ExitCode: the exit codes of the program; docs/operating.md lists them. Threads: pure functions.

#include "pipeline/base/result.h"

namespace turnstream::app {

enum class ExitCode {
  kDone = 0,
  kFailed = 1,
  kWrongUsage = 2,
  kInputRefused = 3,
  kUnreachable = 4,
  kStateRefused = 5,
  kFenced = 6,
  kGaveUp = 7,
};

/// Depends only on Error::code; all layers pass that code on unchanged.
ExitCode exit_code_of(const Error& error);

}  // namespace turnstream::app
