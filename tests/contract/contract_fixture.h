#pragma once
// ContractFixture: the verbs in which the contract's cases speak. It owns the harness of one case and the case's first
// client; what it hands out dies before it. Failures of the plumbing fail the case.
// Threads: one.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/contract/contract_harness.h"
#include "tests/contract/seen.h"

namespace turnstream::contract {

/// What reading one partition up to its end brought.
struct Read {
  std::vector<Seen> records;
  std::int64_t end = -1;

  [[nodiscard]] std::vector<std::string> values() const;
  [[nodiscard]] std::vector<std::int64_t> offsets() const;
};

class ContractFixture {
 public:
  ContractFixture();
  ~ContractFixture();

  ContractHarness& harness() { return *harness_; }
  log::Client& client() { return *client_; }
  log::Admin& admin() { return client_->admin(); }
  [[nodiscard]] milliseconds timeout() const { return harness_->call_timeout(); }

  /// A name nobody used before.
  std::string unique(const std::string& what);
  /// Creates a topic under a new name; the spec's own name is ignored.
  std::string make_topic(std::int32_t partitions = 1, log::TopicSpec spec = {});

  std::unique_ptr<log::Producer> producer();
  std::unique_ptr<log::Reader> reader(const std::vector<log::Position>& positions);
  /// Initialised.
  std::unique_ptr<log::TransactionalProducer> transactional(const std::string& transactional_id);

  /// Writes one record outside any transaction.
  void publish(const std::string& topic, std::int32_t partition, std::string_view key, std::string_view value);
  /// Begins, produces and commits; the receipt.
  log::Receipt commit(log::TransactionalProducer& producer, const log::TopicPartition& where,
                      const std::vector<std::string>& values);
  /// Reads a partition until its read-committed end.
  Read read(const std::string& topic, std::int32_t partition = 0, std::int64_t next = 0);
  /// Polls until something comes; monostate when nothing will.
  Result<log::Event> next_event(log::Reader& reader);
  /// True when nothing comes for a while.
  bool stays_quiet(log::Reader& reader);

 private:
  std::unique_ptr<ContractHarness> harness_;
  std::unique_ptr<log::Client> client_;
  int names_ = 0;
};

}  // namespace turnstream::contract
