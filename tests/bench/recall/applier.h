#pragma once
// Applier: gives turns with their answers to a read model, as the feed does with records of the log. Threads: one at a time.
// Lifetime: borrows the model.

#include <string>
#include <vector>

#include "recall/read_model/read_model.h"
#include "tests/bench/recall/history.h"

namespace turnstream::bench {

class Applier {
 public:
  /// Continues where the model is. `stages`: in the order of their phases.
  Applier(recall::ReadModel& model, std::vector<std::string> stages)
      : model_(model), stages_(std::move(stages)), progress_(model.progress()) {}

  /// Errors: those of ReadModel::apply().
  Status apply(const AnsweredTurn& turn, const std::string& persona);

 private:
  recall::ReadModel& model_;
  const std::vector<std::string> stages_;
  std::vector<recall::Progress> progress_;  ///< by partition
};

}  // namespace turnstream::bench
