#include "app/status/look.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <thread>

#include "app/http/http_call.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::milliseconds kAnswer{2'000};
constexpr int kGood = 200;
constexpr int kUnauthorized = 401;
constexpr int kForbidden = 403;

Status add_registered(std::vector<Target>& targets, const std::string& directory) {
  TS_ASSIGN_OR_RETURN(std::optional<Endpoint> endpoint, read_endpoint(directory));
  if (endpoint) {
    std::string address = endpoint->address;
    targets.push_back({std::move(address), std::move(endpoint), StateDirectory::http_socket(directory)});
  }
  return {};
}

void refuse(Look& look, const std::string& why) {
  look.why = why;
  if (look.target.registered && !is_running(*look.target.registered)) {
    look.answer = Answer::kEnded;
    look.why = "process " + std::to_string(look.target.registered->pid) + " has ended without a normal stop";
  }
}

void ask(Look& look, const Clock& clock) {
  const bool through_socket = look.target.registered && look.target.address.empty();
  if (through_socket && look.target.registered->listens) {
    return refuse(look, "it is starting, and has not opened its port yet");
  }
  const std::optional<HttpAddress> address = parse_address(look.target.address);
  if (!through_socket && !address) {
    return refuse(look, "its address is not of the form HOST:PORT");
  }
  const HttpPlace socket = HttpSocket{look.target.socket};
  const HttpPlace place = through_socket ? socket : HttpPlace(*address);
  Result<HttpReply> reply = http_call(place, {.path = "/status", .token = look.target.token, .timeout = kAnswer});
  if (reply.ok() && reply->status == kUnauthorized && look.target.registered) {
    reply = http_call(socket, {.path = "/status", .timeout = kAnswer});
  }
  look.at = clock.monotonic_now();
  if (!reply.ok()) {
    return refuse(look, reply.error().message + (through_socket ? " through " + look.target.socket : ""));
  }
  if (reply->status == kUnauthorized || reply->status == kForbidden) {
    return refuse(look, "it wants a token with the scope admin, in the environment as TURNSTREAM_TOKEN");
  }
  std::optional<ProcessStatus> status = parse_process_status(reply->body);
  if (reply->status != kGood || !status) {
    return refuse(look, "what answers there is not a `turnstream run` of this version");
  }
  if (look.target.registered && status->pid != look.target.registered->pid) {
    return refuse(look, "another process, " + std::to_string(status->pid.value_or(0)) + ", answers there");
  }
  look.status = *std::move(status);
  look.answer = Answer::kAnswered;
}

}  // namespace

Result<std::vector<Target>> registered_targets(const std::string& directory) {
  std::vector<Target> targets;
  TS_RETURN_IF_ERROR(add_registered(targets, directory));
  std::vector<std::string> below;
  std::error_code failure;
  for (std::filesystem::directory_iterator it(directory, failure), end; !failure && it != end; it.increment(failure)) {
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      below.push_back(it->path().string());
    }
  }
  std::sort(below.begin(), below.end());
  for (const std::string& folder : below) {
    TS_RETURN_IF_ERROR(add_registered(targets, folder));
  }
  return targets;
}

bool is_same_place(const Target& one, const Target& other) {
  return one.address == other.address && (!one.address.empty() || one.socket == other.socket);
}

std::vector<Look> look_at(const std::vector<Target>& targets, const Clock& clock) {
  std::vector<Look> looks(targets.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    looks[i].target = targets[i];
    threads.emplace_back([&look = looks[i], &clock] { ask(look, clock); });
  }
  threads.clear();  // joins them
  const auto repeats = [&looks](const Look& look) {
    const auto first = std::find_if(looks.begin(), looks.end(), [&](const Look& other) {
      return other.answer == Answer::kAnswered && is_same_place(other.target, look.target);
    });
    return look.answer == Answer::kAnswered && &*first != &look;
  };
  std::vector<Look> once;
  std::copy_if(looks.begin(), looks.end(), std::back_inserter(once), std::not_fn(repeats));
  return once;
}

Result<std::vector<ProcessStatus>> processes_without_log(const std::string& directory, const Clock& clock) {
  TS_ASSIGN_OR_RETURN(const std::vector<Target> targets, registered_targets(directory));
  std::vector<ProcessStatus> waiting;
  for (const Look& look : look_at(targets, clock)) {
    if (look.answer == Answer::kAnswered && look.status.log_lost_since_ms) {
      waiting.push_back(look.status);
    }
  }
  return waiting;
}

}  // namespace turnstream::app
