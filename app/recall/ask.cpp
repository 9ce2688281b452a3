#include "app/recall/ask.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <poll.h>

#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/recall/recall_host.h"
#include "app/status/endpoint.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr int kGood = 200;
constexpr std::string_view kNoPath = "There is nothing at this path.";  // route_table.cpp
constexpr std::string_view kNoRecall =
    "the `turnstream run` of this state directory does not run recall: start it with --stages all, or give the --state of one "
    "that runs --stages recall";
constexpr std::int64_t kOthersMaxUs = 10'000'000;
constexpr int kBetweenAttemptsMs = 50;
constexpr std::chrono::milliseconds kBeyondWait{20'000};  ///< for a request, in addition to recall.after_turn_ms

Result<std::string> answer_in(const HttpReply& reply) {
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

using Own = std::function<Result<std::string>(recall::Recall&)>;

Result<std::string> ask_store(const Context& context, const std::string& directory, const Own& own) {
  TS_ASSIGN_OR_RETURN(
      const std::unique_ptr<RecallHost> host,
      RecallHost::open_to_read(context.settings(), StateDirectory::in(directory, state_names::kRecall)));
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

/// What one attempt comes to. `may_pass`: the reason of the error may soon be over.
struct Attempt {
  Result<std::string> answer;
  bool may_pass = false;
};

Attempt attempt(const Context& context, const std::string& directory, const HttpCall& call, const Own& own) {
  const Result<std::optional<Endpoint>> endpoint = read_endpoint(directory);
  if (!endpoint.ok()) {
    return {endpoint.error()};
  }
  if (*endpoint && is_running(**endpoint)) {
    const Result<HttpReply> reply = http_call(HttpSocket{StateDirectory::http_socket(directory)}, call);
    return reply.ok() ? Attempt{answer_in(*reply)} : Attempt{reply.error(), true};
  }
  const Result<ReadLock> lock = ReadLock::take(directory);
  return lock.ok() ? Attempt{ask_store(context, directory, own)}
                   : Attempt{lock.error(), lock.error().code == error_codes::kStateInUse};
}

}  // namespace

/// A process that has the directory may have just begun, so that it does not listen yet, or be a verb that soon ends.
Result<std::string> ask_memory(const Context& context, HttpCall call, const Own& own) {
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  call.timeout = std::chrono::milliseconds(context.settings().recall.after_turn_ms) + kBeyondWait;
  const SystemClock clock;
  const std::int64_t end_us = clock.monotonic_now().value() + kOthersMaxUs;
  while (true) {
    Attempt made = attempt(context, directory, call, own);
    if (!made.may_pass || clock.monotonic_now().value() >= end_us) {
      return std::move(made.answer);
    }
    ::poll(nullptr, 0, kBetweenAttemptsMs);
  }
}

}  // namespace turnstream::app
