#pragma once
// StoppedPipeline: makes sure that no process of a namespace runs, on any machine: it joins each consumer group of the
// namespace and waits until it is the only member. While it holds the groups, a process that starts gets partitions
// away from it, which changes the group's generation: a transaction with fence() then fails. Threads: one. Lifetime:
// borrows the client.

#include <memory>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::app {

/// A consumer group, the topics that its members read, and the number of partitions of all these topics together.
struct GroupToHold {
  std::string group;
  std::vector<std::string> topics;
  std::size_t partitions = 0;
};

class StoppedPipeline {
 public:
  /// Waits at most `limit`: a static member that ended keeps its place until its session times out. Error "state_in_use"
  /// names the group that still has another member.
  static Result<std::unique_ptr<StoppedPipeline>> hold(log::Client& client, const std::vector<GroupToHold>& groups,
                                                       log::milliseconds limit);
  ~StoppedPipeline();
  StoppedPipeline(const StoppedPipeline&) = delete;
  StoppedPipeline& operator=(const StoppedPipeline&) = delete;

  /// Adds the group's progress to the producer's open transaction, so that it can commit only while the group is held.
  Status fence(log::TransactionalProducer& producer, const std::string& group,
               const std::vector<log::OffsetCommit>& progress, log::milliseconds timeout);

 private:
  struct Member {
    GroupToHold group;
    std::unique_ptr<log::Consumer> consumer;
    std::size_t assigned = 0;
  };
  StoppedPipeline() = default;
  static Status poll(Member& member, log::milliseconds wait);

  std::vector<Member> members_;
};

}  // namespace turnstream::app
