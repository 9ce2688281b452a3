#include "stages/common/evidence/tool_steps.h"

#include <doctest/doctest.h>

namespace turnstream::evidence {
namespace {

using model::ToolStatus;

model::ToolExecution ran(std::string_view tool, ToolStatus status = ToolStatus::kSuccess) {
  model::ToolExecution execution;
  execution.tool_id = tool;
  execution.status = status;
  return execution;
}

std::vector<ToolStep> steps_of(const std::vector<model::ToolExecution>& executions) {
  return tool_steps(executions);
}

std::vector<std::vector<std::string>> names_in(const std::vector<ToolSequence>& sequences) {
  std::vector<std::vector<std::string>> names;
  for (const ToolSequence& sequence : sequences) {
    names.push_back(sequence.tools);
  }
  return names;
}

}  // namespace

TEST_CASE("tools that differ in case and white space are one tool") {
  CHECK(steps_of({ran(" Search\t"), ran("read"), ran("SEARCH")}) ==
        std::vector<ToolStep>{{"search", true, 0}, {"read", true, 1}, {"search", true, 2}});
}

TEST_CASE("a tool that is tried again at once is one step whose last try decides") {
  CHECK(steps_of({ran("a", ToolStatus::kFailure), ran("A"), ran("b"), ran("b", ToolStatus::kPartial)}) ==
        std::vector<ToolStep>{{"a", true, 0}, {"b", false, 2}});
}

TEST_CASE("a tool without a name is not a step and a very long name counts as its beginning") {
  CHECK(steps_of({ran(""), ran(" ")}).empty());
  const std::string name(kToolCodePointsMax, 'x');
  const std::string one = name + "one";
  const std::string two = name + "two";
  CHECK(steps_of({ran(one), ran(two)}) == std::vector<ToolStep>{{name, true, 0}});
}

TEST_CASE("sequences are in the order of their ends and the shortest first") {
  const auto steps = steps_of({ran("a"), ran("b"), ran("c")});
  CHECK(names_in(sequences_of(steps, {})) ==
        std::vector<std::vector<std::string>>{{"a"}, {"b"}, {"a", "b"}, {"c"}, {"b", "c"}, {"a", "b", "c"}});
  CHECK(names_in(sequences_of(steps, {2, 2, 10})) == std::vector<std::vector<std::string>>{{"a", "b"}, {"b", "c"}});
}

TEST_CASE("a sequence succeeds if all of its steps do and only its last occurrence in a turn counts") {
  const auto sequences = sequences_of(steps_of({ran("a"), ran("b", ToolStatus::kFailure), ran("c"), ran("a"), ran("b"),
                                                ran("a", ToolStatus::kPartial)}),
                                      {1, 2, 100});
  for (const ToolSequence& sequence : sequences) {
    CAPTURE(sequence.tools.back());
    if (sequence.tools == std::vector<std::string>{"a", "b"}) {
      CHECK(sequence == ToolSequence{{"a", "b"}, true, 3});
    } else if (sequence.tools == std::vector<std::string>{"a"}) {
      CHECK(sequence == ToolSequence{{"a"}, false, 5});
    } else if (sequence.tools == std::vector<std::string>{"b", "c"}) {
      CHECK(sequence == ToolSequence{{"b", "c"}, false, 1});
    }
  }
  CHECK(sequences.size() == 7);
}

TEST_CASE("beyond the bound new sequences are ignored and known ones still count") {
  const auto sequences =
      sequences_of(steps_of({ran("a"), ran("b"), ran("c"), ran("a", ToolStatus::kFailure)}), {1, 1, 2});
  REQUIRE(names_in(sequences) == std::vector<std::vector<std::string>>{{"a"}, {"b"}});
  CHECK_FALSE(sequences[0].succeeded);
}

}  // namespace turnstream::evidence
