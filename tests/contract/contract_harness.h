#pragma once
// ContractHarness: what the contract suite needs to know about the log under test. Each implementation of the log port
// has one, in its own test binary, which defines make_contract_harness(); the suite makes one for every test case.
// The suite assumes no manual clock: time-outs of the log are let pass, by moving a clock or by waiting.
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

  /// A new client of the log under test, which all clients of one harness share. Destroyed before the harness.
  virtual std::unique_ptr<log::Client> make_client() = 0;
  /// Part of every name the suite makes up: unique among all runs against the same log.
  virtual std::string run_id() = 0;

  /// How long one poll may wait when the case polls in a loop. 0 where all happens in this thread.
  virtual milliseconds poll_slice() const = 0;
  /// Called after a round of polls that brought nothing; a log with a manual clock moves it by a little here.
  virtual void idle() = 0;
  /// How many such rounds in a row mean that nothing will come any more (longer than a session or transaction
  /// time-out, in the log's time).
  virtual int idle_rounds_max() const = 0;
  /// How many such rounds make a case believe that nothing comes (a case that proves an absence).
  virtual int quiet_rounds() const = 0;
  /// The time-out given to every blocking call.
  virtual milliseconds call_timeout() const = 0;

  /// Lets this much of the log's time pass.
  virtual void let_pass(milliseconds time) = 0;
  virtual milliseconds transaction_timeout() const = 0;
  /// How long the news that the group has expelled a member may be on its way to that member.
  virtual milliseconds expulsion_news() const = 0;

  /// Compacts the topic now. False: this log cannot be told to; the case is left out.
  virtual bool compact(const std::string& topic) = 0;
};

/// Defined by each test binary.
std::unique_ptr<ContractHarness> make_contract_harness();

}  // namespace turnstream::contract
