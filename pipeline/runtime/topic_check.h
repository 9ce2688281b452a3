#pragma once
// TopicCheck: whether a topic that the pipeline needs was deleted. A worker's error alone does not show that: clients
// report a deleted topic as many different errors, and a broker that restarts reports existing topics as unknown. A
// topic counts as deleted if it is missing from every list of topics that the log returns for about 10 s. Threads: any.
// Lifetime: borrows the admin.

#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

class TopicCheck {
 public:
  /// `topics`: those that must exist; empty: no check. `name_space` is for the advice in the error.
  TopicCheck(log::Admin& admin, std::vector<std::string> topics, std::string name_space,
             log::milliseconds between_looks = log::milliseconds{500});

  /// The error "topic_missing" if a topic was deleted. Returns at once if all exist, or if the log does not list its
  /// topics: then it is unknown whether one is missing.
  Status run(const std::stop_token& stop);

 private:
  [[nodiscard]] std::vector<std::string> missing_of(const std::vector<std::string>& names,
                                                    const std::vector<log::TopicInfo>& known) const;
  void report(const std::string& topic);

  log::Admin& admin_;
  const std::vector<std::string> topics_;
  const std::string name_space_;
  const log::milliseconds between_looks_;
  Mutex mutex_;
  ConditionVariable stopped_;
  std::string reported_ GUARDED_BY(mutex_);  ///< the topic named in the last log line
};

}  // namespace turnstream::runtime
