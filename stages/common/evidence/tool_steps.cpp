#include "stages/common/evidence/tool_steps.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "pipeline/base/utf8.h"

namespace turnstream::evidence {
namespace {

std::vector<std::string_view> tools_in(std::span<const ToolStep> steps) {
  std::vector<std::string_view> tools;
  for (const ToolStep& step : steps) {
    tools.push_back(step.tool);
  }
  return tools;
}

}  // namespace

std::vector<ToolStep> tool_steps(std::span<const model::ToolExecution> executions) {
  std::vector<ToolStep> steps;
  for (std::size_t i = 0; i < executions.size(); ++i) {
    const bool succeeded = executions[i].status == model::ToolStatus::kSuccess;
    std::string tool = normalise(first_code_points(executions[i].tool_id, kToolCodePointsMax));
    if (!steps.empty() && steps.back().tool == tool) {
      steps.back().succeeded = succeeded;
    } else if (!tool.empty()) {
      steps.push_back({std::move(tool), succeeded, i});
    }
  }
  return steps;
}

std::vector<ToolSequence> sequences_of(std::span<const ToolStep> steps, const SequenceBounds& bounds) {
  std::vector<ToolSequence> sequences;
  std::map<std::vector<std::string_view>, std::size_t> known;
  for (std::size_t end = 1; end <= steps.size(); ++end) {
    for (std::size_t size = bounds.tools_min; size <= std::min(bounds.tools_max, end); ++size) {
      const auto part = steps.subspan(end - size, size);
      const std::vector<std::string_view> tools = tools_in(part);
      if (known.size() < bounds.sequences_max && known.try_emplace(tools, sequences.size()).second) {
        sequences.push_back({{tools.begin(), tools.end()}, false, 0});
      }
      if (const auto found = known.find(tools); found != known.end()) {
        ToolSequence& sequence = sequences[found->second];
        sequence.succeeded = std::all_of(part.begin(), part.end(), [](const ToolStep& s) { return s.succeeded; });
        sequence.execution = part.front().execution;
      }
    }
  }
  return sequences;
}

}  // namespace turnstream::evidence
