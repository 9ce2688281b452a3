#include "app/recall/access_reporter.h"

#include <span>
#include <utility>

#include "pipeline/base/log_line.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr std::chrono::seconds kInterval{5};
constexpr std::size_t kWaitingMax = 100'000;

std::string args_of(std::span<const std::string> ids) {
  std::string args;
  json::Writer json(args);
  json.begin_object().begin_array("ids");
  for (const std::string& id : ids) {
    json.string(id);
  }
  json.end_array().end_object();
  return args;
}

}  // namespace

AccessReporter::AccessReporter(const Context& context, log::Client& client)
    : context_(context), client_(client), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void AccessReporter::note(const std::string& persona, const std::vector<std::string>& ids) {
  const MutexLock lock(mutex_);
  std::set<std::string>& of_persona = waiting_[persona];
  for (const std::string& id : ids) {
    if (count_ < kWaitingMax && of_persona.insert(id).second) {
      ++count_;
    }
  }
}

/// What waits at the end of the process is dropped: a stop must not wait for the log.
void AccessReporter::run(const std::stop_token& stop) noexcept {
  std::optional<CommandSender> sender;
  while (!stop.stop_requested()) {
    Waiting waiting;
    {
      const MutexLock lock(mutex_);
      never_.pause(mutex_, stop, kInterval);
      waiting = std::exchange(waiting_, {});
      count_ = 0;
    }
    if (waiting.empty() || stop.stop_requested()) {
      continue;
    }
    if (const Status status = send(waiting, sender, stop); !status.ok()) {
      sender.reset();
      LogLine(LogLevel::kWarning, "accesses_dropped")
          .with("code", status.error().code)
          .with("message", status.error().message);
    }
  }
}

Status AccessReporter::send(const Waiting& waiting, std::optional<CommandSender>& sender, const std::stop_token& stop) {
  TS_RETURN_IF_ERROR(open_sender(context_, client_, sender));
  for (const auto& [persona, ids] : waiting) {
    if (ids.empty()) {
      continue;
    }
    const std::vector<std::string> all(ids.begin(), ids.end());
    for (const std::span<const std::string> part : parts_of(all)) {
      TS_RETURN_IF_ERROR(sender->send({"access", persona, args_of(part), "recall"}));
    }
  }
  return sender->flush(stop);
}

}  // namespace turnstream::app
