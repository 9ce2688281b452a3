#pragma once
// TurnCollector: gathers, while the log and the dead letters pass by, the records that concern one turn, or all turns
// whose ids begin so. Holds what matched, bounded. Threads: one.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/turn_story.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class TurnCollector {
 public:
  /// `wanted`: a turn's id, or how it begins. `persona`: of nobody else; empty: of anyone.
  TurnCollector(std::string wanted, std::string persona);

  void take_log_record(const log::Record& record);
  /// Call after the whole log was taken: a dead letter may name its turn by the place in the log alone.
  void take_dead_letter(const log::Record& record);

  [[nodiscard]] std::vector<Candidate> candidates() const;
  /// Precondition: candidates() is one. Its records have no answers yet.
  [[nodiscard]] TurnStory story() &&;

 private:
  [[nodiscard]] TurnStory* story_of(const std::string& persona, const std::string& turn_id);

  std::string wanted_;
  std::string persona_;
  std::map<std::pair<std::string, std::string>, TurnStory> stories_;  ///< by persona and turn id
};

}  // namespace turnstream::app
