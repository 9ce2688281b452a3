#pragma once
// Whole files of a size that people pass on a command line. Threads: any.

#include <string>

#include "pipeline/base/result.h"

namespace turnstream::app {

/// Errors: code "unreadable".
Result<std::string> read_file(const std::string& path);

}  // namespace turnstream::app
