#include "stages/consolidation/topics/producer_tag.h"

#include "pipeline/base/number_text.h"

namespace turnstream::consolidation {
namespace {

/// Takes the first step of the pointer: "/a/b" gives "a" and leaves "/b".
std::string_view take_step(std::string_view& pointer) {
  if (pointer.empty()) {
    return {};
  }
  const std::size_t end = pointer.find('/', 1);
  const std::string_view step = pointer.substr(1, end - 1);
  pointer = end == std::string_view::npos ? std::string_view() : pointer.substr(end);
  return step;
}

/// The element that the next step names; null if there is none.
template <typename T>
const T* element(const std::vector<T>& list, std::string_view& pointer) {
  const auto index = read_number(take_step(pointer));
  const bool exists = index.has_value() && *index >= 0 && static_cast<std::size_t>(*index) < list.size();
  return exists ? &list[static_cast<std::size_t>(*index)] : nullptr;
}

template <typename T>
std::string_view first_tag(const T* part) {
  return part == nullptr || part->tags.empty() ? std::string_view() : part->tags.front();
}

}  // namespace

std::string_view producer_tag(const model::StateExport& turn, std::string_view pointer) {
  const std::string_view list = take_step(pointer);
  if (list == "observations") {
    return first_tag(element(turn.observations, pointer));
  }
  const model::ToolExecution* tool = list == "tool_executions" ? element(turn.tool_executions, pointer) : nullptr;
  if (tool == nullptr) {
    return {};
  }
  const std::string_view part = take_step(pointer);
  if (part == "observations_added") {
    return first_tag(element(tool->observations_added, pointer));
  }
  return part == "memory_writes" ? first_tag(element(tool->memory_writes, pointer)) : std::string_view();
}

}  // namespace turnstream::consolidation
