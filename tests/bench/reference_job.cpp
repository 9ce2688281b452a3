#include <memory>
#include <optional>

#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/rocks_store.h"
#include "tests/bench/job.h"
#include "tests/bench/made_turn.h"
#include "tests/bench/paced_turns.h"
#include "tests/bench/topics.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::bench {
namespace {

constexpr log::milliseconds kStopTimeout{10'000};

/// The stages of the job over one namespace and store. Sessions of it follow each other, each with workers of its own.
class ReferencePipeline {
 public:
  static Result<std::unique_ptr<ReferencePipeline>> make(log::Client& client, const Clock& clock,
                                                         const JobConfig& config) {
    std::unique_ptr<ReferencePipeline> made(new ReferencePipeline);
    for (const auto& stage : made->stages_) {
      made->shape_.stages.push_back(stage.get());
    }
    TS_ASSIGN_OR_RETURN(made->config_.groups, runtime::make_groups(made->shape_, {"all"}, config.grouping));
    TS_RETURN_IF_ERROR(create_topics(client, made->names_, made->shape_, config.partitions));
    TS_ASSIGN_OR_RETURN(made->store_, store::RocksStore::open(config.state_folder, {}));
    made->config_.intake = false;
    made->config_.workers = config.workers;
    made->config_.instance = "bench";
    runtime::StageLimits limits;
    limits.cache_bytes_max /= made->config_.groups.size() * static_cast<std::size_t>(config.workers);
    made->environment_.emplace(runtime::StageEnvironment{client, *made->store_, clock, made->shape_, made->names_,
                                                         made->names_.log(), limits, nullptr, nullptr, true});
    made->environment_->partitions = config.partitions;
    return made;
  }

  [[nodiscard]] const model::TopicNames& names() const { return names_; }
  /// Its start begins a session; the caller stops it.
  [[nodiscard]] std::unique_ptr<runtime::Supervisor> new_session() const {
    return std::make_unique<runtime::Supervisor>(config_, *environment_);
  }
  /// The completion topics of the last phase.
  [[nodiscard]] std::vector<log::TopicInfo> last_topics(std::int32_t partitions) const {
    std::vector<log::TopicInfo> topics;
    for (const auto* stage : shape_.stages) {
      if (stage->info().phase == 3) {
        topics.push_back({names_.completions(stage->info().name), partitions});
      }
    }
    return topics;
  }

 private:
  ReferencePipeline() = default;

  std::vector<std::unique_ptr<stage_api::Stage>> stages_ =
      testpipeline::make_reference_stages({.timers = false, .dense = true});
  runtime::PipelineShape shape_;
  model::TopicNames names_ = fresh_names("bench");
  std::unique_ptr<store::RocksStore> store_;
  runtime::SupervisorConfig config_;
  std::optional<runtime::StageEnvironment> environment_;
};

/// Processes what is in the log. The failure if the session fails before.
Status drain(runtime::Supervisor& session) {
  const std::stop_source never;
  if (session.wait_until_drained(never.get_token())) {
    return {};
  }
  return session.failure().value_or(make_error("bench", Reaction::kStopProcess, "the session ended"));
}

Status end(runtime::Supervisor& session) {
  const auto failure = session.stop(kStopTimeout);
  return failure ? Status(*failure) : Status();
}

/// Takes the times from its construction to end().
class Stopwatch {
 public:
  Stopwatch(const Clock& clock, const Mark& mark, std::string part)
      : clock_(clock), mark_(mark), part_(std::move(part)), started_us_(clock.monotonic_now().value()) {
    mark_(part_.c_str());
    before_ = thread_times();
  }
  [[nodiscard]] Measured end() const {
    const Measured measured{static_cast<double>(clock_.monotonic_now().value() - started_us_) / 1e6,
                            thread_times() - before_};
    mark_((part_ + "_end").c_str());
    return measured;
  }

 private:
  const Clock& clock_;
  const Mark& mark_;
  std::string part_;
  std::int64_t started_us_;
  ThreadTimes before_;
};

Result<std::vector<std::int64_t>> run_paced(log::Client& client, const Clock& clock, const ReferencePipeline& pipeline,
                                            const JobConfig& config) {
  const TurnRange range{config.warm + config.turns, config.paced, config.personas};
  PacedTurns turns;
  turns.count = config.paced;
  turns.settle = config.settle;
  turns.rate = config.rate;
  turns.awaited = pipeline.last_topics(config.partitions);
  turns.send = [&](const Pace& pace) {
    return write_turns(client, pipeline.names().log(), range, config.partitions, pace);
  };
  turns.place_of = [&range](std::string_view turn_id) -> std::optional<int> {
    const auto number = made_turn_number(turn_id);
    return number && *number >= range.first ? std::optional(*number - range.first) : std::nullopt;
  };
  return send_paced(client, clock, turns);
}

Status warm_up(log::Client& client, const ReferencePipeline& pipeline, const JobConfig& config) {
  TS_RETURN_IF_ERROR(
      write_turns(client, pipeline.names().log(), {0, config.warm, config.personas}, config.partitions, [](int) {}));
  const auto session = pipeline.new_session();
  session->start();
  TS_RETURN_IF_ERROR(drain(*session));
  return end(*session);
}

}  // namespace

Result<JobReport> run_reference_job(log::Client& client, const JobConfig& config, const Mark& mark) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const auto pipeline, ReferencePipeline::make(client, clock, config));
  TS_RETURN_IF_ERROR(config.warm > 0 ? warm_up(client, *pipeline, config) : Status());
  TS_RETURN_IF_ERROR(write_turns(client, pipeline->names().log(), {config.warm, config.turns, config.personas},
                                 config.partitions, [](int) {}));
  JobReport report;
  const auto session = pipeline->new_session();
  const Stopwatch backlog(clock, mark, "backlog");
  session->start();
  TS_RETURN_IF_ERROR(drain(*session));
  report.backlog = backlog.end();
  report.resident_bytes = resident_bytes();
  for (const auto& worker : session->status()) {
    report.transactions += worker.status.commits;
  }
  if (config.paced > 0) {
    // The workers have their partitions, so no latency includes the start.
    const Stopwatch paced(clock, mark, "paced");
    TS_ASSIGN_OR_RETURN(report.latencies_us, run_paced(client, clock, *pipeline, config));
    report.paced = paced.end();
  }
  TS_RETURN_IF_ERROR(end(*session));
  TS_RETURN_IF_ERROR(delete_topics_of(client, pipeline->names().name_space()));
  return report;
}

}  // namespace turnstream::bench
