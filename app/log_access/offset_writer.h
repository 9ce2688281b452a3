#pragma once
// OffsetWriter: writes records so that they get the same offsets as in another log, gaps included. Without LeaveGap it
// makes gaps with transactions: the marker at the end of a transaction uses one offset, and so does each record of an
// aborted transaction. Before a gap of one offset it writes the records in a transaction. Before a longer gap it writes
// the records without a transaction and the gap as aborted transactions. Precondition: no other program writes to the
// topic. Threads: one. Lifetime: borrows the client.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/log_access/log_file.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Leaves a gap directly, if the log can (the embedded log): the partition's next record gets that offset.
using LeaveGap = std::function<Status(const log::Position&)>;

class OffsetWriter {
 public:
  /// `leave_gap` may be empty: then gaps are made with transactions. Error "input_refused" if the topic is not empty.
  static Result<std::unique_ptr<OffsetWriter>> open(log::Client& client, const std::string& topic,
                                                    std::int32_t partitions, log::milliseconds timeout,
                                                    LeaveGap leave_gap);

  /// Records of a partition must come with rising offsets. Errors: those of the log; "input_refused" if an offset
  /// cannot be reached: it is already taken, its partition is not in the topic, or (without leave_gap) only offset 0 of
  /// a partition must stay free.
  Status write(LogFileRecord record);
  /// Makes the gaps at the ends, up to offset next[p] of partition p, and waits until the log has stored everything.
  Status finish(const std::vector<std::int64_t>& next);

 private:
  /// Records of a partition that are not written yet: the way to write them depends on the gap after them.
  struct Run {
    std::int64_t next = 0;  ///< the offset after the run
    std::vector<LogFileRecord> records;
    std::size_t bytes = 0;
  };

  OffsetWriter(std::string topic, log::milliseconds timeout, LeaveGap leave_gap)
      : topic_(std::move(topic)), timeout_(timeout), leave_gap_(std::move(leave_gap)) {}
  Status write_run(Partition partition, Run& run, std::int64_t gap);
  Status skip(Partition partition, std::int64_t gap);
  Status produce_plain(const Run& run);
  Status produce_in_transaction(const Run& run);

  std::string topic_;
  log::milliseconds timeout_;
  LeaveGap leave_gap_;
  std::vector<Run> runs_;
  std::unique_ptr<log::Producer> plain_;
  std::unique_ptr<log::TransactionalProducer> transactional_;
};

}  // namespace turnstream::app
