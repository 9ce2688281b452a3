#include <algorithm>
#include <map>
#include <numeric>
#include <poll.h>

#include "app/errors.h"
#include "app/log_access/digests.h"
#include "app/log_access/lag.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/stop_signal.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

constexpr int kLookAgainMs = 50;
constexpr int kLooksBetweenReports = 200;

struct DigestFlags {
  bool wait = false;
  std::string log_of;
};

/// While --wait waits: tells the user on stderr which of intake and the stages still have input to process, and how many
/// offsets.
void report_lag(Context& context, const std::vector<LagRow>& rows) {
  std::map<std::string, std::int64_t> by_group;
  for (const LagRow& row : rows) {
    by_group[row.group] += row.offsets;
  }
  std::string behind;
  for (const auto& [group, offsets] : by_group) {
    if (offsets > 0) {
      behind.append(behind.empty() ? "" : ", ").append(group).append(" ").append(std::to_string(offsets));
    }
  }
  context.err() << "waiting for a `turnstream run` of namespace " << context.settings().topics.name_space
                << " to process the rest; offsets behind: " << behind << "\n";
  context.err().flush();
}

/// False if a signal interrupted the wait.
Result<bool> wait_for_no_lag(Context& context, OpenLog& log, const std::vector<std::string>& stages,
                             const std::string& log_of, const StopSignal& stop) {
  LagReader reader(log.client(), context.settings(), stages, log_of);
  for (int look = 0; !stop.token().stop_requested(); ++look) {
    TS_ASSIGN_OR_RETURN(const std::vector<LagRow> rows, reader.read());
    if (std::all_of(rows.begin(), rows.end(), [](const LagRow& row) { return row.offsets == 0; })) {
      return true;
    }
    if (log.is_stopped()) {
      return error_of(error_codes::kNothingRunning,
                      "there are records to process, but no `turnstream run` has this log open: start one");
    }
    if (!context.quiet && look % kLooksBetweenReports == 0) {
      report_lag(context, rows);
    }
    ::poll(nullptr, 0, kLookAgainMs);
  }
  return false;
}

/// `left_out`: what cannot be read in the dead letters, so that their digest is not of all.
void print_json(Context& context, const NamespaceDigest& digest, const std::vector<log::Unreadable>& left_out) {
  std::string line;
  json::Writer writer(line);
  const auto numbers = [&](const char* name, const std::vector<std::int64_t>& values) {
    writer.begin_array(name);
    for (const std::int64_t value : values) {
      writer.integer(value);
    }
    writer.end_array();
  };
  writer.begin_object().string("namespace", context.settings().topics.name_space);
  numbers("log_end", digest.log_end);
  writer.boolean("empty", digest.is_empty()).begin_array("dead_letters");
  for (const auto& [whose, count] : digest.dead_letters) {
    writer.begin_object().string("stage", whose.first).string("reason", whose.second);
    writer.integer("count", count).end_object();
  }
  writer.end_array().begin_object("stages");
  for (const StageDigest& stage : digest.stages) {
    writer.begin_object(stage.stage);
    numbers("position", stage.position);
    writer.string("state", stage.state).string("completions", stage.completions).end_object();
  }
  writer.end_object().begin_object("outputs");
  for (const OutputDigest& output : digest.outputs) {
    writer.string(output.name, output.digest);
  }
  writer.end_object();
  write_left_out(writer, left_out);
  writer.end_object();
  context.out() << line << "\n";
}

std::string joined(const std::vector<std::int64_t>& values) {
  std::string out;
  for (const std::int64_t value : values) {
    out.append(out.empty() ? "" : " ").append(std::to_string(value));
  }
  return out;
}

/// "intake invalid_json 5, semantic stage_error 2"
std::string dead_letters_text(const NamespaceDigest& digest) {
  std::string out;
  for (const auto& [whose, count] : digest.dead_letters) {
    out += (out.empty() ? "" : ", ") + whose.first + " " + whose.second + " " + std::to_string(count);
  }
  return out;
}

std::int64_t dead_letter_count(const NamespaceDigest& digest) {
  return std::accumulate(digest.dead_letters.begin(), digest.dead_letters.end(), std::int64_t{0},
                         [](std::int64_t sum, const auto& one) { return sum + one.second; });
}

/// The error if the digests cover no turn.
Status check_not_empty(const NamespaceDigest& digest, const std::string& name_space) {
  if (!digest.is_empty()) {
    return {};
  }
  const std::string nothing =
      "namespace " + name_space + " has no memory and no completion of a turn or command, so its digests say nothing";
  if (digest.dead_letters.empty()) {
    return error_of(error_codes::kNothingCommitted,
                    nothing + ": publish turns, and process them with `turnstream run`, or check --namespace");
  }
  return error_of(error_codes::kInputRefused,
                  nothing + ". It has " + std::to_string(dead_letter_count(digest)) +
                      " dead letters (stage, reason, number): " + dead_letters_text(digest) +
                      ". `turnstream tail dead-letters --from-beginning` shows them: correct the input and send it "
                      "again");
}

void print_text(Context& context, const NamespaceDigest& digest) {
  context.out() << "log end          " << joined(digest.log_end) << "\n";
  for (const StageDigest& stage : digest.stages) {
    context.out() << stage.stage << "\n  position       " << joined(stage.position) << "\n  state          "
                  << stage.state << "\n  completions    " << stage.completions << "\n";
  }
  for (const OutputDigest& output : digest.outputs) {
    context.out() << output.name << std::string(17 - std::min<std::size_t>(16, output.name.size()), ' ')
                  << output.digest << "\n";
  }
}

/// The topics that are digested. The log is not one: a namespace that reads another's log may have none.
std::vector<std::string> digested_topics(const model::TopicNames& names, const std::vector<std::string>& stages) {
  std::vector<std::string> topics;
  for (const std::string& stage : stages) {
    topics.push_back(names.changelog(stage));
    topics.push_back(names.completions(stage));
  }
  for (const std::string_view events : kEventTopics) {
    topics.push_back(names.events(events));
  }
  topics.push_back(names.dead_letters());
  return topics;
}

Result<ExitCode> run_digest(Context& context, const DigestFlags& flags) {
  std::optional<StopSignal> stop;
  if (flags.wait) {
    stop.emplace();  // made before the threads of the log, which must not receive signals
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "digest"));
  const std::vector<std::string> stages = stage_names_of(context.catalog);
  if (flags.wait) {
    TS_ASSIGN_OR_RETURN(const bool is_drained, wait_for_no_lag(context, *log, stages, flags.log_of, *stop));
    if (!is_drained) {
      return error_of(error_codes::kStopped,
                      "stopped by a signal while it waited until all input is processed: no digest was made");
    }
  }
  const model::TopicNames names(context.settings().topics.name_space);
  const std::string log_topic = flags.log_of.empty() ? names.log() : model::TopicNames(flags.log_of).log();
  std::vector<std::string> needed = digested_topics(names, stages);
  if (!flags.log_of.empty()) {
    needed.push_back(log_topic);
  }
  TS_RETURN_IF_ERROR(require_topics(log->client().admin(), needed, names.name_space(), answer_timeout(context)));
  std::vector<log::Unreadable> left_out;
  DigestReader reader(log->client(), names, log_topic, answer_timeout(context), warn_and_list(context.err(), left_out));
  TS_ASSIGN_OR_RETURN(const NamespaceDigest digest, reader.read(stages));
  if (context.json) {
    print_json(context, digest, left_out);
  } else {
    print_text(context, digest);
  }
  TS_RETURN_IF_ERROR(check_not_empty(digest, names.name_space()));
  if (!digest.dead_letters.empty() && !context.json && !context.quiet) {
    context.err() << "dead letters (stage, reason, number): " << dead_letters_text(digest) << "\n";
  }
  if (!left_out.empty()) {
    context.err() << "the digest of the dead letters is incomplete: it does not contain what was left out\n";
    return ExitCode::kInputRefused;
  }
  return ExitCode::kDone;
}

}  // namespace

void add_digest(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "digest",
                         .summary = "Print digests of state and outputs: equal logs give equal digests",
                         .examples = "turnstream digest\nturnstream digest --wait --json"});
  auto flags = std::make_shared<DigestFlags>();
  verb.flag("--wait", flags->wait, "wait first until all input is processed");
  verb.text("--log-of", flags->log_of, "the namespace whose log is read, as with run --log-of");
  verb.on_run([flags](Context& context) { return run_digest(context, *flags); });
}

}  // namespace turnstream::app
