#pragma once
// ThingCollector: gathers, while completions and events pass by, what they say of one id or of all ids that begin so.
// Stages must be given in phase order, each stage's records in log order: a thing passes from an earlier stage to a
// later one and never back, so that this is the order of its changes. Holds what matched, bounded; nothing of the rest.
// Threads: one.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/thing_story.h"
#include "pipeline/base/result.h"
#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::app {

class ThingCollector {
 public:
  /// `wanted`: an id, or how it begins. `persona`: of nobody else; empty: of anyone.
  ThingCollector(std::string wanted, std::string persona, std::string log_topic);

  Status take_completion(const log::Record& record);
  void take_event(const log::Record& record);

  /// What the id may mean: things by (persona, id), turns by the same. An exact match hides longer ones.
  [[nodiscard]] std::vector<Candidate> candidates() const;
  /// Precondition: candidates() is one thing. Sources are not yet looked for.
  [[nodiscard]] ThingStory story() &&;
  /// The log positions of turns that changed the thing, by turn id: most of its sources.
  [[nodiscard]] const std::map<std::string, Place>& turns() const { return turns_; }

 private:
  using Owner = std::pair<std::string, std::string>;  ///< persona, id

  void take_change(const log::Record& record, const model::Completion& completion, const model::Change& change);
  void take_mention(const model::Completion& completion, const model::Change& change);
  void take_turn(const model::Completion& completion);
  [[nodiscard]] bool is_wanted(const std::string& id) const;

  std::string wanted_;
  std::string persona_;
  std::map<Owner, std::vector<Thing>> things_;
  std::map<Owner, std::string> turn_titles_;
  std::map<Owner, std::string> mentioned_;  ///< sources that things name, as they name them
  std::map<std::string, Place> turns_;
  std::string log_topic_;
  Bounded<std::pair<std::string, DerivedThing>> derived_;  ///< with the id that each names
  Bounded<std::pair<std::string, NamingEvent>> events_;
};

}  // namespace turnstream::app
