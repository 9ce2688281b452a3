#include "pipeline/log/embedded/embedded_consumer.h"

#include <algorithm>

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

bool is_nothing(const Result<Event>& event) {
  return event.ok() && std::holds_alternative<std::monostate>(event.value());
}

}  // namespace

EmbeddedConsumer::EmbeddedConsumer(Cluster& cluster, const ConsumerConfig& config) : cluster_(cluster) {
  Cluster::Access access(cluster_);
  member_ = access->groups.join(config);
  access.changed();
}

EmbeddedConsumer::~EmbeddedConsumer() {
  Cluster::Access access(cluster_);
  access->groups.vanish(member_);
}

Status EmbeddedConsumer::check_topics(const Broker& broker) {
  if (topics_version_ == broker.topics.version()) {
    return {};
  }
  for (const std::string& topic : member_->config.topics) {
    if (broker.topics.find(topic) == nullptr) {
      return unknown_topic(topic);
    }
  }
  topics_version_ = broker.topics.version();
  return {};
}

std::optional<Result<Event>> EmbeddedConsumer::next(Broker& broker) {
  auto news = broker.groups.next_event(member_);
  if (!is_nothing(news)) {
    if (news.ok() && std::holds_alternative<Assigned>(news.value())) {
      feed_.clear();
    }
    return news;
  }
  if (const Status known = check_topics(broker); !known.ok()) {
    return Result<Event>(known.error());
  }
  if (!member_->may_fetch()) {
    return std::nullopt;
  }
  auto event = feed_.next();
  return is_nothing(event) ? std::nullopt : std::optional<Result<Event>>(std::move(event));
}

Result<Event> EmbeddedConsumer::poll(milliseconds timeout) {
  if (closed_) {
    return invalid_state("A closed consumer was polled");
  }
  if (auto fault = cluster_.fault(Operation::kPoll, member_->config.client_id)) {
    return *std::move(fault);
  }
  auto event = cluster_.await(timeout, [this](Broker& broker) { return next(broker); });
  return event ? *std::move(event) : Result<Event>(Event{});
}

Status EmbeddedConsumer::start(std::span<const Position> positions) {
  Cluster::Access access(cluster_);
  access->groups.hear(member_);
  const auto named = [&](const TopicPartition& where) {
    return std::any_of(positions.begin(), positions.end(),
                       [&](const Position& position) { return position.where == where; });
  };
  const auto& assigned = member_->told_assignment;
  if (positions.size() != assigned.size() || !std::all_of(assigned.begin(), assigned.end(), named)) {
    return invalid_state("start was called with other partitions than the assigned ones");
  }
  return feed_.assign(positions, access->topics);
}

Status EmbeddedConsumer::set_paused(const TopicPartition& where, bool paused) {
  Cluster::Access access(cluster_);
  access->groups.hear(member_);
  return feed_.set_paused(where, paused);
}

Status EmbeddedConsumer::release() {
  Cluster::Access access(cluster_);
  access->groups.release(member_);
  if (!member_->told) {
    feed_.clear();
  }
  access.changed();
  return {};
}

void EmbeddedConsumer::close(milliseconds) {
  Cluster::Access access(cluster_);
  feed_.clear();
  closed_ = true;
  access->groups.leave(member_);
  access.changed();
}

Status EmbeddedReader::assign(std::span<const Position> positions) {
  return feed_.assign(positions, Cluster::Access(cluster_)->topics);
}

Result<Event> EmbeddedReader::poll(milliseconds timeout) {
  if (auto fault = cluster_.fault(Operation::kPoll, client_id_)) {
    return *std::move(fault);
  }
  auto event = cluster_.await(timeout, [this](Broker&) -> std::optional<Result<Event>> {
    auto next = feed_.next();
    return is_nothing(next) ? std::nullopt : std::optional<Result<Event>>(std::move(next));
  });
  return event ? *std::move(event) : Result<Event>(Event{});
}

}  // namespace turnstream::log::embedded
