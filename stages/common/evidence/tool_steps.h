#pragma once
// The tools of a turn as steps and as sequences of steps. Tool ids with the same normal form (normalise() in
// base/utf8.h) are one tool. Executions of one tool that follow each other directly are one step with several tries;
// the last try decides whether the step succeeded. The status `partial` is not a success. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pipeline/model/state_export.h"

namespace turnstream::evidence {

/// The length to which a longer tool id is cut, so that the size of rows has a bound.
inline constexpr std::size_t kToolCodePointsMax = 256;

struct ToolStep {
  std::string tool;           ///< normalised (base/utf8.h), never empty
  bool succeeded = false;     ///< the step's last try succeeded
  std::size_t execution = 0;  ///< the index in tool_executions of the step's first try
  friend bool operator==(const ToolStep&, const ToolStep&) = default;
};

/// The steps of a turn, in order. Executions whose tool id has an empty normal form are skipped.
[[nodiscard]] std::vector<ToolStep> tool_steps(std::span<const model::ToolExecution> executions);

/// A sequence of consecutive steps of a turn: the normal forms of their tool ids.
struct ToolSequence {
  std::vector<std::string> tools;
  bool succeeded = false;     ///< all steps of the sequence succeeded
  std::size_t execution = 0;  ///< ToolStep::execution of the first step
  friend bool operator==(const ToolSequence&, const ToolSequence&) = default;
};

struct SequenceBounds {
  std::size_t tools_min = 1;
  std::size_t tools_max = 3;
  std::size_t sequences_max = 200;
};

/// The first `sequences_max` different sequences of tools_min to tools_max steps, in the order in which they end for
/// the first time; of those that end at the same step the shortest comes first. If a sequence occurs more than once,
/// its last occurrence gives `succeeded` and `execution`.
[[nodiscard]] std::vector<ToolSequence> sequences_of(std::span<const ToolStep> steps, const SequenceBounds& bounds);

}  // namespace turnstream::evidence
