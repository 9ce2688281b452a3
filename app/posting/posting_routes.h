#pragma once
// PostingRoutes: the routes with which clients send turns and commands. Threads: the handlers any. Lifetime: borrows context, client
// and recall.

#include <optional>

#include "app/context.h"
#include "app/http/http_route.h"
#include "app/posting/command_routes.h"
#include "app/posting/turn_routes.h"
#include "app/recall/recall_host.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

class PostingRoutes {
 public:
  /// `recall`: null if the process does not run it: then there are no commands, whose reports it has.
  PostingRoutes(const Context& context, log::Client& client, RecallHost* recall) : turns_(context, client, recall) {
    if (recall != nullptr) {
      commands_.emplace(context, client, *recall);
    }
  }

  /// The routes must not be used after this object is destroyed.
  HttpRoutes routes() {
    HttpRoutes all = turns_.routes();
    for (HttpRoute& route : commands_ ? commands_->routes() : HttpRoutes()) {
      all.push_back(std::move(route));
    }
    return all;
  }

 private:
  TurnRoutes turns_;
  std::optional<CommandRoutes> commands_;
};

}  // namespace turnstream::app
