#include "pipeline/log/embedded/group_coordinator.h"

#include <algorithm>
#include <set>

#include "pipeline/base/log_line.h"
#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

MonotonicTime after(MonotonicTime time, std::chrono::milliseconds wait) {
  return MonotonicTime{time.value() + std::chrono::microseconds(wait).count()};
}

std::pair<bool, std::string> place_of(const Member& member) {
  const bool named = !member.config.instance.empty();
  return {named, named ? member.config.instance : member.id};
}

bool subscribes(const Member& member, const std::string& topic) {
  return std::find(member.config.topics.begin(), member.config.topics.end(), topic) != member.config.topics.end();
}

}  // namespace

GroupCoordinator::GroupCoordinator(const Clock& clock, const ClusterSettings& settings, const TopicCatalog& topics)
    : clock_(clock), settings_(settings), topics_(topics) {}

MemberPtr GroupCoordinator::join(const ConsumerConfig& config) {
  auto member = std::make_shared<Member>();
  std::string number = std::to_string(++members_made_);
  number.insert(0, number.size() < 10 ? 10 - number.size() : 0, '0');
  member->id = config.client_id + "-" + number;
  member->config = config;
  hear(member);
  Group& group = groups_[config.group];
  if (const auto place = group.members.find(place_of(*member)); place != group.members.end()) {
    take_over(group, place->second, member);
  } else {
    add(group, member);
  }
  return member;
}

void GroupCoordinator::add(Group& group, const MemberPtr& member) {
  member->in_group = true;
  member->waiting = true;
  group.members.emplace(place_of(*member), member);
  begin_rebalance(group);
}

void GroupCoordinator::take_over(Group& group, MemberPtr& place, const MemberPtr& member) {
  Member& older = *place;
  const bool same_topics = older.config.topics == member->config.topics;
  member->assignment = older.assignment;
  member->in_group = true;
  member->waiting = older.waiting || group.rebalance_until.has_value() || !same_topics;
  older.in_group = false;
  older.fenced = true;
  place = member;
  if (!same_topics) {
    begin_rebalance(group);
  }
  complete_if_ready(group);
}

void GroupCoordinator::remove(Group& group, const MemberPtr& member) {
  if (!member->in_group) {
    return;
  }
  group.members.erase(place_of(*member));
  member->in_group = false;
  member->waiting = false;
  member->lost = member->told;
  begin_rebalance(group);
}

void GroupCoordinator::begin_rebalance(Group& group) {
  if (!group.rebalance_until) {
    group.rebalance_until = after(clock_.monotonic_now(), settings_.rebalance_timeout);
  }
  for (const auto& [place, member] : group.members) {
    if (member->told) {
      member->revoking = true;
    } else if (member->connected) {
      member->waiting = true;  // it holds no assignment that it must release first
    }
  }
  complete_if_ready(group);
}

void GroupCoordinator::complete_if_ready(Group& group) {
  const bool ready =
      std::all_of(group.members.begin(), group.members.end(), [](const auto& entry) { return entry.second->waiting; });
  if (group.rebalance_until && ready) {
    complete(group);
  }
}

void GroupCoordinator::complete(Group& group) {
  group.rebalance_until.reset();
  for (const auto& [place, member] : group.members) {
    member->lost = member->told;
    member->waiting = false;
    member->revoking = false;
    member->assignment.clear();
  }
  deal(group);
}

void GroupCoordinator::deal(Group& group) const {
  std::set<std::string> topics;
  for (const auto& [place, member] : group.members) {
    topics.insert(member->config.topics.begin(), member->config.topics.end());
  }
  for (const std::string& name : topics) {
    const Topic* topic = topics_.find(name);
    if (topic == nullptr) {
      continue;
    }
    std::vector<Member*> subscribers;
    for (const auto& [place, member] : group.members) {
      if (subscribes(*member, name)) {
        subscribers.push_back(member.get());
      }
    }
    const auto count = static_cast<std::int32_t>(subscribers.size());
    std::int32_t next = 0;
    for (std::int32_t i = 0; i < count; ++i) {
      const std::int32_t share = topic->spec.partitions / count + (i < topic->spec.partitions % count ? 1 : 0);
      for (std::int32_t taken = 0; taken < share; ++taken) {
        subscribers[static_cast<std::size_t>(i)]->assignment.push_back(TopicPartition{name, Partition{next++}});
      }
    }
  }
}

Result<Event> GroupCoordinator::next_event(const MemberPtr& member) {
  hear(member);
  if (member->fenced) {
    return instance_fenced(member->config.group, member->config.instance);
  }
  if (member->lost || member->revoking) {
    if (member->revoke_told) {
      return Event{};
    }
    member->revoke_told = true;
    return Event{Revoked{member->told_assignment, member->lost}};
  }
  if (!member->in_group) {
    rejoin(member);
  }
  if (!member->waiting && !member->told) {
    member->told = true;
    member->told_assignment = member->assignment;
    return Event{Assigned{member->assignment}};
  }
  return Event{};
}

void GroupCoordinator::release(const MemberPtr& member) {
  hear(member);
  if (member->fenced || !member->revoke_told) {
    return;
  }
  const bool was_lost = member->lost;
  member->told = false;
  member->lost = false;
  member->revoking = false;
  member->revoke_told = false;
  member->told_assignment.clear();
  if (!member->in_group) {
    rejoin(member);
    return;
  }
  Group& group = groups_[member->config.group];
  // If the member's assignment was lost, it is a static member that released it too late. It already has a place in the
  // new generation, so it waits for a next one only if another rebalance has begun.
  member->waiting = !was_lost || group.rebalance_until.has_value();
  complete_if_ready(group);
}

void GroupCoordinator::rejoin(const MemberPtr& member) {
  Group& group = groups_[member->config.group];
  if (const auto place = group.members.find(place_of(*member)); place != group.members.end()) {
    take_over(group, place->second, member);
  } else {
    add(group, member);
  }
}

void GroupCoordinator::leave(const MemberPtr& member) {
  vanish(member);
  if (member->in_group && member->config.instance.empty()) {
    remove(groups_[member->config.group], member);
  }
}

void GroupCoordinator::vanish(const MemberPtr& member) {
  if (member->connected) {
    member->connected = false;
    hear(member);
  }
}

Status GroupCoordinator::check(const MemberPtr& member) const {
  if (member->fenced) {
    return instance_fenced(member->config.group, member->config.instance);
  }
  if (!member->in_group || !member->told || member->lost) {
    return generation_fenced(member->config.group);
  }
  return {};
}

void GroupCoordinator::topics_changed(std::span<const std::string> topics) {
  for (auto& [name, group] : groups_) {
    const bool affected = std::any_of(group.members.begin(), group.members.end(), [&](const auto& entry) {
      return std::any_of(topics.begin(), topics.end(),
                         [&](const std::string& topic) { return subscribes(*entry.second, topic); });
    });
    if (affected) {
      begin_rebalance(group);
    }
  }
}

void GroupCoordinator::force_rebalance(const std::string& group) {
  if (const auto found = groups_.find(group); found != groups_.end()) {
    begin_rebalance(found->second);
  }
}

void GroupCoordinator::expel(const std::string& group, const std::string& client_id) {
  const auto found = groups_.find(group);
  if (found == groups_.end()) {
    return;
  }
  const auto members = found->second.members;
  for (const auto& [place, member] : members) {
    if (client_id.empty() || member->config.client_id == client_id) {
      remove(found->second, member);
    }
  }
}

MonotonicTime GroupCoordinator::session_end(const Member& member) const {
  return after(member.heard, member.connected ? settings_.poll_interval_max : settings_.session_timeout);
}

bool GroupCoordinator::expire_members(Group& group, MonotonicTime now) {
  const bool rebalance_over = group.rebalance_until && *group.rebalance_until <= now;
  std::vector<MemberPtr> expelled;
  for (const auto& [place, member] : group.members) {
    const bool late = rebalance_over && !member->waiting && member->config.instance.empty();
    if (late || session_end(*member) <= now) {
      expelled.push_back(member);
    }
  }
  for (const MemberPtr& member : expelled) {
    LogLine(LogLevel::kWarning, "member_expelled").with("group", member->config.group).with("member", member->id);
    remove(group, member);
  }
  if (rebalance_over && group.rebalance_until && *group.rebalance_until <= now) {
    complete(group);
  }
  return rebalance_over || !expelled.empty();
}

bool GroupCoordinator::expire(MonotonicTime now) {
  bool any = false;
  for (auto& [name, group] : groups_) {
    any = expire_members(group, now) || any;
  }
  return any;
}

std::optional<MonotonicTime> GroupCoordinator::next_deadline() const {
  std::optional<MonotonicTime> next;
  const auto consider = [&next](MonotonicTime time) {
    if (!next || time < *next) {
      next = time;
    }
  };
  for (const auto& [name, group] : groups_) {
    for (const auto& [place, member] : group.members) {
      consider(session_end(*member));
    }
    if (group.rebalance_until) {
      consider(*group.rebalance_until);
    }
  }
  return next;
}

}  // namespace turnstream::log::embedded
