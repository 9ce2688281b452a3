#pragma once
// Lag: how much of its input a group of the namespace (intake or stages) has not processed yet. Threads: one.

#include <map>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// The input that intake or a stage has not processed yet in one partition.
struct LagRow {
  std::string group;  ///< "intake", or the name of a stage
  log::TopicPartition where;
  std::int64_t offsets = 0;     ///< offsets left, control records included; 0: no record is left
  std::string unreadable = {};  ///< if the next records cannot be read: which and why
};

/// A consumer group, its input topics, and in `seen` the partition ends up to which idle workers have read. A committed
/// offset may be lower, if only control records are between the two.
struct GroupInputs {
  std::string group;
  std::vector<std::string> topics;
  std::vector<log::Position> seen;
};

/// The number of offsets that are left in each partition.
using PartitionLags = std::map<log::TopicPartition, std::int64_t>;

/// Offsets between the committed position of the group (or the end in `seen`, if that is higher) and the last stable
/// offset of its inputs. This is a cheap estimate of the lag: it counts control records.
Result<PartitionLags> group_lag(log::Admin& admin, const GroupInputs& inputs, log::milliseconds timeout);

class LagReader {
 public:
  /// `log_of`: another namespace whose log the stages read, without intake; empty: this one.
  LagReader(log::Client& client, const settings::Settings& settings, std::vector<std::string> stages,
            std::string log_of);

  /// One row for each partition of intake's input topics (none with log_of), and for each stage one row for each
  /// partition of the log. The grouping of the stages has no effect.
  Result<std::vector<LagRow>> read();

 private:
  Status add_group(std::vector<LagRow>& rows, const std::string& name, const std::vector<std::string>& groups,
                   const std::vector<std::string>& topics);
  /// Counts the offsets from `position` (or the first kept one, if higher) to the last stable offset, if a record is there.
  Status measure(LagRow& row, NextOffset position);

  log::Client& client_;
  const settings::Settings& settings_;
  std::vector<std::string> stages_;
  std::string log_of_;
  log::milliseconds timeout_;
};

}  // namespace turnstream::app
