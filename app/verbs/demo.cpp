#include "app/demo/demo_report.h"
#include "app/demo/demo_turns.h"
#include "app/log_access/topic_specs.h"
#include "app/log_sink.h"
#include "app/run/pipeline_host.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kStop{5'000};

/// As any producer would: keyed by persona, valid or not.
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

/// In memory, with the turns' own time, whatever the settings say: a demonstration changes nothing anywhere.
settings::Settings demo_settings(const settings::Settings& given) {
  settings::Settings settings = given;
  settings.intake.clock = "event";
  settings.topics.partitions = 1;
  settings.run.stages = {"all"};
  return settings;
}

Result<ExitCode> demo(Context& context) {
  const settings::Settings settings = demo_settings(context.settings());
  const std::vector<std::string> stages = stage_names_of(context.catalog);
  // What happens is told below; of the log lines only errors are of interest here.
  install_log_sink({.level = context.settings().log.level == "info" ? "error" : context.settings().log.level,
                    .json = context.settings().log.format == "json"});
  const StopSignal signal;
  const SystemClock clock;
  log::embedded::Cluster cluster(clock);
  const std::unique_ptr<log::Client> client = log::embedded::make_client(cluster);
  TS_RETURN_IF_ERROR(ensure_topics(client->admin(), topic_specs(settings, stages), settings));
  TS_RETURN_IF_ERROR(publish_turns(*client, settings));
  context.out() << "published " << demo_turns().size() << " turns of two personas, a week of January 2026\n";
  store::MemoryStore store;
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<PipelineHost> host,
                      PipelineHost::make(settings, context.catalog, {*client, store, clock, "demo", "", nullptr}));
  host->supervisor().start();
  const bool is_drained = host->supervisor().wait_until_drained(signal.token());
  if (std::optional<Error> failure = host->supervisor().stop(kStop)) {
    return *std::move(failure);
  }
  if (!is_drained) {
    return ExitCode::kDone;
  }
  DemoReport report(*client, model::TopicNames(settings.topics.name_space), stages);
  TS_RETURN_IF_ERROR(report.print(context.out()));
  return ExitCode::kDone;
}

}  // namespace

void add_demo(VerbSet& verbs) {
  CLI::App& command = verbs.add({.name = "demo",
                                 .summary = "Show what becomes of a week of turns, in memory; nothing is kept",
                                 .examples = "turnstream demo\nturnstream demo --quiet"});
  verbs.on_run(command, demo);
}

}  // namespace turnstream::app
