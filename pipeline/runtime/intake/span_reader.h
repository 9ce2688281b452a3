#pragma once
// SpanReader: reads partitions from a position to an end without waiting, and can follow them beyond it. Records that are
// gone or cannot be read are passed over. Errors: those of the log. Threads: one at a time. Lifetime: borrows the client.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class SpanReader {
 public:
  struct Span {
    log::TopicPartition where;
    NextOffset next;
    NextOffset end;  ///< of records that a read-committed reader gets
  };
  using Visitor = std::function<void(const log::Record& record)>;

  SpanReader(log::Client& client, std::string client_id) : client_(client), client_id_(std::move(client_id)) {}

  /// Replaces what is read.
  Status begin(const std::vector<Span>& spans);
  /// Reads at most `events_max` records and other events; returns how many there were.
  Result<std::size_t> read(std::size_t events_max, const Visitor& visit);
  /// True if each span was read to its end.
  [[nodiscard]] bool done() const { return unread_ == 0; }
  /// True if the offset is before the end of its span.
  [[nodiscard]] bool wants(const log::TopicPartition& where, Offset offset) const;
  /// How far the partition was read; 0 if it is in no span.
  [[nodiscard]] NextOffset next(const log::TopicPartition& where) const;
  void close();

 private:
  struct Place {
    NextOffset next;
    NextOffset end;
  };
  void reach(const log::TopicPartition& where, NextOffset next);

  log::Client& client_;
  std::string client_id_;
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Place> places_;
  std::size_t unread_ = 0;
};

}  // namespace turnstream::runtime
