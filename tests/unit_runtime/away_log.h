#pragma once
// AwayLog: an Admin whose log answers or not, and lists topics or not, as the test says. Each probe() that fails takes
// its whole time on the test's clock. Threads: any.

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

class AwayLog final : public log::Admin {
 public:
  using TopicList = std::function<Result<std::vector<log::TopicInfo>>()>;

  explicit AwayLog(ManualClock& clock, TopicList list = {}) : clock_(clock), list_(std::move(list)) {}

  std::atomic<bool> answers{true};

  static Error away() { return make_error("unreachable", Reaction::kRetry, "The broker b:1 does not answer."); }

  Status probe(log::milliseconds timeout) override {
    if (answers) {
      return {};
    }
    clock_.advance_ms(timeout.count());
    return away();
  }
  std::string description() override { return "the broker at b:1"; }
  Result<std::vector<log::TopicInfo>> topics(log::milliseconds) override { return list_(); }

  Result<std::string> cluster_id(log::milliseconds) override { return away(); }
  Status create_topics(std::span<const log::TopicSpec>, log::milliseconds) override { return away(); }
  Status delete_topics(std::span<const std::string>, log::milliseconds) override { return away(); }
  Result<std::string> topic_setting(const std::string&, const std::string&, log::milliseconds) override {
    return away();
  }
  Result<log::Watermarks> watermarks(const log::TopicPartition&, log::milliseconds) override { return away(); }
  Result<std::vector<log::Committed>> committed(const std::string&, std::span<const log::TopicPartition>,
                                                log::milliseconds) override {
    return away();
  }

 private:
  ManualClock& clock_;
  TopicList list_;
};

}  // namespace turnstream::runtime
