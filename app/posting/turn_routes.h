#pragma once
// TurnRoutes: POST /v1/turns. It checks the turns of the body as intake does, writes those that are in order to the turns topic,
// and says where each is; with ?wait=memory also what became of it. Threads: the handlers any. Lifetime: borrows context, client
// and recall.

#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

#include "app/context.h"
#include "app/http/http_route.h"
#include "app/posting/posted_turns.h"
#include "app/posting/turn_sender.h"
#include "app/recall/recall_host.h"
#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "recall/read_model/applied_turns.h"

namespace turnstream::app {

/// A turn that was posted, with what became of it.
struct SentTurn {
  PostedTurn turn;
  std::optional<StoredTurn> stored;
  std::optional<Error> unknown;  ///< why it is not known whether the topic has it
  std::optional<recall::AppliedTurn> applied;
};

class TurnRoutes {
 public:
  /// `recall`: null if the process does not run it, so that it cannot wait for memory.
  TurnRoutes(const Context& context, log::Client& client, RecallHost* recall)
      : context_(context), recall_(recall), sender_(context, client) {}

  /// The routes must not be used after this object is destroyed.
  HttpRoutes routes();

 private:
  HttpAnswer post(const HttpRequest& request);
  /// Of the turns that are in order, and of those that are too early, which may be in order a moment later.
  std::vector<ConcernedPersona> personas_of(const HttpRequest& request);
  void wait_for_memory(std::vector<SentTurn>& all, std::chrono::milliseconds time, const std::stop_token& stop);

  const Context& context_;
  RecallHost* const recall_;
  std::atomic<int> waiting_{0};  ///< requests that wait for memory
  const SystemClock clock_;
  TurnIds ids_;
  TurnSender sender_;
};

}  // namespace turnstream::app
