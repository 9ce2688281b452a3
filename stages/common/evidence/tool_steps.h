#pragma once
// The tools of a turn as steps and sequences of steps. Tool ids that differ only in case and white space are one tool;
// one tool several times in a row is one step that was tried again, and went as its last try did. `partial` is no
// success. Threads: any; pure.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pipeline/model/state_export.h"

namespace turnstream::evidence {

/// A longer tool id counts as its beginning: nothing that is kept grows with it.
inline constexpr std::size_t kToolCodePointsMax = 256;

struct ToolStep {
  std::string tool;           ///< normalised (base/utf8.h), never empty
  bool succeeded = false;     ///< as its last try
  std::size_t execution = 0;  ///< its first try's place in tool_executions
  friend bool operator==(const ToolStep&, const ToolStep&) = default;
};

/// In order. An execution without a name is none.
[[nodiscard]] std::vector<ToolStep> tool_steps(std::span<const model::ToolExecution> executions);

/// Steps that follow each other directly.
struct ToolSequence {
  std::vector<std::string> tools;
  bool succeeded = false;     ///< all of its steps did
  std::size_t execution = 0;  ///< where its first step begins
  friend bool operator==(const ToolSequence&, const ToolSequence&) = default;
};

struct SequenceBounds {
  std::size_t tools_min = 1;
  std::size_t tools_max = 3;
  std::size_t sequences_max = 200;
};

/// The different sequences within the bounds, by the place where each first ended, the shortest first; each as it last
/// went. Beyond sequences_max no further ones are taken up.
[[nodiscard]] std::vector<ToolSequence> sequences_of(std::span<const ToolStep> steps, const SequenceBounds& bounds);

}  // namespace turnstream::evidence
