#pragma once
// What a pipeline wrote and what it keeps, so that two pipelines on one log, or one before and after a change, can be
// compared. Threads: one test's.

#include <map>
#include <string>
#include <vector>

#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {

struct Outputs {
  /// By topic, without the namespace, and partition: the values of completions and events, dead letters, shares and
  /// requests, each up to `attempts`. Where several workers write a topic, only the order within each of them is kept.
  std::map<std::string, std::vector<std::string>> records;
  /// The rows of the stages' local state, by table and key.
  std::map<std::string, std::string> rows;
};

/// Stops the pipeline, reads everything, and starts it again.
Outputs outputs_of(Pipeline& pipeline);
/// Checks that both are equal and that there is something to compare.
void check_equal(const Outputs& one, const Outputs& other);

/// Stops the pipeline, deletes all local state, and starts it again.
void lose_state(Pipeline& pipeline);
/// Stops the pipeline, reads the rows of the stages' local state, by table and key, and starts it again.
std::map<std::string, std::string> rows_of(Pipeline& pipeline);

/// The topics and tables that have the text: in a row of local state, in the newest row of a key in a changelog, or in a
/// record of another topic that stages write and that stands behind the first `skip` records of its partition (absent: 0).
/// It stops the pipeline and starts it again.
using Ends = std::map<std::string, std::size_t>;  ///< by topic and partition: how many records it has
Ends ends_of(Pipeline& pipeline);
std::vector<std::string> places_with(Pipeline& pipeline, const std::string& text, const Ends& skip);

}  // namespace turnstream::scenario
