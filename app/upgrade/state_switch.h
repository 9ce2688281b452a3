#pragma once
// StateSwitch: replaces the state of a namespace by the state that another namespace made from the same log. For each
// partition one transaction writes into the stages' changelogs all rows of the new state; then what is before them is deleted.
// A process that dies leaves each partition with its old or its new state; a repeated switch ends in the same state.
// The local stores of the namespace, on each machine, are made again from the changelogs at their next start.
// Threads: one. Lifetime: borrows the client and the stopped pipeline.

#include <memory>
#include <string>
#include <vector>

#include "app/upgrade/stop_positions.h"
#include "app/upgrade/stopped_pipeline.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

class StateSwitch {
 public:
  struct Limits {
    log::milliseconds timeout{10'000};         ///< for each wait of the log
    log::milliseconds commit_timeout{60'000};  ///< for a commit, and for the state of a partition to be written
  };
  static Result<std::unique_ptr<StateSwitch>> open(log::Client& client, StoppedPipeline& stopped,
                                                   const model::TopicNames& to, const model::TopicNames& from,
                                                   const Limits& limits);

  /// Replaces the state of all `stages` in one partition. `stop`: the positions of both namespaces.
  Status partition(Partition partition, const std::vector<std::string>& stages, const StopPositions& stop);
  [[nodiscard]] std::int64_t rows() const { return rows_; }

 private:
  StateSwitch(log::Client& client, StoppedPipeline& stopped, const model::TopicNames& to, const model::TopicNames& from,
              const Limits& limits)
      : client_(client), stopped_(stopped), to_(to), from_(from), limits_(limits) {}
  Result<log::Position> stage(Partition partition, const std::string& stage);

  log::Client& client_;
  StoppedPipeline& stopped_;
  model::TopicNames to_;
  model::TopicNames from_;
  Limits limits_;
  std::unique_ptr<log::TransactionalProducer> producer_;
  std::int64_t rows_ = 0;
};

}  // namespace turnstream::app
