#pragma once
// Error report: how the program prints an error that ends it. Threads: any.

#include <ostream>

#include "app/exit_code.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Prints each problem of the error as a line of its own; with `json`, all of them in one JSON object. A line feed in a
/// problem is a user's, so it is escaped. Returns the exit code.
int report(const Error& error, bool json, std::ostream& err);

}  // namespace turnstream::app
