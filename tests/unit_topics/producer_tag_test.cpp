#include "stages/consolidation/topics/producer_tag.h"

#include <doctest/doctest.h>

namespace turnstream::consolidation {

TEST_CASE("the first tag of the part that the pointer names is the topic") {
  model::StateExport turn;
  turn.observations.resize(2);
  turn.observations[1].tags = {"web", "ferry"};
  turn.tool_executions.resize(1);
  turn.tool_executions[0].observations_added.resize(1);
  turn.tool_executions[0].observations_added[0].tags = {"sea"};
  turn.tool_executions[0].memory_writes.resize(1);
  turn.tool_executions[0].memory_writes[0].tags = {"port"};
  CHECK(producer_tag(turn, "/observations/1") == "web");
  CHECK(producer_tag(turn, "/tool_executions/0/observations_added/0") == "sea");
  CHECK(producer_tag(turn, "/tool_executions/0/memory_writes/0") == "port");
}

TEST_CASE("a part without tags and a pointer to no part have no topic") {
  model::StateExport turn;
  turn.observations.resize(1);
  turn.tool_executions.resize(1);
  for (const auto* pointer :
       {"", "/", "/turn_data", "/observations", "/observations/0", "/observations/1", "/observations/-1",
        "/observations/x", "/tool_executions/0", "/tool_executions/0/memory_writes/0",
        "/tool_executions/9/memory_writes/0", "/errors/0"}) {
    CAPTURE(pointer);
    CHECK(producer_tag(turn, pointer).empty());
  }
}

}  // namespace turnstream::consolidation
