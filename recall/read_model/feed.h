#pragma once
// Feed: reads the log and the completions of all stages, pairs them by log offset and applies them to the read model, record
// by record. It has no group: the read positions are in the read model. It reads again from there after an error of the log
// that may pass. Threads: run() on one; all others any. Lifetime: borrows client and model.

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/task/gate.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

struct FeedConfig {
  std::string log_topic;
  std::vector<std::string> stages;             ///< in the order of their phases
  std::vector<std::string> completion_topics;  ///< by stage
  std::int32_t partitions = 1;
  std::size_t input_bytes_max = std::size_t{8} << 20;  ///< that wait in one input of one partition
};

/// Of the log `log_topic` and the completions in the namespace `names`. `stages`: in the order of their phases.
[[nodiscard]] FeedConfig feed_config(const model::TopicNames& names, const std::string& log_topic,
                                     std::vector<std::string> stages, std::int32_t partitions);

class Feed {
 public:
  Feed(log::Client& client, ReadModel& model, FeedConfig config)
      : client_(client), model_(model), config_(std::move(config)) {}

  /// Reads until a stop is requested. Errors: those of ReadModel::apply(), of Gate, and of the log with kStopProcess.
  Status run(const std::stop_token& stop);

  /// Waits until all records that the log has now are applied, for `time` at most. False if it ends before that, also because
  /// run() has returned or a stop is requested. Errors: of the log.
  Result<bool> follow(std::chrono::milliseconds time, const std::stop_token& stop);
  /// The error with which run() has returned; absent while it runs, and if it returned because of a stop.
  [[nodiscard]] std::optional<Error> failure() const;

 private:
  using Input = std::pair<std::string, Partition>;

  Status read_again(const std::stop_token& stop);
  /// Whether all records before these ends, by partition, are applied.
  [[nodiscard]] bool has_applied(const std::vector<NextOffset>& log_ends) const REQUIRES(mutex_);
  Status start();
  Status assign(log::Reader& reader);
  Status read_until_error(log::Reader& reader, const std::stop_token& stop);
  Status take(log::Record record, log::Reader& reader);
  Status apply_ready(runtime::Gate& gate, Partition partition);
  runtime::Gate& gate_of(Partition partition) { return *gates_[static_cast<std::size_t>(partition.value())]; }
  /// Notes how far the partition is applied.
  void note(Partition partition);

  log::Client& client_;
  ReadModel& model_;
  const FeedConfig config_;
  std::vector<std::unique_ptr<runtime::Gate>>
      gates_;                         ///< by partition; they hold records, so they go before the reader
  std::map<Input, NextOffset> next_;  ///< where to continue to read
  std::vector<std::vector<NextOffset>> answers_next_;  ///< by partition and stage: what the read model stores
  std::map<Partition, NextOffset> ends_;               ///< of the log, as the reader reported them last
  std::set<Input> paused_;
  mutable Mutex mutex_;
  ConditionVariable changed_;
  bool has_ended_ GUARDED_BY(mutex_) = false;  ///< run() has returned
  std::optional<Error> failure_ GUARDED_BY(mutex_);
  std::map<Partition, NextOffset> applied_ GUARDED_BY(mutex_);  ///< the ends of the log up to which all is applied
};

}  // namespace turnstream::recall
