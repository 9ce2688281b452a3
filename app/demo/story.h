#pragma once
// Story: what happens in the demonstration after the turns: a sweep of both personas, a day and then three months without
// a turn, an access to an item that was archived meanwhile, and a request to forget one turn. Threads: one.

#include <optional>
#include <string>

#include "app/demo/stand.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// What the story did. The ids are those of commands, except `accessed` and `forgotten_turn`.
struct Told {
  std::string sweep;
  std::string access;
  std::string forget;
  std::string accessed;  ///< the archived item that was used; empty: nothing was archived
  std::string forgotten_turn;
};

/// Absent if a signal came first. Precondition: the stand has taken the turns.
Result<std::optional<Told>> tell_story(Stand& stand, const StopSignal& signal, const Context& context,
                                       const model::TopicNames& names);

}  // namespace turnstream::app
