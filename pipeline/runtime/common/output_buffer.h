#pragma once
// OutputBuffer: copies of the records that a transaction has not given to its producer yet, in their order. Kafka's client
// sends a request for each partition that has records to send, and a broker answers the requests of a connection one after
// the other. Records that the client gets together wait until it has added their partitions to the transaction, and then
// need one request for each partition; the same records one after the other need about one each. (A larger linger.ms saves
// requests too, but a commit waits for it.) Threads: the worker's.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class OutputBuffer {
 public:
  void add(const log::OutgoingRecord& record);
  /// The bytes of the records that wait, with the names of their topics.
  [[nodiscard]] std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_.size()); }
  /// Gives the records to the producer in the order of add(), and forgets them. After an error, which is the producer's,
  /// some are in its open transaction: the transaction must end without a commit, and the buffer must be discarded.
  Status give_to(log::TransactionalProducer& producer);

 private:
  /// The sizes of a record's parts, which stand in bytes_ in this order; then follow its headers.
  struct Waiting {
    std::size_t topic = 0;
    std::optional<std::size_t> key;
    std::optional<std::size_t> value;
    std::size_t headers = 0;  ///< their number
    Partition partition;
  };
  struct HeaderSizes {
    std::size_t name = 0;
    std::size_t value = 0;
  };

  std::string bytes_;
  std::vector<Waiting> waiting_;
  std::vector<HeaderSizes> headers_;
};

}  // namespace turnstream::runtime
