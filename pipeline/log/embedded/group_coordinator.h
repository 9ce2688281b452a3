#pragma once
// GroupCoordinator: consumer groups with eager rebalances, as Kafka's classic protocol has them. A rebalance begins
// when somebody joins, leaves, is expelled, or a subscribed topic comes; every member that was told an assignment must
// give it back (release) before the next generation is made, bounded by the rebalance time-out. At that bound dynamic
// members are expelled, named ones keep their place but must begin anew. A named member that joins again takes its
// place over without a rebalance and fences the older holder.
// Threads: one at a time (the cluster's lock).

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

/// One Consumer's membership, shared by the Consumer and its group. Only the coordinator changes it.
struct Member {
  std::string id;  ///< never used twice
  ConsumerConfig config;
  MonotonicTime heard;    ///< when its Consumer was last called, or vanished
  bool connected = true;  ///< its Consumer lives
  bool in_group = false;
  bool fenced = false;    ///< a newer holder of the name has its place
  bool waiting = false;   ///< for the next generation
  bool told = false;      ///< was told `assignment`
  bool revoking = false;  ///< is to give it back
  bool lost = false;      ///< its assignment belongs to an older generation
  bool revoke_told = false;
  std::vector<TopicPartition> assignment;
  std::vector<TopicPartition> told_assignment;

  /// Whether its partitions may deliver.
  [[nodiscard]] bool may_fetch() const { return in_group && told && !revoking && !lost; }
};

using MemberPtr = std::shared_ptr<Member>;

class GroupCoordinator {
 public:
  /// All outlive the coordinator.
  GroupCoordinator(const Clock& clock, const ClusterSettings& settings, const TopicCatalog& topics);

  MemberPtr join(const ConsumerConfig& config);
  /// What the member must be told next: Assigned, Revoked, or nothing. Error "instance_fenced".
  Result<Event> next_event(const MemberPtr& member);
  /// The member gave back what was revoked, and waits for the next generation.
  void release(const MemberPtr& member);
  /// A graceful end: a dynamic member leaves, a named one keeps its place until its session ends.
  void leave(const MemberPtr& member);
  /// The Consumer is gone; without leave() its session runs out.
  void vanish(const MemberPtr& member);
  /// The Consumer was called.
  void hear(const MemberPtr& member) { member->heard = clock_.monotonic_now(); }
  /// Whether the member may commit. Errors "generation_fenced", "instance_fenced".
  [[nodiscard]] Status check(const MemberPtr& member) const;

  /// Groups that subscribe to one of these rebalance.
  void topics_changed(std::span<const std::string> topics);
  void force_rebalance(const std::string& group);
  /// Ends the sessions of the group's members with this client id now; of all when it is empty.
  void expel(const std::string& group, const std::string& client_id);

  /// Ends sessions and rebalances that are over; whether there was any.
  bool expire(MonotonicTime now);
  [[nodiscard]] std::optional<MonotonicTime> next_deadline() const;

 private:
  struct Group {
    /// Dynamic members by id, named ones by their name: the order in which `range` deals.
    std::map<std::pair<bool, std::string>, MemberPtr> members;
    std::optional<MonotonicTime> rebalance_until;
  };

  void add(Group& group, const MemberPtr& member);
  void take_over(Group& group, MemberPtr& place, const MemberPtr& member);
  void remove(Group& group, const MemberPtr& member);
  void rejoin(const MemberPtr& member);
  void begin_rebalance(Group& group);
  void complete_if_ready(Group& group);
  void complete(Group& group);
  void deal(Group& group) const;
  [[nodiscard]] MonotonicTime session_end(const Member& member) const;
  bool expire_members(Group& group, MonotonicTime now);

  const Clock& clock_;
  const ClusterSettings& settings_;
  const TopicCatalog& topics_;
  std::map<std::string, Group> groups_;
  std::int64_t members_made_ = 0;
};

}  // namespace turnstream::log::embedded
