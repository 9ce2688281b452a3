#include "pipeline/runtime/topic_check.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kTopicsTimeout{2'000};
constexpr int kLooks = 20;

}  // namespace

TopicCheck::TopicCheck(log::Admin& admin, std::vector<std::string> topics, std::string name_space,
                       log::milliseconds between_looks)
    : admin_(admin), topics_(std::move(topics)), name_space_(std::move(name_space)), between_looks_(between_looks) {}

std::vector<std::string> TopicCheck::missing_of(const std::vector<std::string>& names,
                                                const std::vector<log::TopicInfo>& known) const {
  std::vector<std::string> missing;
  for (const std::string& name : names) {
    const auto same = [&](const log::TopicInfo& info) { return info.name == name; };
    if (std::none_of(known.begin(), known.end(), same)) {
      missing.push_back(name);
    }
  }
  return missing;
}

Status TopicCheck::run(const std::stop_token& stop) {
  std::vector<std::string> missing = topics_;
  for (int look = 0; look < kLooks && !missing.empty(); ++look) {
    if (look > 0) {
      const MutexLock lock(mutex_);
      stopped_.pause(mutex_, stop, between_looks_);
    }
    if (stop.stop_requested()) {
      return {};
    }
    const auto known = admin_.topics(kTopicsTimeout);
    if (!known.ok()) {
      return {};
    }
    missing = missing_of(missing, *known);
    if (look == 0 && !missing.empty()) {
      report(missing.front());
    }
  }
  if (missing.empty()) {
    return {};
  }
  return make_error(error_codes::kTopicMissing, Reaction::kStopProcess,
                    "The topic " + missing.front() +
                        " was deleted while the pipeline ran. Restore it from a copy, or continue in another "
                        "--namespace (with --log-of " +
                        name_space_ + " if the log still exists). If the topic was empty, start again.");
}

/// One line for a topic, though several workers find it missing.
void TopicCheck::report(const std::string& topic) {
  const MutexLock lock(mutex_);
  if (std::exchange(reported_, topic) != topic) {
    LogLine(LogLevel::kWarning, "topic_not_listed").with("topic", topic);
  }
}

}  // namespace turnstream::runtime
