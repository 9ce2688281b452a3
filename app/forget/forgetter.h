#pragma once
// Forgetter: names what a person wants forgotten in commands, waits for the stages, and reports what they removed and which
// topics can still contain text. Threads: one. Lifetime: borrows context, log and request.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/forget/forget_request.h"
#include "app/forget/remains.h"
#include "app/log_access/command_answers.h"
#include "app/log_access/open_log.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

struct ForgetReport {
  std::vector<std::string> commands;
  bool is_answered = false;  ///< false: no process runs the stages, or the caller did not want to wait
  std::map<std::string, std::map<std::string, std::int64_t>> removed;  ///< by stage and kind
  std::set<std::string> unanswered;                                    ///< stages
  std::vector<Remains> remains;

  [[nodiscard]] std::int64_t sum() const;
};

class Forgetter {
 public:
  Forgetter(const Context& context, OpenLog& log, const ForgetRequest& request);

  /// `ids`: of find_ids_to_forget(). Error "input_refused": intake refused the command.
  Result<ForgetReport> send(const std::vector<std::string>& ids);

 private:
  Result<std::vector<log::Position>> ends_of(const std::string& topic);
  Status collect(CommandAnswers& answers, ForgetReport& report);
  Result<std::set<std::string>> find_unshares(const std::vector<std::string>& commands);

  const Context& context_;
  OpenLog& log_;
  const ForgetRequest& request_;
  model::TopicNames names_;
  log::milliseconds timeout_;
  std::vector<log::Position> maintenance_;  ///< the ends of the topic before the commands were sent
};

}  // namespace turnstream::app
