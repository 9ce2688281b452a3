#pragma once
// CommandAnswers: waits for the completions with which the stages answer commands that were just sent. Threads: one.
// Lifetime: borrows the context and the client.

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"
#include "pipeline/model/completion.h"

namespace turnstream::app {

class CommandAnswers {
 public:
  /// Called with each part of a completion of a command that is waited for.
  using PartVisitor = std::function<Status(const model::Completion& part)>;

  /// Notes the ends of the completions topics, so that only later answers are read. Call it before the commands are sent.
  static Result<CommandAnswers> begin(const Context& context, log::Client& client);

  /// Waits until each stage of the program has answered each of the commands, at most `timeout` after the last new record.
  /// Returns the names of the stages that have not answered all of them. It may be called again for other commands.
  Result<std::set<std::string>> wait(const std::set<std::string>& command_ids, log::milliseconds timeout,
                                     const PartVisitor& visit);

 private:
  CommandAnswers(const Context& context, log::Client& client) : context_(context), client_(client) {}
  Result<bool> read_new();
  Status take(const std::string& stage, const log::Record& record);

  const Context& context_;
  log::Client& client_;
  std::map<std::string, std::vector<log::Position>> positions_;  ///< of the completions topics, by stage
  /// The parts of completions of commands since begin(), by command id and stage.
  std::map<std::string, std::map<std::string, std::vector<model::Completion>>> answers_;
};

}  // namespace turnstream::app
