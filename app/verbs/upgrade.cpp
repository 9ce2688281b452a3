#include <algorithm>

#include "app/errors.h"
#include "app/log_access/log_beginning.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/stop_signal.h"
#include "app/upgrade/comparison.h"
#include "app/upgrade/pipeline_groups.h"
#include "app/upgrade/preconditions.h"
#include "app/upgrade/replay.h"
#include "app/upgrade/state_switch.h"
#include "app/upgrade/stop_positions.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/writer.h"
#include "pipeline/settings/shapes.h"

namespace turnstream::app {
namespace {

/// A switch writes the state of a partition in one transaction, which may take longer than those of `run`.
constexpr std::int64_t kTransactionMsMin = 120'000;

struct UpgradeFlags {
  std::string into;
  bool new_names = false;
  bool accept_loss = false;
};

class Upgrade {
 public:
  Upgrade(Context& context, const UpgradeFlags& flags, OpenLog& log, const StopSignal& signal)
      : context_(context),
        flags_(flags),
        client_(log.client()),
        directory_(*log.directory()),
        signal_(signal),
        names_(context.settings().topics.name_space),
        into_(flags.into),
        stages_(stage_names_of(context.catalog)),
        partitions_(static_cast<std::int32_t>(context.settings().topics.partitions)),
        timeout_(answer_timeout(context)) {}

  Result<ExitCode> run() {
    TS_RETURN_IF_ERROR(check());
    TS_ASSIGN_OR_RETURN(std::unique_ptr<StoppedPipeline> stopped, hold());
    TS_ASSIGN_OR_RETURN(const StopPositions stop, positions());
    TS_RETURN_IF_ERROR(check_log(stop));
    stopped.reset();  // A member that does not poll during the replay would be expelled.
    say("replaying the log of namespace " + names_.name_space() + " into namespace " + into_.name_space());
    const std::string folder = directory_.upgrade_folder(into_.name_space());
    TS_ASSIGN_OR_RETURN(
        const bool is_complete,
        replay_log(context_, client_, {names_.name_space(), into_.name_space(), stop.next, folder}, signal_.token()));
    if (!is_complete) {
      say("stopped by a signal. Nothing of namespace " + names_.name_space() +
          " was changed; repeat the command, which continues from here");
      return ExitCode::kFailed;
    }
    TS_RETURN_IF_ERROR(compare());
    if (!flags_.new_names) {
      TS_RETURN_IF_ERROR(switch_state(stop));
    }
    directory_.remove_upgrade(into_.name_space());
    print();
    return ExitCode::kDone;
  }

 private:
  void say(const std::string& line) const {
    if (!context_.quiet) {
      context_.err() << line << "\n";
      context_.err().flush();
    }
  }

  Status check() {
    TS_RETURN_IF_ERROR(require_topics(client_.admin(), {names_.log()}, names_.name_space(), timeout_));
    TS_ASSIGN_OR_RETURN(const std::string cluster, client_.admin().cluster_id(timeout_));
    TS_RETURN_IF_ERROR(directory_.check_identity({names_.name_space(), cluster, partitions_}));
    TS_ASSIGN_OR_RETURN(const std::int32_t other, partition_count(client_.admin(), into_.log(), timeout_));
    if (other > 0) {
      return usage_error(
          "--into " + into_.name_space() +
          ": this namespace has a log of its own, so it belongs to another pipeline. Choose a new name.");
    }
    // A stage that only this program has, and a group that was never used, need their topics, too.
    return ensure_topics(client_.admin(), topic_specs(context_.settings(), stages_), context_.settings());
  }

  Result<std::unique_ptr<StoppedPipeline>> hold() { return hold_pipeline(context_, client_); }

  Result<StopPositions> positions() { return stop_positions(client_, names_, stages_, partitions_, timeout_); }

  /// The log must still have its beginning, unless the user accepts a state without the records that were deleted.
  Status check_log(const StopPositions& stop) {
    if (std::all_of(stop.next.begin(), stop.next.end(), [](NextOffset next) { return next.value() == 0; })) {
      return usage_error("namespace " + names_.name_space() +
                         " has no state yet: `turnstream run` starts it with this program");
    }
    TS_ASSIGN_OR_RETURN(const std::vector<DeletedBeginning> deleted,
                        deleted_beginnings(client_.admin(), names_.log(), partitions_, timeout_));
    if (deleted.empty()) {
      return {};
    }
    const std::string missing = missing_offsets(deleted);
    if (flags_.accept_loss) {
      say("the new state will lack what was learnt from deleted records: partition " + missing);
      return {};
    }
    return error_of(error_codes::kInputRefused,
                    names_.log() + " no longer has its first records, usually because of its retention (partition " +
                        missing +
                        "): a new state would lack what was learnt from them. Run the program that made the "
                        "state, restore the topic from a copy, or add --accept-loss.");
  }

  Status compare() {
    for (const std::string& stage : stages_) {
      TS_ASSIGN_OR_RETURN(
          const Comparison counts,
          compare_completions(client_, names_.completions(stage), into_.completions(stage), partitions_, timeout_));
      compared_.push_back({stage, counts});
    }
    return {};
  }

  Status switch_state(const StopPositions& stop) {
    TS_ASSIGN_OR_RETURN(const std::unique_ptr<StoppedPipeline> stopped, hold());
    TS_ASSIGN_OR_RETURN(const StopPositions now, positions());
    if (!(now == stop)) {
      return error_of(error_codes::kInputRefused, "the pipeline of namespace " + names_.name_space() +
                                                      " ran during the replay: stop it and repeat the command, which "
                                                      "replays what came since then.");
    }
    StateSwitch::Limits limits;
    limits.timeout = timeout_;
    limits.commit_timeout = log::milliseconds{context_.settings().kafka.transaction_timeout_ms};
    TS_ASSIGN_OR_RETURN(const auto state, StateSwitch::open(client_, *stopped, names_, into_, limits));
    for (std::int32_t p = 0; p < partitions_; ++p) {
      if (signal_.token().stop_requested()) {
        return error_of(error_codes::kStopped, "stopped by a signal after " + std::to_string(p) + " of " +
                                                   std::to_string(partitions_) +
                                                   " partitions: repeat the command, which completes the upgrade.");
      }
      if (stop.next[static_cast<std::size_t>(p)].value() > 0) {
        TS_RETURN_IF_ERROR(state->partition(Partition{p}, stages_, stop));
      }
    }
    say("wrote " + std::to_string(state->rows()) + " rows of the new state");
    return {};
  }

  void print() {
    if (context_.json) {
      print_json();
      return;
    }
    for (const auto& [stage, counts] : compared_) {
      context_.out() << stage << ": " << counts.different << " of " << counts.equal + counts.different
                     << " completions differ";
      if (counts.only_old + counts.only_new > 0) {
        context_.out() << "; only in " << names_.name_space() << ": " << counts.only_old << ", only in "
                       << into_.name_space() << ": " << counts.only_new;
      }
      context_.out() << "\n";
    }
    if (flags_.new_names) {
      const std::vector<std::string> commands = commands_of_new_names(context_, into_.name_space());
      context_.out() << "Namespace " << names_.name_space()
                     << " is unchanged. From now on run two processes, each with "
                     << "the other settings of this command, and do not run the stages of " << names_.name_space()
                     << ":\nintake: " << commands[0] << "\nstages: " << commands[1] << "\n";
    } else {
      context_.out() << "Namespace " << names_.name_space()
                     << " has the new state: `turnstream run` continues with it. The completions of the past by this "
                        "program are in the topics of namespace "
                     << into_.name_space() << ", which you may delete.\n";
    }
  }

  void print_json() {
    std::string line;
    json::Writer writer(line);
    writer.begin_object().string("namespace", names_.name_space()).string("into", into_.name_space());
    writer.boolean("switched", !flags_.new_names).begin_array("stages");
    for (const auto& [stage, counts] : compared_) {
      writer.begin_object().string("stage", stage).integer("equal", counts.equal);
      writer.integer("different", counts.different).integer("only_old", counts.only_old);
      writer.integer("only_new", counts.only_new).end_object();
    }
    writer.end_array();
    if (flags_.new_names) {
      writer.begin_array("commands");
      for (const std::string& command : commands_of_new_names(context_, into_.name_space())) {
        writer.string(command);
      }
      writer.end_array();
    }
    writer.end_object();
    context_.out() << line << "\n";
  }

  Context& context_;
  const UpgradeFlags& flags_;
  log::Client& client_;
  const StateDirectory& directory_;
  const StopSignal& signal_;
  model::TopicNames names_;
  model::TopicNames into_;
  std::vector<std::string> stages_;
  std::int32_t partitions_;
  log::milliseconds timeout_;
  std::vector<std::pair<std::string, Comparison>> compared_;
};

Result<ExitCode> run_upgrade(Context& context, const UpgradeFlags& flags) {
  TS_RETURN_IF_ERROR(refuse_memory_flags(context));
  const std::string& name_space = context.settings().topics.name_space;
  if (!settings::is_name(flags.into) || flags.into == name_space) {
    return usage_error("--into " + flags.into + ": name a new namespace, other than " + name_space +
                       ", of letters, digits, `.`, `_` and `-`");
  }
  if (flags.new_names && context.settings().kafka.bootstrap.empty()) {
    return usage_error(
        "--new-names needs Kafka (--bootstrap), because one process owns an embedded log and its namespace. Without the "
        "flag the names of the topics stay");
  }
  const StopSignal signal;  // made before the threads of the log, which must not receive signals
  settings::Loaded loaded = context.loaded;
  auto& transaction_ms = loaded.settings.kafka.transaction_timeout_ms;
  transaction_ms = std::max(transaction_ms, kTransactionMsMin);
  Context patient{loaded,       context.catalog, context.surroundings, context.shown_out, context.shown_err,
                  context.json, context.quiet};
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(patient, LogUse::kOwn, "upgrade"));
  return Upgrade(patient, flags, *log, signal).run();
}

}  // namespace

void add_upgrade(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "upgrade",
                         .summary = "Rebuild the state of a stopped pipeline from its log with this program's stages",
                         .examples = "turnstream upgrade --into turnstream-2\n"
                                     "turnstream upgrade --into turnstream-2 --bootstrap localhost:9092"});
  auto flags = std::make_shared<UpgradeFlags>();
  verb.required_text("--into", flags->into, "a new namespace into which the log is replayed");
  verb.flag("--new-names", flags->new_names, "only replay: the pipeline will continue under the new names");
  verb.flag("--accept-loss", flags->accept_loss, "rebuild although the log lacks its first records");
  verb.on_run([flags](Context& context) { return run_upgrade(context, *flags); });
}

}  // namespace turnstream::app
