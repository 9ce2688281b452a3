#include "app/upgrade/replay.h"

#include <algorithm>
#include <thread>

#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "app/progress.h"
#include "app/run/pipeline_host.h"
#include "pipeline/base/mutex.h"
#include "pipeline/store/rocks_store.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kStopTimeout{5'000};

settings::Settings settings_of(const Context& context, const ReplayPlan& plan) {
  settings::Settings settings = context.settings();
  settings.topics.name_space = plan.into;
  settings.run.stages = {"all"};
  settings.run.grouping = "fused";
  return settings;
}

/// Creates the topics that the replay writes: those of the namespace except the inputs.
Status create_topics(Context& context, log::Client& client, const settings::Settings& settings) {
  const model::TopicNames names(settings.topics.name_space);
  std::vector<log::TopicSpec> specs = topic_specs(settings, stage_names_of(context.catalog));
  const auto& turns = settings.intake.turns_topics;
  std::erase_if(specs, [&](const log::TopicSpec& spec) {
    return spec.name == names.log() || spec.name == names.commands() ||
           std::find(turns.begin(), turns.end(), spec.name) != turns.end();
  });
  return ensure_topics(client.admin(), specs, settings);
}

/// Shows the number of records that the workers have processed: on a terminal as a bar, else as a line every 10 s.
class ReplayProgress {
 public:
  ReplayProgress(const Context& context, const runtime::Supervisor& supervisor)
      : context_(context), supervisor_(supervisor), thread_([this](const std::stop_token& stop) { show(stop); }) {}

 private:
  [[nodiscard]] std::uint64_t records() const {
    std::int64_t records = 0;
    for (const runtime::NamedStatus& worker : supervisor_.status()) {
      records += worker.status.records;
    }
    return static_cast<std::uint64_t>(records);
  }

  void show(const std::stop_token& stop) {
    const bool is_terminal = context_.surroundings.err_is_terminal;
    Progress bar(context_.unescaped_err(), is_terminal && !context_.quiet, "records", 0);
    while (!stop.stop_requested()) {
      {
        const MutexLock lock(mutex_);
        changed_.pause(mutex_, stop, log::milliseconds{is_terminal ? 200 : 10'000});
      }
      if (is_terminal) {
        bar.show(0, records());
      } else if (!context_.quiet && !stop.stop_requested()) {
        context_.err() << "replayed " << records() << " records since the start of this command\n";
      }
    }
  }

  const Context& context_;
  const runtime::Supervisor& supervisor_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

Status check_arrived(const Context& context, log::Client& client, const ReplayPlan& plan) {
  std::vector<log::TopicPartition> where;
  for (std::size_t p = 0; p < plan.ends.size(); ++p) {
    where.push_back({model::TopicNames(plan.log_of).log(), Partition{static_cast<std::int32_t>(p)}});
  }
  const std::string group = model::TopicNames(plan.into).group("fused");
  TS_ASSIGN_OR_RETURN(const auto committed, client.admin().committed(group, where, answer_timeout(context)));
  for (std::size_t p = 0; p < where.size(); ++p) {
    const auto next = committed[p].next.value_or(NextOffset{0});
    if (next != plan.ends[p]) {
      return error_of(error_codes::kInputRefused,
                      "the replay of " + where[p].topic + "[" + std::to_string(p) + "] into namespace " + plan.into +
                          " stands at offset " + std::to_string(next.value()) + ", not at " +
                          std::to_string(plan.ends[p].value()) +
                          (next > plan.ends[p] ? ": the namespace already contains later records. Choose another one."
                                               : ": the log no longer has the records before that offset."));
    }
  }
  return {};
}

}  // namespace

Result<bool> replay_log(Context& context, log::Client& client, const ReplayPlan& plan, const std::stop_token& stop) {
  const settings::Settings settings = settings_of(context, plan);
  TS_RETURN_IF_ERROR(create_topics(context, client, settings));
  const SystemClock machine;
  LogClock clock(machine);
  TS_ASSIGN_OR_RETURN(const auto crashes, runtime::CrashLedger::open(StateDirectory::crash_ledger_of(plan.folder)));
  TS_ASSIGN_OR_RETURN(
      const auto store,
      store::RocksStore::open(plan.folder, {static_cast<std::size_t>(settings.state.cache_bytes_max),
                                            static_cast<std::size_t>(settings.state.write_buffer_bytes_max)}));
  TS_ASSIGN_OR_RETURN(const auto host, PipelineHost::make(settings, context.catalog,
                                                          {.client = client,
                                                           .store = *store,
                                                           .clock = clock,
                                                           .instance = "upgrade",
                                                           .log_of = plan.log_of,
                                                           .crashes = crashes.get(),
                                                           .until_drained = true,
                                                           .log_ends = plan.ends}));
  runtime::Supervisor& supervisor = host->supervisor();
  supervisor.start();
  bool is_drained = false;
  {
    const ReplayProgress progress(context, supervisor);
    is_drained = supervisor.wait_until_drained(stop);
  }
  if (std::optional<Error> error = supervisor.stop(kStopTimeout)) {
    return *std::move(error);
  }
  if (is_drained) {
    TS_RETURN_IF_ERROR(check_arrived(context, client, plan));
  }
  return is_drained;
}

}  // namespace turnstream::app
