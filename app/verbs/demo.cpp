#include <atomic>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/demo/demo_report.h"
#include "app/demo/demo_turns.h"
#include "app/errors.h"
#include "app/log_access/digests.h"
#include "app/log_access/topic_specs.h"
#include "app/log_sink.h"
#include "app/run/pipeline_host.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/check.h"
#include "pipeline/base/murmur2.h"
#include "pipeline/base/sha256.h"
#include "pipeline/codec/turn_parser.h"
#include "pipeline/json/document.h"
#include "pipeline/log/embedded/cluster.h"
#include "pipeline/store/memory_store.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kStop{5'000};
constexpr int kCrashAfter = 33;
constexpr std::int64_t kCommitRecords = 10;

/// Ends a stage worker after the stage workers have processed 33 records. It does not commit its open transaction.
class CrashOnce final : public runtime::CrashPoints {
 public:
  Status reach(runtime::CrashPoint point) override {
    if (point != runtime::CrashPoint::kRecordProcessed || ++records_ != kCrashAfter) {
      return {};
    }
    return make_error(error_codes::kKilled, Reaction::kReleasePartition, "The demonstration ends this worker.");
  }
  [[nodiscard]] bool happened() const { return records_ >= kCrashAfter; }

 private:
  std::atomic<int> records_ = 0;
};

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

/// The given settings, but with one partition, all stages, intake.clock=event and small transactions.
settings::Settings demo_settings(const settings::Settings& given) {
  settings::Settings settings = given;
  settings.intake.clock = "event";
  settings.topics.partitions = 1;
  settings.run.stages = {"all"};
  settings.run.commit_records_max = kCommitRecords;
  return settings;
}

/// A log in memory, and a pipeline that processes the sample turns in it.
class Stand {
 public:
  Stand(const Context& context, const settings::Settings& settings)
      : context_(context), settings_(settings), stages_(stage_names_of(context.catalog)) {}

  /// Publishes the sample turns and processes them; false if a signal came first.
  Result<bool> run(const StopSignal& signal, runtime::CrashPoints* crash_points) {
    TS_RETURN_IF_ERROR(ensure_topics(client().admin(), topic_specs(settings_, stages_), settings_));
    TS_RETURN_IF_ERROR(publish_turns(client(), settings_));
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
  /// One digest over the state, completions and other outputs of all stages (digests.h).
  Result<std::string> digest() {
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
  log::Client& client() { return *client_; }

 private:
  const Context& context_;
  const settings::Settings& settings_;
  const std::vector<std::string> stages_;
  SystemClock machine_;
  LogClock clock_{machine_};
  log::embedded::Cluster cluster_{clock_};
  std::unique_ptr<log::Client> client_ = log::embedded::make_client(cluster_);
  store::MemoryStore store_;
};

Status tell_recovery(std::ostream& out, Report& told, Stand& crashed, Stand& undisturbed) {
  TS_ASSIGN_OR_RETURN(const std::string ours, crashed.digest());
  TS_ASSIGN_OR_RETURN(const std::string theirs, undisturbed.digest());
  told = {{"crash_at_record", kCrashAfter},
          {"digest_after_crash", ours},
          {"digest_without_crash", theirs},
          {"equal", ours == theirs}};
  constexpr std::size_t kShownDigits = 16;
  out << "\na crash: the worker ended at its record " << kCrashAfter
      << ", in the middle of a transaction; no consumer received a part of it.\n"
      << "the recovery: a new worker restored the state of the last commit and processed the rest again.\n"
      << "  digest after the crash    " << ours.substr(0, kShownDigits) << "\n"
      << "  digest without a crash    " << theirs.substr(0, kShownDigits) << "  "
      << (ours == theirs ? "equal: no turn was lost or processed twice" : "DIFFERENT") << "\n";
  return ours == theirs ? Status() : Status(error_of(error_codes::kDigest, "the results differ: report this as a bug"));
}

Result<ExitCode> demo(Context& context) {
  const settings::Settings settings = demo_settings(context.settings());
  // The output of the demo explains the steps, so with log.level=info only errors are logged.
  install_log_sink({.level = context.settings().log.level == "info" ? "error" : context.settings().log.level,
                    .json = context.json || context.settings().log.format == "json"});
  const StopSignal signal;
  Stand crashed(context, settings);
  Stand undisturbed(context, settings);
  CrashOnce crash;
  TS_ASSIGN_OR_RETURN(const bool is_drained, crashed.run(signal, &crash));
  TS_ASSIGN_OR_RETURN(const bool is_compared, undisturbed.run(signal, nullptr));
  if (!is_drained || !is_compared) {
    return error_of(error_codes::kStopped, "stopped by a signal before all sample turns were processed: no result");
  }
  CHECK(crash.happened());
  Report told;
  DemoReport report(crashed.client(), model::TopicNames(settings.topics.name_space), context.catalog, told);
  std::ostringstream unread;  // with --json, instead of the text
  std::ostream& out = context.json ? unread : context.out();
  report.print_turns(out, demo_turns());
  TS_RETURN_IF_ERROR(report.print(out));
  const Status recovered = tell_recovery(out, told["recovery"], crashed, undisturbed);
  TS_RETURN_IF_ERROR(report.print_knowledge(out));
  if (context.json) {
    context.out() << json::document_text(told) << "\n";
  }
  TS_RETURN_IF_ERROR(recovered);
  return ExitCode::kDone;
}

}  // namespace

void add_demo(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "demo",
                         .summary = "Process a week of sample turns in memory and show the result; keeps nothing",
                         .examples = "turnstream demo\nturnstream demo --json | jq .memories"});
  verb.on_run(demo);
}

}  // namespace turnstream::app
