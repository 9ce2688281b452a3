#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "app/scrub/scrubber.h"
#include "app/stop_signal.h"
#include "app/upgrade/preconditions.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"
#include "pipeline/settings/shapes.h"

namespace turnstream::app {
namespace {

struct ScrubFlags {
  std::string into;
  std::string into_state;
};

/// The commands that continue with the new namespace, and those that drop what still has the text.
struct Advice {
  std::vector<std::string> run;
  std::vector<std::string> drop;
};

Advice advice_for(const Context& from, const Context& to, const std::string& old_state) {
  const std::string& broker = from.settings().kafka.bootstrap;
  const std::string& into = to.settings().topics.name_space;
  const std::string state = " --state " + to.settings().state.directory;
  if (broker.empty()) {
    return {{"turnstream run --namespace " + into + state}, {"rm -r " + old_state}};
  }
  Advice advice{{"turnstream run --namespace " + into + state + " --bootstrap " + broker}, {}};
  advice.drop.push_back("kafka-topics.sh --bootstrap-server " + broker + " --delete --topic '" +
                        from.settings().topics.name_space + "[.].*'");
  for (const std::string& topic : from.settings().intake.turns_topics) {
    advice.drop.push_back("kafka-delete-records.sh --bootstrap-server " + broker +
                          " --offset-json-file FILE, for the records of " + topic + " that intake has taken");
  }
  advice.drop.push_back("rm -r " + old_state);
  return advice;
}

void print(const Context& context, const std::string& into, const ScrubCounts& counts, const Advice& advice) {
  if (context.json) {
    const nlohmann::json line{{"namespace", context.settings().topics.name_space},
                              {"into", into},
                              {"records", counts.records},
                              {"erased", counts.erased},
                              {"run", advice.run},
                              {"drop", advice.drop}};
    context.out() << json::document_text(line) << "\n";
    return;
  }
  context.out() << "copied " << counts.records << " records; erased";
  const char* separator = " ";
  for (const auto& [kind, count] : counts.erased) {
    context.out() << separator << count << " of kind " << kind;
    separator = ", ";
  }
  context.out() << (counts.erased.empty() ? " none" : "") << "\nNamespace " << into
                << " has the memory without the forgotten text. Continue with it:\n";
  for (const std::string& command : advice.run) {
    context.out() << "  " << command << "\n";
  }
  context.out() << "The old namespace still has the text, and so have its backups. When the new one runs, drop it:\n";
  for (const std::string& command : advice.drop) {
    context.out() << "  " << command << "\n";
  }
}

Result<ExitCode> scrub(Context& context, const ScrubFlags& flags) {
  TS_RETURN_IF_ERROR(refuse_memory_flags(context));
  const std::string& name_space = context.settings().topics.name_space;
  if (!settings::is_name(flags.into) || flags.into == name_space) {
    return usage_error("--into " + flags.into + ": name a new namespace, other than " + name_space +
                       ", of letters, digits, `.`, `_` and `-`");
  }
  const StopSignal signal;  // made before the threads of the logs, which must not receive signals
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> from_log, open_log(context, LogUse::kOwn, "scrub"));
  settings::Loaded loaded = context.loaded;
  loaded.settings.topics.name_space = flags.into;
  const std::string& state = context.settings().state.directory;
  loaded.settings.state.directory = !flags.into_state.empty() ? flags.into_state
                                    : state.empty()           ? std::string()
                                                              : state + "." + flags.into;
  Context to{loaded,       context.catalog, context.surroundings, context.shown_out, context.shown_err,
             context.json, context.quiet};
  TS_ASSIGN_OR_RETURN(loaded.settings.state.directory, state_directory_path(to));
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> to_log, open_log(to, LogUse::kOwnOrMake, "scrub"));
  TS_ASSIGN_OR_RETURN(
      const std::int32_t there,
      partition_count(to_log->client().admin(), model::TopicNames(flags.into).log(), answer_timeout(context)));
  if (there > 0) {
    return usage_error("--into " + flags.into + ": this namespace has a log already. Choose a new name.");
  }
  TS_ASSIGN_OR_RETURN(const ScrubCounts counts, Scrubber(context, *from_log, to, *to_log, signal).run());
  print(context, flags.into, counts, advice_for(context, to, from_log->directory()->path()));
  return ExitCode::kDone;
}

}  // namespace

void add_scrub(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "scrub",
                         .summary = "Copy a stopped pipeline into a new namespace without the bytes of what was "
                                    "forgotten, and say how to drop the old one",
                         .examples = "turnstream scrub --into turnstream-2\n"
                                     "turnstream scrub --into turnstream-2 --bootstrap localhost:9092"});
  auto flags = std::make_shared<ScrubFlags>();
  verb.required_text("--into", flags->into, "the new namespace");
  verb.text("--into-state", flags->into_state,
            "its state directory (default: that of the namespace; with --state DIR, DIR.NAMESPACE)");
  verb.on_run([flags](Context& context) { return scrub(context, *flags); });
}

}  // namespace turnstream::app
