#pragma once
// ExitCode: what the program's exit says to scripts and supervisors; the table is in docs. Threads: pure functions.

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

/// By Error::code, the one word that every layer keeps.
ExitCode exit_code_of(const Error& error);

}  // namespace turnstream::app
