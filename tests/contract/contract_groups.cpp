// The contract of Consumer as a member of a group: assignment, revocation, static membership, fencing.
#include <doctest/doctest.h>
#include <set>
#include <string>

#include "tests/contract/contract_member.h"

namespace turnstream::contract {
namespace {

using Values = std::vector<std::string>;

log::ConsumerConfig member_of(const std::string& group, std::vector<std::string> topics, std::string instance = "") {
  log::ConsumerConfig config;
  config.group = group;
  config.instance = std::move(instance);
  config.client_id = "member";
  config.topics = std::move(topics);
  return config;
}

/// Whether every partition of the topics belongs to exactly one of the members.
bool shared_out(const std::vector<Member*>& members, std::size_t partitions) {
  std::set<std::pair<std::string, std::int32_t>> owned;
  std::size_t total = 0;
  for (const Member* member : members) {
    total += member->assigned.size();
    for (const auto& where : member->assigned) {
      owned.emplace(where.topic, where.partition.value());
    }
  }
  return total == partitions && owned.size() == partitions;
}

/// Two members of a new group that have one partition each of a topic with two.
struct TwoMembers {
  TwoMembers(ContractFixture& fixture, const std::string& first_instance, const std::string& second_instance)
      : topic(fixture.make_topic(2)),
        group(fixture.unique("group")),
        first(fixture, member_of(group, {topic}, first_instance)),
        second(fixture, member_of(group, {topic}, second_instance)) {
    REQUIRE(run_until(fixture, {&first, &second},
                      [&] { return first.assigned.size() == 1 && second.assigned.size() == 1; }));
  }

  std::string topic;
  std::string group;
  Member first;
  Member second;
};

TEST_SUITE_BEGIN("groups");

TEST_CASE_FIXTURE(ContractFixture, "a single member gets every partition and no record before it starts") {
  const std::string topic = make_topic(2);
  publish(topic, 0, "k", "a");
  Member member(*this, member_of(unique("group"), {topic}));
  member.start_on_assignment = false;
  REQUIRE(run_until(*this, {&member}, [&] { return member.assignments == 1; }));
  CHECK(member.owns(topic, 0));
  CHECK(member.owns(topic, 1));
  run_quietly(*this, {&member});
  CHECK(member.seen.empty());

  const log::Position positions[] = {from(topic, 0, 0), from(topic, 1, 0)};
  REQUIRE(member.consumer().start(positions).ok());
  REQUIRE(run_until(*this, {&member}, [&] { return member.ends.size() == 2; }));
  CHECK(member.values() == Values{"a"});
  CHECK(member.ends[at(topic, 0)] == 1);
  CHECK(member.ends[at(topic, 1)] == 0);
}

TEST_CASE_FIXTURE(ContractFixture, "each partition is delivered from the position where the member starts it") {
  const std::string topic = make_topic(2);
  for (int i = 0; i < 6; ++i) {
    publish(topic, i % 2, "k", std::to_string(i));
  }
  Member member(*this, member_of(unique("group"), {topic}));
  member.positions[at(topic, 0)] = 2;
  member.positions[at(topic, 1)] = 3;
  REQUIRE(run_until(*this, {&member}, [&] { return member.ends.size() == 2; }));
  CHECK(member.values() == Values{"4"});
}

TEST_CASE_FIXTURE(ContractFixture, "a paused partition delivers nothing and resumes without loss or repetition") {
  const std::string topic = make_topic(2);
  for (int i = 0; i < 20; ++i) {
    publish(topic, i % 2, "k", std::to_string(i));
  }
  Member member(*this, member_of(unique("group"), {topic}));
  REQUIRE(run_until(*this, {&member}, [&] { return member.seen.size() == 3; }));
  REQUIRE(member.consumer().pause(at(topic, 0)).ok());
  REQUIRE(member.consumer().pause(at(topic, 0)).ok());
  const auto of_zero = [&] {
    Values values;
    for (const Seen& seen : member.seen) {
      if (seen.partition == 0) {
        values.push_back(*seen.value);
      }
    }
    return values;
  };
  const std::size_t before = of_zero().size();
  REQUIRE(run_until(*this, {&member}, [&] { return member.ends.count(at(topic, 1)) == 1; }));
  run_quietly(*this, {&member});
  CHECK(of_zero().size() == before);

  REQUIRE(member.consumer().resume(at(topic, 0)).ok());
  REQUIRE(member.consumer().resume(at(topic, 0)).ok());
  REQUIRE(run_until(*this, {&member}, [&] { return member.seen.size() == 20; }));
  run_quietly(*this, {&member});
  CHECK(of_zero() == Values{"0", "2", "4", "6", "8", "10", "12", "14", "16", "18"});
  CHECK(member.seen.size() == 20);
}

TEST_CASE_FIXTURE(ContractFixture, "two members share the partitions and co-partitioned topics stay together") {
  const std::string left = make_topic(3);
  const std::string right = make_topic(3);
  const std::string group = unique("group");
  Member first(*this, member_of(group, {left, right}, "a"));
  Member second(*this, member_of(group, {left, right}, "b"));
  REQUIRE(run_until(*this, {&first, &second}, [&] {
    return shared_out({&first, &second}, 6) && !first.assigned.empty() && !second.assigned.empty();
  }));
  for (std::int32_t partition = 0; partition < 3; ++partition) {
    CHECK(first.owns(left, partition) == first.owns(right, partition));
    CHECK(second.owns(left, partition) == second.owns(right, partition));
  }
}

TEST_CASE_FIXTURE(ContractFixture, "a rebalance waits until the older member releases its partitions") {
  const std::string topic = make_topic(2);
  const std::string group = unique("group");
  Member first(*this, member_of(group, {topic}));
  REQUIRE(run_until(*this, {&first}, [&] { return first.assigned.size() == 2; }));
  first.release_on_revocation = false;
  Member second(*this, member_of(group, {topic}));
  REQUIRE(run_until(*this, {&first, &second}, [&] { return first.revoked; }));
  CHECK_FALSE(first.lost);
  run_quietly(*this, {&first, &second});
  CHECK(second.assigned.empty());

  // Until it releases its partitions, the member can still commit offsets as a member of the group.
  const auto writer = transactional(unique("tx"));
  REQUIRE(writer->begin().ok());
  const log::OffsetCommit progress[] = {{at(topic, 0), NextOffset{0}, "m"}};
  CHECK(writer->send_offsets(progress, first.consumer(), timeout()).ok());
  CHECK(writer->commit(timeout()).ok());

  REQUIRE(first.consumer().release().ok());
  first.assigned.clear();
  first.revoked = false;
  first.release_on_revocation = true;
  REQUIRE(run_until(*this, {&first, &second}, [&] {
    return first.assigned.size() == 1 && second.assigned.size() == 1 && shared_out({&first, &second}, 2);
  }));
}

TEST_CASE_FIXTURE(ContractFixture, "the partitions of a member that leaves go to the other member") {
  TwoMembers members(*this, "", "");
  members.first.close();
  REQUIRE(run_until(*this, {&members.second}, [&] { return members.second.assigned.size() == 2; }));
}

TEST_CASE_FIXTURE(ContractFixture, "a named member that joins again gets its partitions and the others keep theirs") {
  TwoMembers members(*this, "a", "b");
  Member& second = members.second;
  const auto mine = members.first.assigned;
  const int assignments = second.assignments;
  const int revocations = second.revocations;
  members.first.crash();
  Member again(*this, member_of(members.group, {members.topic}, "a"));
  REQUIRE(run_until(*this, {&again, &second}, [&] { return again.assignments == 1; }));
  run_quietly(*this, {&again, &second});
  CHECK(again.assigned == mine);
  CHECK(second.assignments == assignments);
  CHECK(second.revocations == revocations);
}

TEST_CASE_FIXTURE(ContractFixture, "the older of two members with one name is fenced") {
  const std::string topic = make_topic(2);
  const std::string group = unique("group");
  Member older(*this, member_of(group, {topic}, "a"));
  REQUIRE(run_until(*this, {&older}, [&] { return older.assigned.size() == 2; }));
  Member newer(*this, member_of(group, {topic}, "a"));
  REQUIRE(run_until(*this, {&older, &newer}, [&] { return older.error.has_value() && newer.assigned.size() == 2; }));
  CHECK(older.error->code == "instance_fenced");
  CHECK(older.error->reaction == Reaction::kReleasePartition);

  const auto writer = transactional(unique("tx"));
  REQUIRE(writer->begin().ok());
  const log::OffsetCommit progress[] = {{at(topic, 0), NextOffset{0}, ""}};
  const Status fenced = writer->send_offsets(progress, older.consumer(), timeout());
  REQUIRE_FALSE(fenced.ok());
  CHECK(fenced.error().reaction == Reaction::kReleasePartition);
}

TEST_CASE_FIXTURE(ContractFixture, "a crashed member loses its partitions when its session ends") {
  TwoMembers members(*this, "", "");
  members.first.crash();
  REQUIRE(run_until(*this, {&members.second}, [&] { return members.second.assigned.size() == 2; }));
}

TEST_CASE_FIXTURE(
    ContractFixture,
    "a member that is expelled because it does not poll cannot commit and learns that its partitions are lost") {
  const std::string topic = make_topic(1);
  const std::string group = unique("group");
  Member silent(*this, member_of(group, {topic}));
  REQUIRE(run_until(*this, {&silent}, [&] { return silent.assigned.size() == 1; }));

  Member other(*this, member_of(group, {topic}));
  REQUIRE(run_until(*this, {&other}, [&] { return other.assigned.size() == 1; }));
  const auto writer = transactional(unique("tx"));
  REQUIRE(writer->begin().ok());
  const log::OffsetCommit progress[] = {{at(topic, 0), NextOffset{1}, ""}};
  const Status fenced = writer->send_offsets(progress, silent.consumer(), timeout());
  REQUIRE_FALSE(fenced.ok());
  CHECK(fenced.error().code == "generation_fenced");
  CHECK(fenced.error().reaction == Reaction::kReleasePartition);
  abort_transaction(*writer);
  silent.release_on_revocation = false;
  harness().let_pass(harness().expulsion_news());
  REQUIRE(run_until(*this, {&silent}, [&] { return silent.revoked; }));
  CHECK(silent.lost);
}

TEST_CASE_FIXTURE(ContractFixture, "a member that subscribes to a missing topic gets an error") {
  Member member(*this, member_of(unique("group"), {unique("missing")}));
  REQUIRE(run_until(*this, {&member}, [&] { return member.error.has_value(); }));
  CHECK(member.error->code == "unknown_topic");
}

TEST_SUITE_END();

}  // namespace
}  // namespace turnstream::contract
