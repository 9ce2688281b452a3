#pragma once
// AccessReporter: tells memory what recall showed. It collects the ids of a few seconds and sends them as `access` commands, so
// that what is used stays strong; an id counts once in each interval. If commands cannot be sent, the accesses are dropped and
// one line is logged: they are not worth a wait, and a stop does not wait for a log that does not answer. Threads: note() any; its own thread sends. Lifetime: borrows context and client.

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/commands.h"
#include "app/context.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class AccessReporter {
 public:
  AccessReporter(const Context& context, log::Client& client);
  AccessReporter(const AccessReporter&) = delete;
  AccessReporter& operator=(const AccessReporter&) = delete;
  ~AccessReporter() = default;

  /// Beyond a maximum number of ids that wait, further ones are dropped.
  void note(const std::string& persona, const std::vector<std::string>& ids);

 private:
  using Waiting = std::map<std::string, std::set<std::string>>;  ///< ids by persona

  void run(const std::stop_token& stop) noexcept;
  Status send(const Waiting& waiting, std::optional<CommandSender>& sender, const std::stop_token& stop);

  const Context& context_;
  log::Client& client_;
  Mutex mutex_;
  ConditionVariable never_;
  Waiting waiting_ GUARDED_BY(mutex_);
  std::size_t count_ GUARDED_BY(mutex_) = 0;
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::app
