#pragma once
// ExitCode: the exit code with which a command ends; docs/operating.md lists them. Threads: pure functions.

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

/// Depends only on Error::code; kFailed for every code that has no other exit code.
ExitCode exit_code_of(const Error& error);

}  // namespace turnstream::app
