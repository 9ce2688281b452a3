#pragma once
// Knowledge: what the sample turns taught, on one screen: for each persona its best facts (one that superseded another,
// with both intervals), a skill, a preference and a habit, each led back to the words of the turn that it rests on. All
// of it from public records, through explain. Threads: one. Lifetime: borrows the finder.

#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "app/explain/explainer.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The newest version of everything that the stages have put, by kind and id.
using Things = std::map<std::string, std::map<std::string, nlohmann::json>>;

class Knowledge {
 public:
  Knowledge(RecordFinder& finder, const Things& things) : finder_(finder), things_(things) {}

  Status print(std::ostream& out);

 private:
  Status print_persona(std::ostream& out, const std::string& persona);
  Status print_facts(std::ostream& out, const std::string& persona);
  Status print_skill(std::ostream& out, const std::string& persona);
  Status print_patterns(std::ostream& out, const std::string& persona);
  /// The words it rests on, and where they stand.
  Status print_source(std::ostream& out, const std::string& id);
  [[nodiscard]] const std::map<std::string, nlohmann::json>& all(const std::string& kind) const;

  RecordFinder& finder_;
  const Things& things_;
};

}  // namespace turnstream::app
