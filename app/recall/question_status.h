#pragma once
// question_status: the HTTP status of an error about which the question is to blame. Threads: pure function.

#include <optional>

#include "pipeline/base/result.h"

namespace turnstream::app {

/// 400 for a wrong question, 404 for what memory does not have, 410 for a moment whose history was dropped; else absent.
[[nodiscard]] std::optional<int> question_status(const Error& error);

}  // namespace turnstream::app
