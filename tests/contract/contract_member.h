#pragma once
// Member: drives one Consumer of the port as a test case wishes: records what it was given and told, starts what it is
// assigned at a position the case names, gives back what is revoked unless the case holds it. run_until() polls several
// members in turn until something is true.
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
  /// Joins the group with a client of its own.
  Member(ContractFixture& fixture, const log::ConsumerConfig& config);

  /// Polls once and does what the event asks. True when there was an event.
  bool step();
  log::Consumer& consumer() { return *consumer_; }
  [[nodiscard]] bool owns(const std::string& topic, std::int32_t partition) const;
  [[nodiscard]] std::vector<std::string> values() const;
  /// Dies as a killed process does: without leaving.
  void crash();
  void close();

  std::vector<log::TopicPartition> assigned;
  int assignments = 0;
  int revocations = 0;
  bool revoked = false;  ///< told, not given back
  bool lost = false;     ///< the last revocation said so
  std::vector<Seen> seen;
  std::map<log::TopicPartition, std::int64_t> ends;  ///< the last reported end
  std::optional<Error> error;                        ///< the last poll's

  bool start_on_assignment = true;  ///< from position 0, or `positions`
  bool release_on_revocation = true;
  std::map<log::TopicPartition, std::int64_t> positions;

 private:
  void take(std::vector<log::TopicPartition> partitions);

  ContractFixture& fixture_;
  std::unique_ptr<log::Client> client_;
  std::unique_ptr<log::Consumer> consumer_;
};

/// Polls all members in turn until `done`, or until nothing happens any more: false.
bool run_until(ContractFixture& fixture, const std::vector<Member*>& members, const std::function<bool()>& done);
/// Polls all members for a while, to prove that something does not happen.
void run_quietly(ContractFixture& fixture, const std::vector<Member*>& members);

}  // namespace turnstream::contract
