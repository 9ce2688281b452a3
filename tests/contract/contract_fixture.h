#pragma once
// ContractFixture: the functions from which the test cases of the contract are written. It owns the harness of one case
// and the first client. The readers and producers that it returns must be destroyed before it. If one of its calls to
// the log fails, the case fails.
// Threads: one.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/contract/contract_harness.h"
#include "tests/contract/seen.h"

namespace turnstream::contract {

/// What a reader got from one partition up to its end.
struct Read {
  std::vector<Seen> records;
  std::int64_t end = -1;  ///< the offset that EndOfPartition gave

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

  /// A new name for a topic, group or id: no other case and no earlier run has used it.
  std::string unique(const std::string& what);
  /// Creates a topic with a new name, which it returns; the name in `spec` is ignored.
  std::string make_topic(std::int32_t partitions = 1, log::TopicSpec spec = {});

  std::unique_ptr<log::Producer> producer();
  std::unique_ptr<log::Reader> reader(const std::vector<log::Position>& positions);
  /// A new transactional producer whose init() has succeeded.
  std::unique_ptr<log::TransactionalProducer> transactional(const std::string& transactional_id);

  /// Writes one record outside any transaction.
  void publish(const std::string& topic, std::int32_t partition, std::string_view key, std::string_view value);
  /// Writes the values in one transaction and returns its receipt.
  log::Receipt commit(log::TransactionalProducer& producer, const log::TopicPartition& where,
                      const std::vector<std::string>& values);
  /// Ends the open transaction without its records.
  void abort_transaction(log::TransactionalProducer& producer);
  /// Reads a partition from offset `next` up to its read-committed end, which is not before the end of what commit() wrote:
  /// Kafka answers a commit before its mark is in every partition.
  Read read(const std::string& topic, std::int32_t partition = 0, std::int64_t next = 0);
  /// Reads partition 0 up to its read-committed end as it is, which an open transaction holds back.
  Read read_visible(const std::string& topic);
  /// Polls until an event comes; monostate if none comes within idle_rounds_max() rounds.
  Result<log::Event> next_event(log::Reader& reader);
  /// True if no event comes within quiet_rounds() rounds.
  bool stays_quiet(log::Reader& reader);

 private:
  Read read_to(std::int64_t end_min, const std::string& topic, std::int32_t partition, std::int64_t next);

  std::unique_ptr<ContractHarness> harness_;
  std::unique_ptr<log::Client> client_;
  int names_ = 0;
  std::map<std::pair<std::string, std::int32_t>, std::int64_t> committed_;  ///< ends, by topic and partition
};

}  // namespace turnstream::contract
