#pragma once
// OffsetWriter: writes records so that they get the offsets they had elsewhere, gaps included. A gap is made of what
// the log itself makes gaps of: the marker at the end of a transaction takes one offset, and so does each record of an
// aborted one. So a run of records followed by a gap of one is written in a transaction; a run followed by a longer gap
// outside one, the gap being an aborted transaction. Works on any log through its port. The partitions must be empty at
// first, and nobody else may write to them.
// Threads: one. Lifetime: borrows the client.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/log_access/log_file.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// How the log itself leaves a gap, where it can (the embedded log): the partition's next record gets that offset.
using LeaveGap = std::function<Status(const log::Position&)>;

class OffsetWriter {
 public:
  /// `leave_gap` may be empty: then gaps are made of transactions.
  static Result<std::unique_ptr<OffsetWriter>> open(log::Client& client, const std::string& topic,
                                                    std::int32_t partitions, log::milliseconds timeout,
                                                    LeaveGap leave_gap);

  /// Records of a partition in rising offsets. Errors: those of the log; "input_refused" for an offset that cannot be
  /// reached: one already taken, or (without leave_gap) a single free offset at the start of a partition.
  Status write(LogFileRecord record);
  /// Leaves the gap that the log had at its end, and waits until everything is stored.
  Status finish(const std::vector<std::int64_t>& next);

 private:
  /// What of a partition is not written yet: how it must be written depends on the gap after it.
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
