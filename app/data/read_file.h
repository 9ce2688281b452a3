#pragma once
// Reads whole files. Threads: any.

#include <string>

#include "pipeline/base/result.h"

namespace turnstream::app {

/// The content of the file. Errors: code "unreadable".
Result<std::string> read_file(const std::string& path);

}  // namespace turnstream::app
