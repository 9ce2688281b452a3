#pragma once
// TurnCollector: collects the records of the log and the dead letters that concern one turn or command, or all turns and
// commands whose ids have one beginning. Keeps only records that match, bounded. Threads: one.

#include <map>
#include <string>

#include "app/explain/forget_commands.h"
#include "app/explain/report.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

class TurnCollector {
 public:
  explicit TurnCollector(Question question);

  void take_log_record(const log::Record& record);
  /// Call this after take_log_record() for the whole log: a dead letter may name its turn only by its place there.
  void take_dead_letter(const log::Record& record);

  /// Turns and commands; if there are none, other ids that forget commands name, of kind "forgotten".
  [[nodiscard]] Report candidates() const;
  /// `candidate`: a turn or command of candidates(). The report has no log lines yet, and its records no stages and no
  /// changes.
  [[nodiscard]] Report report(const Report& candidate) const;
  /// The command that names the id of a candidate of kind "forgotten".
  [[nodiscard]] Report forgetting(const Report& candidate) const;

 private:
  using Owner = ForgetCommands::Owner;

  void take_turn(const log::Record& record, const nlohmann::json& value);
  void take_command(const log::Record& record, const nlohmann::json& value);
  void take_erased(const log::Record& record);
  /// The command that forgot the turn; null if there is none.
  [[nodiscard]] Report forgotten_by(const Owner& turn, const Report& report) const;
  /// The report of the turn or command, made of `head` if it is new; null if a new one does not fit the question or would
  /// be one too many.
  [[nodiscard]] Report* report_of(const std::string& persona, const std::string& id, const Report& head);

  Question question_;
  ForgetCommands forgets_;
  std::string erased_;               ///< the record that stands in place of the turn where it was erased
  std::map<Owner, Report> reports_;  ///< by persona and id
};

}  // namespace turnstream::app
