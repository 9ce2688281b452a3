#include <algorithm>
#include <stop_token>

#include "app/dead_letters/dead_letter_routes.h"
#include "app/errors.h"
#include "app/files/files_follower.h"
#include "app/http/http_server.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/recall/recall_host.h"
#include "app/run/background.h"
#include "app/run/careful_start.h"
#include "app/run/held_turns.h"
#include "app/run/pipeline_host.h"
#include "app/run/recall_meters.h"
#include "app/run/run_health.h"
#include "app/run/run_routes.h"
#include "app/run/serve.h"
#include "app/run/stop_deadline.h"
#include "app/status/endpoint.h"
#include "app/stop_signal.h"
#include "app/verbs/run_pipeline.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/log_line.h"
#include "pipeline/runtime/state_purger.h"
#include "pipeline/store/rocks_store.h"

namespace turnstream::app {
namespace {

struct RunFlags {
  bool until_drained = false;
  bool accept_loss = false;
  bool background = false;
  std::string log_of;
};

/// Checks the existing topics and creates the missing ones. A run that reads the log of another namespace needs no log,
/// commands topic or turns topic of its own.
Status prepare_topics(Context& context, log::Client& client, const std::string& log_of) {
  const settings::Settings& settings = context.settings();
  const std::vector<std::string> stages = stage_names_of(context.catalog);
  std::vector<log::TopicSpec> specs = topic_specs(settings, stages);
  const model::TopicNames names(settings.topics.name_space);
  if (!log_of.empty()) {
    const std::string source = model::TopicNames(log_of).log();
    TS_ASSIGN_OR_RETURN(const std::int32_t partitions,
                        partition_count(client.admin(), source, answer_timeout(context)));
    if (partitions != settings.topics.partitions) {
      return error_of(error_codes::kSettings, partitions == 0 ? "--log-of " + log_of + ": there is no topic " + source
                                                              : source + " has " + std::to_string(partitions) +
                                                                    " partitions: set topics.partitions to that");
    }
    specs = without_input(std::move(specs), settings);
  }
  TS_RETURN_IF_ERROR(check_undeleted(client.admin(), specs, names, stages, answer_timeout(context)));
  TS_RETURN_IF_ERROR(ensure_topics(client.admin(), specs, settings));
  TS_RETURN_IF_ERROR(
      check_stage_topics(client.admin(), names, stages, settings.topics.delete_retention_ms, answer_timeout(context)));
  for (const std::string& sentence :
       late_changelogs(client.admin(), names, stages, settings.topics.purge_ms, answer_timeout(context))) {
    LogLine(LogLevel::kWarning, "purge_is_late").with("message", sentence);
  }
  return log_of.empty() ? check_log_topics(client.admin(), names, stages, answer_timeout(context)) : Status();
}

/// With --log-of, the stages take the settings of memory from the log that they read, so others would have no effect.
Status refuse_memory_settings(const Context& context, const std::string& log_of) {
  const auto& values = context.loaded.values;
  const auto given = std::find_if(values.begin(), values.end(), [](const settings::Resolved& value) {
    return value.name.starts_with("memory.") && value.origin != "default";
  });
  if (log_of.empty() || given == values.end()) {
    return {};
  }
  return usage_error(given->name + " (" + given->origin +
                     ") has no effect with --log-of: the settings of memory are "
                     "records of the log of " +
                     log_of + ", and the stages use those. Leave out the memory settings");
}

/// The endpoint that `status` finds before this run can answer.
Endpoint starting_endpoint(const settings::Settings& settings, const Clock& clock) {
  Endpoint endpoint = own_endpoint();
  endpoint.listens = !settings.http.listen.empty();
  endpoint.name_space = settings.topics.name_space;
  endpoint.instance = settings.run.instance;
  endpoint.grouping = settings.run.grouping;
  endpoint.started_ms = clock.wall_now().value();
  return endpoint;
}

Status show_address(RegisteredEndpoint& entry, Endpoint endpoint, const HttpServer& server, const RunIdentity& run) {
  endpoint.address = address_of(server);
  endpoint.instance = run.instance;
  for (const StagePlace& place : run.stages) {
    endpoint.stages.push_back(place.stage);
  }
  return entry.update(endpoint);
}

std::vector<std::string> stages_of(const std::vector<StagePlace>& places) {
  std::vector<std::string> stages;
  for (const StagePlace& place : places) {
    if (place.phase > 0) {
      stages.push_back(place.stage);
    }
  }
  return stages;
}

/// `background`: null for a run in the terminal.
void tell_start(const settings::Settings& settings, const RunIdentity& run, Background* background) {
  LogLine(LogLevel::kInfo, "started")
      .with("namespace", settings.topics.name_space)
      .with("instance", run.instance)
      .with("grouping", settings.run.grouping)
      .with("workers", settings.run.workers)
      .with("log", run.log)
      .with("state", run.state_directory);
  if (background != nullptr) {
    background->ready();
  }
}

struct Running {
  const StopSignal& signal;
  const LogClock& clock;
  runtime::Supervisor& supervisor;
  StopDeadline& deadline;
  RecallHost* recall;    ///< null if this process does not run recall
  FilesFollower* files;  ///< null if it writes no files
};

/// Waits until recall and the files have all that the pipeline has made.
Status follow(const Running& running) {
  const std::stop_token stop = running.signal.token();
  TS_RETURN_IF_ERROR(running.recall == nullptr ? Status() : running.recall->follow(stop));
  return running.files == nullptr ? Status() : running.files->finish(stop);
}

/// Runs until a signal comes, the pipeline fails or, with --until-drained, all input is processed, also by recall and in the
/// files. Errors: the failure.
Result<ExitCode> run_until_stopped(const Context& context, const RunFlags& flags, const Running& running) {
  const auto& [signal, clock, supervisor, deadline, recall, files] = running;
  supervisor.start();
  bool is_drained = false;
  Status followed;
  if (flags.until_drained) {
    is_drained = supervisor.wait_until_drained(signal.token());
    followed = is_drained ? follow(running) : Status();
  } else {
    supervisor.wait(signal.token());
  }
  const Status held = is_drained ? check_held_turns(clock, supervisor) : Status();
  LogLine(LogLevel::kInfo, "stopping")
      .with("cause", is_drained                        ? "drained"
                     : signal.token().stop_requested() ? "signal"
                                                       : "failure");
  const auto tell = [&deadline = running.deadline](const std::optional<Error>& failure) {
    deadline.set_exit(failure ? exit_code_of(*failure) : ExitCode::kDone);
  };
  tell(supervisor.failure());
  deadline.arm();
  // Half of run.stop_ms_max is for the workers, the rest for the destruction of the other objects.
  std::optional<Error> failure = supervisor.stop(log::milliseconds{context.settings().run.stop_ms_max / 2});
  tell(failure);
  if (failure) {
    return *std::move(failure);
  }
  TS_RETURN_IF_ERROR(followed);
  TS_RETURN_IF_ERROR(held);
  return ExitCode::kDone;
}

/// Null for a run that reads the log of another namespace: it takes neither turns nor commands.
std::unique_ptr<PostingRoutes> posting_routes(const Context& context, log::Client& client, const RunFlags& flags,
                                              RecallHost* recall) {
  return flags.log_of.empty() ? std::make_unique<PostingRoutes>(context, client, recall) : nullptr;
}

Result<std::unique_ptr<store::RocksStore>> open_store(const settings::Settings& settings, const std::string& folder) {
  return store::RocksStore::open(folder, {static_cast<std::size_t>(settings.state.cache_bytes_max),
                                          static_cast<std::size_t>(settings.state.write_buffer_bytes_max)});
}

/// `background`: null for a run in the terminal.
Result<ExitCode> run(Context& context, const RunFlags& flags, Background* background) {
  TS_RETURN_IF_ERROR(refuse_memory_settings(context, flags.log_of));
  const settings::Settings& settings = context.settings();
  TS_ASSIGN_OR_RETURN(const std::string path, state_directory_path(context));
  TS_ASSIGN_OR_RETURN(std::vector<log::Unreadable> deadly,
                      find_deadly_records(context, StateDirectory::start_ledger(path)));
  const StopSignal signal;
  StopDeadline deadline(settings.run.stop_ms_max);
  // The deadline starts with the signal, which may come while the log or the store is being opened.
  const std::stop_callback on_signal(signal.token(), [&deadline] { deadline.arm(); });
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_for_run(context, background));
  log::Client& client = log->client();
  const StateDirectory& directory = *log->directory();
  LogClock& clock = *log->clock();
  const Endpoint starting = starting_endpoint(settings, clock);
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<RegisteredEndpoint> entry, RegisteredEndpoint::put(directory, starting));
  TS_ASSIGN_OR_RETURN(const std::string cluster, client.admin().cluster_id(answer_timeout(context)));
  TS_RETURN_IF_ERROR(directory.check_identity({settings.topics.name_space, cluster, settings.topics.partitions}));
  TS_RETURN_IF_ERROR(prepare_topics(context, client, flags.log_of));
  TS_ASSIGN_OR_RETURN(const std::string instance, directory.instance(settings.run.instance));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<runtime::CrashLedger> crashes,
                      runtime::CrashLedger::open(directory.crash_ledger()));
  runtime::StartLedger starts(StateDirectory::start_ledger(directory.path()));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<store::RocksStore> store, open_store(settings, directory.store_folder()));
  Metrics metrics;
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<PipelineHost> host,
                      PipelineHost::make(settings, context.catalog,
                                         {.client = client,
                                          .store = *store,
                                          .clock = clock,
                                          .instance = instance,
                                          .log_of = flags.log_of,
                                          .crashes = crashes.get(),
                                          .starts = &starts,
                                          .given_up = std::move(deadly),
                                          .metrics = &metrics,
                                          .until_drained = flags.until_drained,
                                          .accepts_loss = flags.accept_loss}));
  const RunIdentity identity{clock,
                             *store,
                             model::TopicNames(settings.topics.name_space),
                             directory.path(),
                             instance,
                             settings.run.grouping,
                             host->places(),
                             client.admin().description()};
  RunMeters meters(identity, metrics);
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<RecallHost> recall,
                      RecallHost::for_run(context, client, directory.recall_folder(), flags.log_of, flags.accept_loss));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<FilesFollower> files,
                      FilesFollower::for_run(settings, recall.get(), metrics));
  const std::unique_ptr<RecallMeters> recall_meters =
      recall == nullptr ? nullptr : std::make_unique<RecallMeters>(*recall, metrics);
  RunHealth health({clock, host->watched_topics(), settings.intake.turns_topics, settings.kafka.transaction_timeout_ms,
                    settings.kafka.bootstrap},
                   client, host->supervisor(), meters, metrics, recall_meters.get());
  const std::unique_ptr<PostingRoutes> posting = posting_routes(context, client, flags, recall.get());
  DeadLetterRoutes letters(context, client);
  HttpRoutes routes = served_routes(health, letters, recall.get(), posting.get());
  TS_ASSIGN_OR_RETURN(const auto server, serve(context, std::move(routes), metrics, directory.path(), recall.get()));
  TS_RETURN_IF_ERROR(show_address(*entry, starting, *server, identity));
  tell_start(settings, identity, background);
  runtime::StatePurger purger(*store, clock, stages_of(host->places()), settings.topics.partitions);
  purger.start();
  TS_ASSIGN_OR_RETURN(
      const ExitCode code,
      run_until_stopped(context, flags, {signal, clock, host->supervisor(), deadline, recall.get(), files.get()}));
  TS_RETURN_IF_ERROR(flags.until_drained ? purger.purge(signal.token()) : Status());
  return code;
}

}  // namespace

Result<ExitCode> run_pipeline(Context& context) {
  return run(context, {}, nullptr);
}

void add_run(VerbSet& verbs) {
  Verb verb = verbs.add(
      {.name = "run",
       .summary = "Run the pipeline: intake and the stages, until SIGTERM or SIGINT",
       .examples = "turnstream run\n"
                   "turnstream run --background\n"
                   "turnstream run --bootstrap localhost:9092 --workers 2\n"
                   "turnstream run --stages episodic --grouping phased --until-drained\n"
                   "turnstream run --bootstrap localhost:9092 --namespace replay --log-of turnstream --until-drained"});
  auto flags = std::make_shared<RunFlags>();
  verb.setting("--stages", "run.stages", "all, or a list of intake and stage names (default all)");
  verb.setting("--grouping", "run.grouping", "fused or phased (default fused)");
  verb.setting("--workers", "run.workers", "worker threads in each group (default 1)");
  verb.setting("--instance", "run.instance", "name of this process (default: made at the first start and kept)");
  verb.setting("--listen", "http.listen",
               "HOST:PORT of /healthz, /readyz, /metrics and /status (default 127.0.0.1:8321; '' for none)");
  verb.setting("--files", "files.directory", "folder for the memory of each persona as Markdown files (default none)");
  verb.flag("--until-drained", flags->until_drained, "exit when all input is processed");
  verb.flag("--accept-loss", flags->accept_loss,
            "continue behind records of the log that were deleted before the stages read them");
  verb.text(
      "--log-of", flags->log_of,
      "read the log of another namespace of this broker, without intake and with its settings of memory (embedded log: use "
      "log export)");
  verb.flag("--background", flags->background,
            "leave the terminal when it runs; log lines in log.jsonl of the state directory, see `stop` and `logs`");
  verb.on_run([flags](Context& context) {
    return flags->background ? in_background(context, [&](Background& side) { return run(context, *flags, &side); })
                             : run(context, *flags, nullptr);
  });
}

}  // namespace turnstream::app
