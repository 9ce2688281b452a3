#pragma once
// ForgetCommands: collects from the log the forget commands that can concern one id: which command made a persona forget
// a turn, or names the id. Of the commands that name a session or a whole persona it keeps the last one for each.
// Threads: one.

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "app/explain/report.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

/// A command of the log for a report: kind, id, issued_by, issued_at, time (the log time), log.
[[nodiscard]] Report command_report(const nlohmann::json& command, const Place& log, const std::string& log_time);

class ForgetCommands {
 public:
  using Owner = std::pair<std::string, std::string>;  ///< persona, id

  explicit ForgetCommands(Question question);

  /// Any record of the log.
  void take(const log::Record& record);

  /// The command that made the persona forget the turn; null if there is none. `timestamp`: ISO 8601; a command that
  /// names the session or the persona reaches the turns up to its log time.
  [[nodiscard]] Report of_turn(const Owner& turn, const std::string& session, const std::string& timestamp) const;
  /// The ids that fit the question and that commands name, each with the first such command.
  [[nodiscard]] const std::map<Owner, Report>& named() const { return named_; }

 private:
  /// The log time in milliseconds up to which a command reaches turns, and the command.
  using Reach = std::pair<std::int64_t, Report>;
  static Report reached(const Reach& reach, const std::string& timestamp);

  Question question_;
  std::map<Owner, Report> named_;
  std::map<Owner, Reach> sessions_;
  std::map<std::string, Reach> personas_;
};

}  // namespace turnstream::app
