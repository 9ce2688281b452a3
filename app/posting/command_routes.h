#pragma once
// CommandRoutes: commands over HTTP. POST /v1/forget, /v1/commands/sweep and /v1/commands/access send one and answer with its id; GET
// /v1/commands/{id}?persona=NAME says what the stages did for it. A forget names what is tied to the ids or the user, for
// which topics are read from their beginning, so one is answered at a time. Threads: the handlers any. Lifetime: borrows context,
// client and recall.

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/context.h"
#include "app/forget/forget_request.h"
#include "app/http/http_route.h"
#include "app/http/one_at_a_time.h"
#include "app/recall/recall_host.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class CommandRoutes {
 public:
  CommandRoutes(const Context& context, log::Client& client, RecallHost& recall)
      : context_(context), client_(client), recall_(recall) {}

  /// The routes must not be used after this object is destroyed.
  HttpRoutes routes();

 private:
  using Name = std::pair<std::string, std::string>;  ///< persona, command
  using Send = std::function<Result<std::vector<std::string>>(CommandSender&)>;

  HttpAnswer forget(const HttpRequest& request);
  HttpAnswer sweep(const HttpRequest& request);
  HttpAnswer access(const HttpRequest& request);
  HttpAnswer report(const HttpRequest& request);
  Result<std::vector<std::string>> send_forget_of(const ForgetRequest& request, const std::stop_token& stop);
  /// Sends one command with these args, and answers.
  HttpAnswer send(const std::string& kind, const std::string& persona, std::string args_json,
                  const std::stop_token& stop);
  /// Calls `send` with the open sender, and waits until the log has stored the commands. Returns their ids. The message of an error
  /// says whether they may be stored.
  Status open(const std::stop_token& stop) REQUIRES(mutex_);
  Result<std::vector<std::string>> send_all(const std::string& persona, const Send& send, const std::stop_token& stop);

  const Context& context_;
  log::Client& client_;
  RecallHost& recall_;
  OneAtATime one_;  ///< a forget reads the topics
  Mutex mutex_;     ///< held while commands are written
  std::optional<CommandSender> sender_ GUARDED_BY(mutex_);
  Mutex sent_mutex_;
  std::set<Name> sent_ GUARDED_BY(sent_mutex_);
  std::deque<std::set<Name>::iterator> order_ GUARDED_BY(sent_mutex_);  ///< the oldest first
};

}  // namespace turnstream::app
