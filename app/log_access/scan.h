#pragma once
// scan: reads the committed records of a topic, from given positions to the last stable offsets as of the scan's start.
// A batch that cannot be read ends a scan with the error "unreadable", unless the caller says how to pass over it. To pass
// over it is right in topics to which programs other than the pipeline write, or where the gap is shown: what is computed
// from all records, such as a digest, would be wrong without it. Threads: one.

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/json/writer.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Called with each record; returns false to end the scan of all partitions.
using RecordVisitor = std::function<Result<bool>(const log::Record& record)>;

/// Called with each batch that cannot be read, in its place among the records; returns false to end the scan.
using UnreadableVisitor = std::function<Result<bool>(const log::Unreadable& records)>;

/// The visitor for scans that cannot do without the records: error "unreadable".
Result<bool> refuse_unreadable(const log::Unreadable& records);

/// A visitor that passes over the records, with one line on `err` that names them. It borrows `err`.
UnreadableVisitor warn_of_unreadable(std::ostream& err);

/// The same, and adds the records to `left_out`, which it borrows.
UnreadableVisitor warn_and_list(std::ostream& err, std::vector<log::Unreadable>& left_out);

/// For programs: the member `left_out`, with the place of each batch that was passed over.
void write_left_out(json::Writer& writer, const std::vector<log::Unreadable>& left_out);

/// For people: which records cannot be read, and why, without a full stop.
std::string unreadable_text(const log::Unreadable& records);

/// The offsets of a partition from `from` to the one before `end`.
struct Stretch {
  log::TopicPartition where;
  NextOffset from;
  NextOffset end;  ///< at most the partition's last stable offset
};

/// Scan: reads stretches as often as its owner asks, all with one reader. The client must outlive it. Threads: one.
class Scan {
 public:
  /// Receives each record as its own: it may move it away. Such a record must be destroyed before the Scan.
  using Visitor = std::function<Result<bool>(log::Record& record)>;

  /// `timeout` limits each wait for the log.
  static Result<Scan> open(log::Client& client, log::milliseconds timeout);

  /// Reads the stretches, each in order and all of them alternately. Each partition occurs once at most.
  Status read(const std::vector<Stretch>& stretches, const Visitor& visit, const UnreadableVisitor& pass_over);

 private:
  Scan(std::unique_ptr<log::Reader> reader, log::milliseconds timeout)
      : reader_(std::move(reader)), timeout_(timeout) {}

  std::unique_ptr<log::Reader> reader_;
  log::milliseconds timeout_;
};

/// Reads all partitions from their beginnings, each in order. Reads nothing if the topic does not exist.
Status scan_topic(log::Client& client, const std::string& topic, log::milliseconds timeout, const RecordVisitor& visit,
                  const UnreadableVisitor& pass_over = refuse_unreadable);

/// Reads one or several partitions from the given positions. `timeout` limits each wait for the log, not the scan.
Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit, const UnreadableVisitor& pass_over = refuse_unreadable);

/// The positions of all partitions of a topic at offset 0; none if the topic does not exist.
Result<std::vector<log::Position>> beginnings(log::Client& client, const std::string& topic, log::milliseconds timeout);

}  // namespace turnstream::app
