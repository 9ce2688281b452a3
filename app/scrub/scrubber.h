#pragma once
// Scrubber: makes a namespace that never had the forgotten text: copies the log of a stopped pipeline record by record to
// the same offsets, with a mark in place of what is forgotten (erasure.h), and rebuilds all stages from the copy. The
// embedded log of the new namespace is in a state directory of its own; on Kafka its topics are in the same cluster.
// Changes nothing of the old namespace. Threads: one. Lifetime: borrows its arguments.

#include <cstdint>
#include <map>
#include <string>

#include "app/context.h"
#include "app/log_access/open_log.h"
#include "app/scrub/erasure.h"
#include "app/stop_signal.h"
#include "app/upgrade/stop_positions.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// How many records were copied, and how many of them erased, by the kind of the log record.
struct ScrubCounts {
  std::int64_t records = 0;
  std::map<std::string, std::int64_t> erased;
};

class Scrubber {
 public:
  /// `from`, `to`: the settings of the two namespaces, and their logs.
  Scrubber(Context& from, OpenLog& from_log, Context& to, OpenLog& to_log, const StopSignal& signal);

  /// Errors: those of the logs, the store and the stages; "state_in_use" if a process of the pipeline runs;
  /// "input_refused" if its stages have not processed the whole log, if the log lacks its first records, or if the new
  /// namespace has records; "stopped".
  Result<ScrubCounts> run();

 private:
  Result<StopPositions> check();
  Status learn(const StopPositions& stop);
  Status learn_barred(const std::string& stage);
  Status copy(const StopPositions& stop, ScrubCounts& counts);
  Status rebuild(const StopPositions& stop);
  void say(const std::string& line) const;
  [[nodiscard]] Error stopped() const;

  Context& from_;
  OpenLog& from_log_;
  Context& to_;
  OpenLog& to_log_;
  const StopSignal& signal_;
  model::TopicNames names_;
  model::TopicNames into_;
  std::int32_t partitions_;
  log::milliseconds timeout_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  runtime::PipelineShape shape_;
  std::unique_ptr<Erasure> erasure_;
};

}  // namespace turnstream::app
