#pragma once
// GroupCoordinator: consumer groups with eager rebalances, as in Kafka's classic protocol. A rebalance begins
// when a new member joins, one is expelled or (if dynamic) leaves, a subscribed topic is created, or a test forces it.
// Each member that received an assignment must give it back (release) before the next generation is made, at the latest
// at the rebalance time-out. Dynamic members that have not released by then are expelled; static ones keep their place
// but lose their assignment. A member that joins with an instance name that is in the group takes that member's place
// and fences it; if both have the same topics, without a rebalance. Threads: one at a time (the cluster's lock).

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/topic_catalog.h"

namespace turnstream::log::embedded {

/// The membership of one Consumer, shared by the Consumer and its group. Only the coordinator changes it.
struct Member {
  std::string id;  ///< unique among the members of all groups of this Cluster object
  ConsumerConfig config;
  MonotonicTime heard;    ///< the time from which poll_interval_max or session_timeout counts
  bool connected = true;  ///< the Consumer exists and is not closed
  bool in_group = false;
  bool fenced = false;    ///< another member with the same instance name took its place
  bool waiting = false;   ///< the member waits for the next generation
  bool told = false;      ///< the member received told_assignment and has not released it
  bool revoking = false;  ///< the member must give told_assignment back
  bool lost = false;      ///< told_assignment is of an older generation, or the member was expelled while it had it
  bool revoke_told = false;
  std::vector<TopicPartition> assignment;
  std::vector<TopicPartition> told_assignment;

  /// True if records of its partitions may be delivered.
  [[nodiscard]] bool may_fetch() const { return in_group && told && !revoking && !lost; }
};

using MemberPtr = std::shared_ptr<Member>;

class GroupCoordinator {
 public:
  /// All arguments must outlive the coordinator.
  GroupCoordinator(const Clock& clock, const ClusterSettings& settings, const TopicCatalog& topics);

  MemberPtr join(const ConsumerConfig& config);
  /// The member's next event: Assigned, Revoked or none. An expelled member joins again. Error "instance_fenced".
  Result<Event> next_event(const MemberPtr& member);
  /// The member gives the partitions of a reported Revoked back; without one it does nothing.
  void release(const MemberPtr& member);
  /// The Consumer was closed: a dynamic member leaves the group, a static one stays at most until its session ends.
  void leave(const MemberPtr& member);
  /// The Consumer was closed or destroyed: from now on session_timeout applies to a member that is still in the group.
  void vanish(const MemberPtr& member);
  /// Records that the Consumer was called.
  void hear(const MemberPtr& member) { member->heard = clock_.monotonic_now(); }
  /// Checks that the member may commit offsets. Errors "generation_fenced", "instance_fenced".
  [[nodiscard]] Status check(const MemberPtr& member) const;

  /// Starts a rebalance in each group of which a member subscribes to one of these topics.
  void topics_changed(std::span<const std::string> topics);
  void force_rebalance(const std::string& group);
  /// Expels the group's members with this client id; all members if `client_id` is empty.
  void expel(const std::string& group, const std::string& client_id);

  /// Ends the sessions and rebalances whose time-out has passed; true if there were any.
  bool expire(MonotonicTime now);
  [[nodiscard]] std::optional<MonotonicTime> next_deadline() const;

 private:
  struct Group {
    /// Dynamic members by id, then static ones by name; `range` assigns partitions in this order.
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
