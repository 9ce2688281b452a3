#pragma once
// ask_memory: one question of a verb about memory: to the process that has the state directory open, through its socket, or to
// the store there if none runs; then a line on stderr says how far memory is. Threads: one.

#include <functional>
#include <string>

#include "app/context.h"
#include "app/http/http_call.h"
#include "pipeline/base/result.h"
#include "recall/answers/recall.h"

namespace turnstream::app {

/// `call`: the request to a process; `own`: the same question to a Recall of this process. Returns the answer's JSON. Errors:
/// "usage" for a wrong request, else why there is no answer.
Result<std::string> ask_memory(const Context& context, HttpCall call,
                               const std::function<Result<std::string>(recall::Recall&)>& own);

}  // namespace turnstream::app
