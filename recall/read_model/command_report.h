#pragma once
// CommandReport: what the stages did for a command of a persona, in numbers, without any text of memory. CommandReporter makes it
// from the answers to one record. Threads: values; a reporter one.

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::recall {

struct CommandReport {
  std::string command_id;
  LogTime log_time;
  std::string json;  ///< a JSON object, which GET /v1/commands/{id} shows
};

class CommandReporter {
 public:
  explicit CommandReporter(const log::Record& record);

  /// Takes the next part of an answer. Of other personas it counts nothing.
  void take(const model::Completion& part);
  /// Absent if the record is not a command of a persona, or one of recall's own accesses.
  [[nodiscard]] std::optional<CommandReport> report() const;

 private:
  struct OfStage {
    model::CompletionStatus status = model::CompletionStatus::kSuccess;
    std::optional<model::CompletionError> error;
    std::map<std::string, std::map<model::ChangeOp, std::int64_t>> changes;  ///< by kind
  };

  std::string persona_;
  std::string kind_;  ///< of the command; empty: no report
  std::string command_id_;
  model::LogPosition log_;
  LogTime log_time_;
  std::map<std::string, OfStage> stages_;
};

}  // namespace turnstream::recall
