#include "app/recall/ask.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/recall/recall_host.h"
#include "app/status/endpoint.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr int kGood = 200;
constexpr std::string_view kNoPath = "There is nothing at this path.";  // route_table.cpp
constexpr std::string_view kNoRecall =
    "the `turnstream run` of this state directory does not run recall: start it with --stages all, or give the --state of one "
    "that runs --stages recall";
constexpr std::chrono::milliseconds kBeyondWait{20'000};  ///< for a request, in addition to recall.after_turn_ms

Result<std::string> ask_process(const Context& context, const std::string& directory, HttpCall call) {
  call.timeout = std::chrono::milliseconds(context.settings().recall.after_turn_ms) + kBeyondWait;
  TS_ASSIGN_OR_RETURN(const HttpReply reply, http_call(HttpSocket{StateDirectory::http_socket(directory)}, call));
  if (reply.status == kGood) {
    return reply.body;
  }
  const nlohmann::json problem = json::parse_document(reply.body);
  const std::string detail = problem.is_object() ? problem.value("detail", reply.body) : reply.body;
  switch (reply.status) {
    case 400:
      return usage_error(detail);
    case 404:
      return error_of(error_codes::kNotFound, detail.starts_with(kNoPath) ? std::string(kNoRecall) : detail);
    case 410:
      return error_of(error_codes::kHistoryDropped, detail);
    case 504:
      return error_of(error_codes::kTurnNotApplied, detail);
    default:
      return error_of(error_codes::kNoAnswer, detail);
  }
}

Result<std::string> ask_store(const Context& context, const std::string& path,
                              const std::function<Result<std::string>(recall::Recall&)>& own) {
  TS_ASSIGN_OR_RETURN(const StateDirectory directory, StateDirectory::open(path, "recall"));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<RecallHost> host,
                      RecallHost::open(context.settings(), directory.recall_folder()));
  LogTime newest;
  for (const recall::Progress& progress : host->model().progress()) {
    newest = std::max(newest, progress.log_time);
  }
  if (!context.quiet) {
    context.err() << (newest.value() == 0 ? "memory is empty: no `turnstream run` has used this state directory"
                                          : "no process runs: memory as of " + format_time(newest.value()))
                  << "\n";
  }
  Result<std::string> answer = own(host->recall());
  if (!answer.ok() && answer.error().code == error_codes::kBadQuery) {
    return usage_error(answer.error().message);
  }
  return answer;
}

}  // namespace

Result<std::string> ask_memory(const Context& context, HttpCall call,
                               const std::function<Result<std::string>(recall::Recall&)>& own) {
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  TS_ASSIGN_OR_RETURN(const std::optional<Endpoint> endpoint, read_endpoint(directory));
  const bool runs = endpoint && is_running(*endpoint);
  return runs ? ask_process(context, directory, std::move(call)) : ask_store(context, directory, own);
}

std::string url_escaped(std::string_view text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    if (kPlain.find(c) != std::string_view::npos) {
      escaped.push_back(c);
    } else {
      const auto byte = static_cast<unsigned char>(c);
      escaped.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
  }
  return escaped;
}

}  // namespace turnstream::app
