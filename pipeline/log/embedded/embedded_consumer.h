#pragma once
// EmbeddedConsumer and EmbeddedReader: the port's Consumer and Reader on a Cluster, which they borrow. Threads: as in
// pipeline/log/client.h.

#include <string>

#include "pipeline/log/embedded/broker.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/log/embedded/feed.h"

namespace turnstream::log::embedded {

class EmbeddedConsumer final : public Consumer {
 public:
  /// Joins the group.
  EmbeddedConsumer(Cluster& cluster, const ConsumerConfig& config);
  /// Without an earlier close(), the group keeps the member at most until its session ends.
  ~EmbeddedConsumer() override;

  Result<Event> poll(milliseconds timeout) override;
  Status start(std::span<const Position> positions) override;
  Status pause(const TopicPartition& where) override { return set_paused(where, true); }
  Status resume(const TopicPartition& where) override { return set_paused(where, false); }
  Status release() override;
  void close(milliseconds timeout) override;

  [[nodiscard]] const Cluster& cluster() const { return cluster_; }
  [[nodiscard]] const MemberPtr& member() const { return member_; }

 private:
  std::optional<Result<Event>> next(Broker& broker);
  Status check_topics(const Broker& broker);
  Status set_paused(const TopicPartition& where, bool paused);

  Cluster& cluster_;
  MemberPtr member_;
  Feed feed_{true};
  std::int64_t topics_version_ = -1;  ///< TopicCatalog::version() when the last check found all subscribed topics
  bool closed_ = false;
};

class EmbeddedReader final : public Reader {
 public:
  EmbeddedReader(Cluster& cluster, std::string client_id) : cluster_(cluster), client_id_(std::move(client_id)) {}

  Status assign(std::span<const Position> positions) override;
  Result<Event> poll(milliseconds timeout) override;

 private:
  Cluster& cluster_;
  std::string client_id_;
  Feed feed_{false};
};

}  // namespace turnstream::log::embedded
