#pragma once
// Member: one Consumer of the port, as a member of a group in a test case. It keeps the events and records that it
// gets. Unless the case switches that off, it starts each assigned partition at the position that the case has set, and
// releases revoked partitions. run_until() polls several members in turn until a condition is true.
// Threads: one.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/contract/contract_fixture.h"

namespace turnstream::contract {

class Member {
 public:
  /// Joins the group with a new client.
  Member(ContractFixture& fixture, const log::ConsumerConfig& config);

  /// Polls once and reacts to the event. Returns true if there was one.
  bool step();
  log::Consumer& consumer() { return *consumer_; }
  [[nodiscard]] bool owns(const std::string& topic, std::int32_t partition) const;
  [[nodiscard]] std::vector<std::string> values() const;
  /// Ends as a killed process does: without leaving the group.
  void crash();
  void close();

  std::vector<log::TopicPartition> assigned;
  int assignments = 0;
  int revocations = 0;
  bool revoked = false;  ///< got a revocation, and has not released the partitions
  bool lost = false;     ///< the last revocation said that the partitions are lost
  std::vector<Seen> seen;
  std::map<log::TopicPartition, std::int64_t> ends;  ///< the last end that each partition reported
  std::optional<Error> error;                        ///< the error of the last poll that failed

  bool start_on_assignment = true;  ///< start each partition at its offset in `positions`, or at 0
  bool release_on_revocation = true;
  std::map<log::TopicPartition, std::int64_t> positions;

 private:
  void take(std::vector<log::TopicPartition> partitions);

  ContractFixture& fixture_;
  std::unique_ptr<log::Client> client_;
  std::unique_ptr<log::Consumer> consumer_;
};

/// Polls all members in turn until `done` returns true. Returns false if no further event comes before that.
bool run_until(ContractFixture& fixture, const std::vector<Member*>& members, const std::function<bool()>& done);
/// Polls all members for quiet_rounds() rounds, so that a case can check that something does not happen.
void run_quietly(ContractFixture& fixture, const std::vector<Member*>& members);

}  // namespace turnstream::contract
