#pragma once
// MemoryCollector: collects what completions and events say about one id, or about all ids with one beginning.
// Precondition: stages are given in phase order and the records of each stage in log order. This is also the order of
// the changes to a memory, because it passes only from an earlier stage to a later one. Keeps only records that match,
// bounded. Threads: one.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/explain/memory_story.h"
#include "pipeline/base/result.h"
#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::app {

class MemoryCollector {
 public:
  /// `wanted`: an id or its beginning. `persona`: only of this persona; empty: of any.
  MemoryCollector(std::string wanted, std::string persona, std::string log_topic);

  Status take_completion(const log::Record& record);
  void take_event(const log::Record& record);

  /// What the id may mean: memories and turns, each by (persona, id). An exact match hides ids that are longer.
  [[nodiscard]] std::vector<IdCandidate> candidates() const;
  /// Precondition: candidates() is one memory. The result has no sources yet.
  [[nodiscard]] MemoryStory story() &&;
  /// The log positions of the turns that changed the memory, by turn id. Most of its sources are among them.
  [[nodiscard]] const std::map<std::string, Place>& turns() const { return turns_; }

 private:
  using Owner = std::pair<std::string, std::string>;  ///< persona, id

  void take_change(const log::Record& record, const model::Completion& completion, const model::Change& change);
  void take_mention(const model::Completion& completion, const model::Change& change);
  void take_turn(const model::Completion& completion);
  [[nodiscard]] bool is_wanted(const std::string& id) const;

  std::string wanted_;
  std::string persona_;
  std::map<Owner, std::vector<DerivedMemory>> memories_;
  std::map<Owner, std::string> turn_titles_;
  std::map<Owner, std::string> mentioned_;  ///< sources that memories name, as JSON
  std::map<std::string, Place> turns_;
  std::string log_topic_;
  Bounded<std::pair<std::string, NamingMemory>> derived_;  ///< with the id that each names
  Bounded<std::pair<std::string, NamingEvent>> events_;
};

}  // namespace turnstream::app
