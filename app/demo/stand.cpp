#include "app/demo/stand.h"

#include "app/data/ulid.h"
#include "app/demo/demo_turns.h"
#include "app/log_access/digests.h"
#include "app/log_access/topic_specs.h"
#include "app/run/pipeline_host.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/sha256.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kStop{5'000};
constexpr std::int64_t kCommitRecords = 10;
constexpr std::int64_t kFutureMs = std::int64_t{400} * 24 * 3600 * 1000;
constexpr std::int64_t kFirstCommandMs = 1'768'240'800'000;  // 12 January 2026, 18:00: when the sample turns end
constexpr std::string_view kSender = "demo";

/// Publishes the sample turns. The key of a valid turn is its persona; an invalid turn has no key.
Status publish_turns(log::Client& client, const settings::Settings& settings) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Producer> producer, client.make_producer("demo"));
  const std::string& topic = settings.intake.turns_topics.front();
  codec::TurnParser parser;
  for (const std::string_view turn : demo_turns()) {
    const Result<const model::StateExport*> parsed = parser.parse(turn);
    std::optional<std::string_view> key;
    if (parsed.ok()) {
      key = (*parsed)->agent_id;
    }
    const Partition partition =
        partition_of_key(key.value_or(turn), static_cast<std::int32_t>(settings.topics.partitions));
    TS_RETURN_IF_ERROR(producer->produce({topic, partition, key, turn, {}}));
  }
  return producer->flush(kStop);
}

}  // namespace

settings::Settings demo_settings(const settings::Settings& given) {
  settings::Settings settings = given;
  settings.intake.clock = "event";
  settings.intake.future_ms_max = kFutureMs;
  settings.topics.partitions = 1;
  settings.run.stages = {"all"};
  settings.run.commit_records_max = kCommitRecords;
  settings.run.commit_behind_records_max = kCommitRecords;
  return settings;
}

Stand::Stand(const Context& context, const settings::Settings& settings)
    : context_(context), settings_(settings), stages_(stage_names_of(context.catalog)) {}

Result<bool> Stand::take_turns(const StopSignal& signal, runtime::CrashPoints* crash_points) {
  TS_RETURN_IF_ERROR(ensure_topics(client().admin(), topic_specs(settings_, stages_), settings_));
  TS_RETURN_IF_ERROR(publish_turns(client(), settings_));
  return process(signal, crash_points);
}

Result<bool> Stand::take_commands(const StopSignal& signal, std::span<const DemoCommand> commands,
                                  std::vector<std::string>& ids) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Producer> producer, client().make_producer("demo"));
  const std::string topic = model::TopicNames(settings_.topics.name_space).commands();
  for (const DemoCommand& command : commands) {
    const std::int64_t time_ms = kFirstCommandMs + commands_;
    ids.push_back(make_ulid(time_ms, command.kind + command.args_json + std::to_string(commands_++)));
    const bool has_persona = !command.persona.empty();
    std::string value;
    json::Writer writer(value);
    writer.begin_object().string("kind", command.kind).string("command_id", ids.back());
    writer.string_or_null("persona_id", has_persona ? std::optional(command.persona) : std::nullopt);
    writer.string("issued_by", kSender).null("issued_at").null("caused_by").raw("args", command.args_json).end_object();
    const std::optional<std::string_view> key =
        has_persona ? std::optional<std::string_view>(command.persona) : std::nullopt;
    TS_RETURN_IF_ERROR(producer->produce({topic, Partition{0}, key, value, {}}));
  }
  TS_RETURN_IF_ERROR(producer->flush(kStop));
  return process(signal, nullptr);
}

Result<bool> Stand::process(const StopSignal& signal, runtime::CrashPoints* crash_points) {
  HostParts parts{client(), store_, clock_, "demo", "", nullptr};
  parts.crash_points = crash_points;
  TS_ASSIGN_OR_RETURN(const auto host, PipelineHost::make(settings_, context_.catalog, parts));
  host->supervisor().start();
  const bool is_drained = host->supervisor().wait_until_drained(signal.token());
  if (std::optional<Error> failure = host->supervisor().stop(kStop)) {
    return *std::move(failure);
  }
  return is_drained;
}

Result<std::string> Stand::digest() {
  const model::TopicNames names(settings_.topics.name_space);
  TS_ASSIGN_OR_RETURN(const NamespaceDigest found, DigestReader(client(), names, names.log(), kStop).read(stages_));
  std::string text;
  for (const StageDigest& stage : found.stages) {
    text += stage.state + stage.completions;
  }
  for (const OutputDigest& output : found.outputs) {
    text += output.digest;
  }
  return to_hex(sha256(text));
}

}  // namespace turnstream::app
