#pragma once
// ForgetRequest: what a person wants forgotten; the commands that say it. Threads: any; no state.

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/context.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

struct ForgetRequest {
  std::string persona;
  std::vector<std::string> ids;
  std::string session;  ///< session, user: empty: none
  std::string user;
  bool all = false;
  std::string confirm;
  bool block = false;
  std::int64_t wait_s = 30;
};

/// The ids that the commands must name: those of the request, and what is tied to them (ties.h). Reads the completions from their
/// beginning, for a user also the log. Errors: of the log; "stopped" when a stop is requested.
Result<std::vector<std::string>> find_ids_to_forget(const Context& context, log::Client& client,
                                                    const ForgetRequest& request, const std::stop_token& stop = {});

/// Sends the commands, each with at most model::kCommandIdsMax ids, and does not flush. Returns their ids.
Result<std::vector<std::string>> send_forget(CommandSender& sender, const ForgetRequest& request,
                                             const std::vector<std::string>& ids, const std::string& issued_by = {});

}  // namespace turnstream::app
