#pragma once
// Admin: the port's questions and orders about topics, offsets and groups, on librdkafka. It has one handle that sees
// partitions as a read-committed reader does, and makes a second one, read-uncommitted, when the end of a partition
// with open transactions is asked for: librdkafka answers that by the handle's isolation level. A group's offsets are
// asked for by a handle of that group, made for the question: the request of the admin protocol aborts the process in
// librdkafka 2.0.2 when a broker vanishes, and is never answered again after a broker's restart in 2.16.
// Threads: any; librdkafka's handles are thread-safe, and every request has its own reply queue.

#include <functional>
#include <mutex>

#include "pipeline/log/client.h"
#include "pipeline/log/kafka/deadline.h"
#include "pipeline/log/kafka/properties.h"

namespace turnstream::log::kafka {

class Admin final : public log::Admin {
 public:
  Admin(const Config& config, Handle handle) : config_(config), handle_(std::move(handle)) {}

  Result<std::string> cluster_id(milliseconds timeout) override;
  std::string description() override;
  Result<std::vector<TopicInfo>> topics(milliseconds timeout) override;
  Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) override;
  Status delete_topics(std::span<const std::string> names, milliseconds timeout) override;
  Result<std::string> topic_setting(const std::string& topic, const std::string& name, milliseconds timeout) override;
  Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) override;
  Result<std::vector<Watermarks>> watermarks_of(std::span<const TopicPartition> where, milliseconds timeout) override;
  Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                           milliseconds timeout) override;

 private:
  using Send = std::function<void(rd_kafka_AdminOptions_t* options, rd_kafka_queue_t* replies)>;
  using Condition = std::function<bool(const std::vector<TopicInfo>&)>;

  /// Sends one request and waits for its reply, which has no error of its own.
  Result<EventHandle> request(rd_kafka_admin_op_t operation, const Deadline& deadline, std::string_view doing,
                              const Send& send);
  /// Waits until the brokers' topics are as said: changes take a moment to reach them all.
  Status wait_for_topics(const Deadline& deadline, std::string_view doing, const Condition& as_wanted);
  /// Waits until each partition's leader answers.
  Status wait_for_leaders(std::span<const TopicSpec> specs, const Deadline& deadline);
  Result<rd_kafka_t*> uncommitted_handle();

  const Config config_;
  Handle handle_;
  std::mutex mutex_;
  Handle uncommitted_handle_;  ///< made once, guarded by mutex_
};

}  // namespace turnstream::log::kafka
