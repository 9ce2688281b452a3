#pragma once
// Lag: whether the groups of a namespace have processed everything that is there for them: intake its sources first,
// then the stages the log. Threads: the caller's.

#include <map>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// What a group has still to process in one partition.
struct LagRow {
  std::string group;
  log::TopicPartition where;
  std::int64_t offsets = 0;  ///< control records count; 0 = nothing to process
};

/// A consumer group, what it reads, and how far members of it have looked beyond what they had to commit.
struct GroupInputs {
  std::string group;
  std::vector<std::string> topics;
  std::vector<log::Position> seen;
};

/// Offsets by topic.
using TopicLags = std::map<std::string, std::int64_t>;

/// Offsets between what the group committed and the committed ends of its inputs: a cheap estimate of its lag, which
/// takes control records for records where nobody has seen that they are none.
Result<TopicLags> group_lag(log::Admin& admin, const GroupInputs& inputs, log::milliseconds timeout);

class LagReader {
 public:
  /// `log_of`: another namespace whose log the stages read, without intake; empty = our own.
  LagReader(log::Client& client, const settings::Settings& settings, std::vector<std::string> stages,
            std::string log_of);

  /// Rows of the intake group and of each stage, whichever way the stages are grouped.
  Result<std::vector<LagRow>> read();

 private:
  Status add_group(std::vector<LagRow>& rows, const std::string& name, const std::vector<std::string>& groups,
                   const std::vector<std::string>& topics);
  /// Only records are lag: control records at the end are nothing to process.
  Result<std::int64_t> offsets_behind(const log::TopicPartition& where, NextOffset position);

  log::Client& client_;
  const settings::Settings& settings_;
  std::vector<std::string> stages_;
  std::string log_of_;
  log::milliseconds timeout_;
};

}  // namespace turnstream::app
