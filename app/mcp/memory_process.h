#pragma once
// MemoryProcess: the `turnstream run` of a state directory, for a program that asks it over HTTP. If none runs, it starts one: a copy
// of this process that runs the pipeline, and that ends with this object. Threads: one; none may exist when call() is first
// used, because it forks. Lifetime: borrows the context.

#include <cstdint>
#include <string>
#include <sys/types.h>

#include "app/context.h"
#include "app/http/http_call.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

class MemoryProcess {
 public:
  MemoryProcess(Context& context, std::string directory) : context_(context), directory_(std::move(directory)) {}
  MemoryProcess(const MemoryProcess&) = delete;
  MemoryProcess& operator=(const MemoryProcess&) = delete;
  /// Stops the process that it started, and waits for it.
  ~MemoryProcess();

  /// The reply with any status. Waits for a process that is starting; may send a request twice if the process ends meanwhile.
  /// Errors: "no_answer", and why the process that it started has ended.
  Result<HttpReply> call(const HttpCall& call);

 private:
  Result<HttpReply> attempt(const HttpCall& call);
  Status start();
  /// An error if the process that it started has ended, unless another one may have taken the directory a moment before.
  Status look_after();

  Context& context_;
  const std::string directory_;
  const SystemClock clock_;
  pid_t child_ = 0;      ///< 0: none that runs
  bool is_met_ = false;  ///< the running process has replied
  int refusals_ = 0;     ///< how often the directory was refused since the last reply
  std::int64_t start_after_us_ = 0;
};

}  // namespace turnstream::app
