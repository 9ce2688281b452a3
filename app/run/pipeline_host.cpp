#include "app/run/pipeline_host.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/open_transactions.h"
#include "app/log_access/topic_specs.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kSecondMs = 1'000;

bool names(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

Status check_stage_names(const std::vector<std::string>& asked, const runtime::PipelineShape& shape) {
  for (const std::string& name : asked) {
    if (name != "all" && name != "intake" && name != kRecallStage && shape.find(name) == nullptr) {
      std::string known = "all, intake, recall";
      for (const stage_api::Stage* stage : shape.stages) {
        known += ", " + stage->info().name;
      }
      return usage_error("run.stages: there is no stage " + name + "; allowed: " + known);
    }
  }
  return {};
}

/// `workers`: the number of stage workers in the process; each gets an equal share of state.hot_bytes_max.
runtime::StageLimits limits_of(const settings::Settings& settings, std::size_t workers) {
  runtime::StageLimits limits;
  limits.input_bytes_max = static_cast<std::size_t>(settings.run.input_bytes_max);
  limits.cache_bytes_max = static_cast<std::size_t>(settings.state.hot_bytes_max) / std::max<std::size_t>(workers, 1);
  limits.retry_waits_ms = settings.run.retry_waits_ms;
  // Of the changelogs of earlier versions: compaction keeps deletes only for delete_retention_ms, so an older store may miss
  // one. Half of it leaves a margin.
  limits.restore.checkpoint_age_ms_max = settings.topics.delete_retention_ms / 2;
  limits.changelog.walk.purge_ms = settings.topics.purge_ms;
  limits.restore.stall_ms_max = hanging_after_ms(settings.kafka.transaction_timeout_ms);
  return limits;
}

runtime::IntakeConfig intake_config(const settings::Settings& settings, const StageCatalog& catalog) {
  runtime::IntakeConfig config;
  config.names = model::TopicNames(settings.topics.name_space);
  config.turns_topics = settings.intake.turns_topics;
  config.partitions = static_cast<std::int32_t>(settings.topics.partitions);
  config.clock = settings.intake.clock == "event" ? runtime::IntakeClock::kEvent : runtime::IntakeClock::kWall;
  config.tick_interval_ms = settings.intake.tick_interval_s * kSecondMs;
  config.limits.turn = {static_cast<std::size_t>(settings.intake.turn_bytes_max),
                        static_cast<std::size_t>(settings.intake.depth_max)};
  config.limits.future_ms_max = settings.intake.future_ms_max;
  config.dead_letter_bytes_max = static_cast<std::size_t>(settings.topics.record_bytes_max);
  config.stall_ms_max = hanging_after_ms(settings.kafka.transaction_timeout_ms);
  config.memory_settings = settings.memory_json;
  config.memory_rows = setting_rows_of(catalog);
  config.waits_for_effects = settings.intake.event_waits_for_effects;
  config.effects_wait_ms_max = settings.intake.effects_wait_s_max * kSecondMs;
  return config;
}

runtime::CommitPolicy commit_policy(const settings::RunSettings& run) {
  return {.interval_ms_min = run.commit_interval_ms_min,
          .usual = {run.commit_interval_ms_max, run.commit_records_max, run.commit_bytes_max},
          .behind = {run.commit_behind_interval_ms_max, run.commit_behind_records_max, run.commit_behind_bytes_max},
          .buffer_bytes_max = run.commit_bytes_max};
}

/// `topics` without those that this process does not need: the inputs of intake if it does not run intake, and the log
/// of its own namespace if it reads another one.
std::vector<std::string> topics_to_have(std::vector<std::string> topics, const settings::Settings& settings,
                                        const std::string& log_topic, bool intake) {
  const model::TopicNames own(settings.topics.name_space);
  const auto is_needless = [&](const std::string& topic) {
    const bool of_intake = topic == own.commands() || topic == own.shares() || topic == own.effect_results() ||
                           names(settings.intake.turns_topics, topic);
    return (of_intake && !intake) || (topic == own.log() && topic != log_topic);
  };
  topics.erase(std::remove_if(topics.begin(), topics.end(), is_needless), topics.end());
  return topics;
}

/// All topics of the namespace, also those of stages that run elsewhere, the turns topics, and the log of `log_of`.
std::vector<std::string> topics_to_watch(const settings::Settings& settings, const StageCatalog& catalog,
                                         const std::string& log_of) {
  std::vector<std::string> topics;
  for (const log::TopicSpec& spec : topic_specs(settings, stage_names_of(catalog))) {
    topics.push_back(spec.name);
  }
  if (!log_of.empty()) {
    topics.push_back(model::TopicNames(log_of).log());
  }
  return topics;
}

std::vector<StagePlace> places_of(const runtime::SupervisorConfig& config) {
  std::vector<StagePlace> places;
  if (config.intake) {
    places.push_back({"intake", "intake", 0});
  }
  for (const runtime::StageGroup& group : config.groups) {
    for (const stage_api::Stage* stage : group.stages) {
      places.push_back({stage->info().name, group.name, stage->info().phase});
    }
  }
  return places;
}

Result<std::unique_ptr<runtime::FaultInjector>> make_faults(const std::vector<std::string>& texts) {
  std::vector<runtime::InjectedFault> faults;
  for (const std::string& text : texts) {
    TS_ASSIGN_OR_RETURN(runtime::InjectedFault fault, runtime::FaultInjector::parse(text));
    faults.push_back(std::move(fault));
  }
  return faults.empty() ? nullptr : std::make_unique<runtime::FaultInjector>(std::move(faults));
}

}  // namespace

Result<std::unique_ptr<PipelineHost>> PipelineHost::make(const settings::Settings& settings,
                                                         const StageCatalog& catalog, const HostParts& parts) {
  std::unique_ptr<PipelineHost> host(new PipelineHost());
  TS_RETURN_IF_ERROR(host->set_up(settings, catalog, parts));
  return host;
}

Status PipelineHost::set_up(const settings::Settings& settings, const StageCatalog& catalog, const HostParts& parts) {
  for (const StageEntry& entry : catalog) {
    stages_.push_back(entry.make());
    shape_.stages.push_back(stages_.back().get());
  }
  TS_RETURN_IF_ERROR(check_stage_names(settings.run.stages, shape_));
  TS_ASSIGN_OR_RETURN(faults_, make_faults(settings.faults.inject));

  const model::TopicNames own(settings.topics.name_space);
  const std::string log_topic = parts.log_of.empty() ? own.log() : model::TopicNames(parts.log_of).log();

  runtime::SupervisorConfig config;
  const bool runs_all = names(settings.run.stages, "all");
  config.intake = parts.log_of.empty() && (runs_all || names(settings.run.stages, "intake"));
  TS_ASSIGN_OR_RETURN(config.groups, runtime::make_groups(shape_, settings.run.stages, settings.run.grouping));
  config.workers = static_cast<int>(settings.run.workers);
  const auto workers = config.groups.size() * static_cast<std::size_t>(config.workers);
  environment_ = std::make_unique<runtime::StageEnvironment>(
      runtime::StageEnvironment{parts.client, parts.store, parts.clock, shape_, own, log_topic,
                                limits_of(settings, workers), faults_.get(), parts.crashes, true, parts.metrics});
  environment_->log_ends = parts.log_ends;
  environment_->starts = parts.starts;
  environment_->accepts_loss = parts.accepts_loss;
  environment_->partitions = static_cast<std::int32_t>(settings.topics.partitions);
  environment_->logs_attempts = settings.log.level == "debug";
  config.instance = parts.instance;
  config.crash_points = parts.crash_points;
  config.static_membership = settings.kafka.membership == "static";
  config.intake_config = intake_config(settings, catalog);
  config.intake_config.given_up = parts.given_up;
  config.log_clock = &parts.clock;
  config.commit = commit_policy(settings.run);
  config.transaction_timeout_ms = settings.kafka.transaction_timeout_ms;
  config.watchdog_ms = settings.run.watchdog_ms;
  config.restarts.restarts_max = settings.run.restarts_max;
  if (parts.until_drained) {
    // A run until drained must not wait for a broker forever.
    config.restarts.outage_ms_max = settings.run.watchdog_ms;
  }

  watched_topics_ = topics_to_watch(settings, catalog, parts.log_of);
  config.topics = topics_to_have(watched_topics_, settings, log_topic, config.intake);
  places_ = places_of(config);
  supervisor_ = std::make_unique<runtime::Supervisor>(std::move(config), *environment_);
  return {};
}

}  // namespace turnstream::app
