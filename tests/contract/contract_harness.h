#pragma once
// ContractHarness: the properties of the log under test that the contract suite needs. Each implementation of the log
// port has a harness in its own test binary, which defines make_contract_harness(); the suite makes one harness for
// each test case. Time: when a case needs a time-out to expire it calls let_pass(), which moves a manual clock or
// waits.
// Threads: one.

#include <chrono>
#include <memory>
#include <string>

#include "pipeline/log/client.h"

namespace turnstream::contract {

using std::chrono::milliseconds;

class ContractHarness {
 public:
  virtual ~ContractHarness() = default;

  /// A new client. All clients of one harness use the same log. The caller destroys it before the harness.
  virtual std::unique_ptr<log::Client> make_client() = 0;
  /// A part of every name that the suite creates; unique among all runs on the same log.
  virtual std::string run_id() = 0;

  /// How long one poll may wait when the case polls in a loop. 0 if everything happens in this thread.
  virtual milliseconds poll_slice() const = 0;
  /// Called after a round of polls without an event. A log with a manual clock moves the clock a little here.
  virtual void idle() = 0;
  /// After so many rounds in a row without an event, no further event comes. Together they must be longer, in the
  /// log's time, than the session and transaction time-outs.
  virtual int idle_rounds_max() const = 0;
  /// How many rounds without an event prove that nothing happens, for a case that checks an absence.
  virtual int quiet_rounds() const = 0;
  /// The time-out given to every blocking call.
  virtual milliseconds call_timeout() const = 0;

  /// Returns after this much of the log's time has passed.
  virtual void let_pass(milliseconds time) = 0;
  virtual milliseconds transaction_timeout() const = 0;
  /// The longest time until an expelled member learns that its group has expelled it.
  virtual milliseconds expulsion_news() const = 0;

  /// Compacts the topic now. Returns false if a client of this log cannot start compaction; the case is then skipped.
  virtual bool compact(const std::string& topic) = 0;
};

/// Defined by each test binary.
std::unique_ptr<ContractHarness> make_contract_harness();

}  // namespace turnstream::contract
