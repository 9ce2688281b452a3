#pragma once
// Admin: requests about topics, offsets and groups, on librdkafka. It has one handle that is read-committed. For the
// high watermark it makes a second handle that is read-uncommitted, because librdkafka reads offsets by the handle's
// isolation level. For a group's offsets it makes a temporary handle of that group: librdkafka's admin request for
// them aborts the process in 2.0.2 when a broker disappears, and in 2.16 is never answered after a broker's restart.
// Threads: any; librdkafka's handles are thread-safe, and each request has its own reply queue.

#include <atomic>
#include <functional>

#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"
#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/properties.h"

namespace turnstream::log::kafka {

class Admin final : public log::Admin {
 public:
  Admin(const Config& config, Handle handle) : config_(config), handle_(std::move(handle)) {}

  Result<std::string> cluster_id(milliseconds timeout) override;
  Status probe(milliseconds timeout) override;
  /// True if the last probe() failed.
  [[nodiscard]] bool is_away() const { return is_away_; }
  std::string description() override;
  Result<std::vector<TopicInfo>> topics(milliseconds timeout) override;
  Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) override;
  Status delete_topics(std::span<const std::string> names, milliseconds timeout) override;
  Result<std::string> topic_setting(const std::string& topic, const std::string& name, milliseconds timeout) override;
  Status delete_records(std::span<const Position> before, milliseconds timeout) override;
  Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) override;
  Result<std::vector<Watermarks>> watermarks_of(std::span<const TopicPartition> where, milliseconds timeout) override;
  Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                           milliseconds timeout) override;

 private:
  using Send = std::function<void(rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies)>;
  using Condition = std::function<bool(const std::vector<TopicInfo>&)>;

  /// Sends one request and waits for its reply. Error if no reply arrives in time, or if the whole request failed.
  Result<EventHandle> request(rd_kafka_admin_op_t operation, const Deadline& deadline, std::string_view doing,
                              const Send& send);
  /// Waits until topics() fulfils the condition, at most until the deadline: a change takes time to reach all brokers.
  Status wait_for_topics(const Deadline& deadline, std::string_view doing, const Condition& as_wanted);
  /// Waits until the leader of each partition of the topics answers a request, at most until the deadline.
  Status wait_for_leaders(std::span<const TopicSpec> specs, const Deadline& deadline);
  Result<rd_kafka_t*> uncommitted_handle();

  const Config config_;
  Handle handle_;
  std::atomic<bool> is_away_{false};
  Mutex mutex_;
  Handle uncommitted_handle_ GUARDED_BY(mutex_);  ///< made at the first use
};

}  // namespace turnstream::log::kafka
