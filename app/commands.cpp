#include "app/commands.h"

#include <algorithm>
#include <unistd.h>

#include "app/data/ulid.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/check.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/codec/command.h"
#include "pipeline/json/tape.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/command_args.h"

namespace turnstream::app {
namespace {

/// The maximum size of a command in bytes, for intake and for the commands topic. It is checked before sending: if
/// intake refuses a command, its sender receives no error.
std::size_t bytes_max(const settings::TopicsSettings& topics) {
  constexpr std::size_t kRoomForHeaders = std::size_t{64} * 1024;
  return std::min(json::kLogBytesMax, static_cast<std::size_t>(topics.record_bytes_max) - kRoomForHeaders);
}

}  // namespace

Result<CommandSender> CommandSender::open(const Context& context, log::Client& client) {
  const log::TopicSpec spec = commands_spec(context.settings().topics);
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, create_topic(client.admin(), spec, answer_timeout(context)));
  TS_ASSIGN_OR_RETURN(std::unique_ptr<log::Producer> producer, client.make_producer("command"));
  return CommandSender(context, std::move(producer), spec.name, partitions);
}

Status open_sender(const Context& context, log::Client& client, std::optional<CommandSender>& sender) {
  constexpr log::milliseconds kProbe{1'500};  // a stop waits for it
  TS_RETURN_IF_ERROR(client.admin().probe(kProbe));
  if (!sender) {
    TS_ASSIGN_OR_RETURN(CommandSender opened, CommandSender::open(context, client));
    sender.emplace(std::move(opened));
  }
  return {};
}

std::vector<std::span<const std::string>> parts_of(std::span<const std::string> ids) {
  std::vector<std::span<const std::string>> parts;
  do {
    parts.push_back(ids.first(std::min(ids.size(), model::kCommandIdsMax)));
    ids = ids.subspan(parts.back().size());
  } while (!ids.empty());
  return parts;
}

Result<std::string> CommandSender::send(const OutgoingCommand& command) {
  CHECK(command.persona.has_value());
  return send_to(partition_of_key(*command.persona, partitions_), command);
}

Result<std::string> CommandSender::send_to(Partition partition, const OutgoingCommand& command) {
  const std::int64_t now_ms = SystemClock().wall_now().value();
  const std::string seed = command.kind + command.args_json + std::to_string(partition.value()) +
                           std::to_string(::getpid()) + "/" + std::to_string(++sent_);
  std::string value;
  json::Writer writer(value);
  std::string id = make_ulid(now_ms, seed);
  writer.begin_object().string("kind", command.kind).string("command_id", id);
  writer.string_or_null("persona_id", command.persona);
  writer.string("issued_by", command.issued_by.empty() ? "cli:" + context_.environment("USER").value_or("unknown")
                                                       : command.issued_by);
  writer.time("issued_at", now_ms).null("caused_by").raw("args", command.args_json).end_object();
  if (const std::size_t max = bytes_max(context_.settings().topics); value.size() > max) {
    return error_of(error_codes::kTooLarge, "the command has " + std::to_string(value.size()) + " bytes, but at most " +
                                                std::to_string(max) + " are accepted.");
  }
  codec::CommandParser parser;
  if (const auto parsed = parser.parse(value); !parsed.ok()) {
    return usage_error("the " + command.kind + " was not sent, because it would be refused: " + parsed.error().message);
  }
  const std::vector<log::Header> headers = {{"kind", command.kind}};
  const std::optional<std::string_view> key =
      command.persona ? std::optional<std::string_view>{*command.persona} : std::nullopt;
  TS_RETURN_IF_ERROR(producer_->produce({topic_, partition, key, value, headers}));
  return id;
}

Status CommandSender::flush() {
  return producer_->flush(answer_timeout(context_));
}

Status CommandSender::flush(const std::stop_token& stop) {
  constexpr log::milliseconds kSlice{200};
  log::milliseconds left = answer_timeout(context_);
  for (; left > kSlice && !stop.stop_requested(); left -= kSlice) {
    const Status flushed = producer_->flush(kSlice);
    if (flushed.ok() || flushed.error().code != error_codes::kTimedOut) {
      return flushed;
    }
  }
  return stop.stop_requested() ? error_of(error_codes::kStopped, "stopped before the log had stored the commands")
                               : producer_->flush(left);
}

}  // namespace turnstream::app
