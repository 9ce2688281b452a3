#pragma once
// TurnCollector: collects the records of the log and the dead letters that concern one turn, or all turns whose ids
// have one beginning. Keeps only records that match, bounded. Threads: one.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/turn_story.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class TurnCollector {
 public:
  /// `wanted`: the id of a turn or its beginning. `persona`: only of this persona; empty: of any.
  TurnCollector(std::string wanted, std::string persona);

  void take_log_record(const log::Record& record);
  /// Call this after the whole log was taken: a dead letter may name its turn only by the position in the log.
  void take_dead_letter(const log::Record& record);

  [[nodiscard]] std::vector<IdCandidate> candidates() const;
  /// Precondition: candidates() has one entry. The records have no answers yet.
  [[nodiscard]] TurnStory story() &&;

 private:
  [[nodiscard]] TurnStory* story_of(const std::string& persona, const std::string& turn_id);

  std::string wanted_;
  std::string persona_;
  std::map<std::pair<std::string, std::string>, TurnStory> stories_;  ///< by persona and turn id
};

}  // namespace turnstream::app
