#pragma once
// TurnCollector: collects the records of the log and the dead letters that concern one turn, or all turns whose ids
// have one beginning. Keeps only records that match, bounded. Threads: one.

#include <map>
#include <string>
#include <utility>

#include "app/explain/report.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class TurnCollector {
 public:
  explicit TurnCollector(Question question);

  void take_log_record(const log::Record& record);
  /// Call this after take_log_record() for the whole log: a dead letter may name its turn only by its place there.
  void take_dead_letter(const log::Record& record);

  [[nodiscard]] Report candidates() const;
  /// `candidate`: one of candidates(). The report has no log lines yet, and its records no stages and no changes.
  [[nodiscard]] Report report(const Report& candidate) const;

 private:
  /// The report of the turn, made if it is new; null if a new one does not fit the question or would be one too many.
  [[nodiscard]] Report* report_of(const std::string& persona, const std::string& turn_id);

  Question question_;
  std::map<std::pair<std::string, std::string>, Report> reports_;  ///< by persona and turn id
};

}  // namespace turnstream::app
