#include "app/upgrade/preconditions.h"

#include <algorithm>

#include "app/errors.h"
#include "app/log_access/log_beginning.h"
#include "app/log_access/open_log.h"

namespace turnstream::app {

Status refuse_memory_flags(const Context& context) {
  const auto& values = context.loaded.values;
  const auto given = std::find_if(values.begin(), values.end(), [](const settings::Resolved& value) {
    return value.name.starts_with("memory.") && value.origin == "--set";
  });
  if (given == values.end()) {
    return {};
  }
  return usage_error(
      given->name + " (--set) has no effect with upgrade: the settings of memory are records of the log of " +
      context.settings().topics.name_space +
      ", and the replay uses those. Leave it out here, and give it to `turnstream run` after the upgrade");
}

Status check_changelogs(const Context& context, log::Admin& admin, const std::vector<std::string>& stages,
                        const std::string& into) {
  const settings::Settings& settings = context.settings();
  const model::TopicNames names(settings.topics.name_space);
  for (const std::string& stage : stages) {
    const std::string topic = names.changelog(stage);
    TS_ASSIGN_OR_RETURN(const std::vector<DeletedBeginning> deleted,
                        deleted_beginnings(admin, topic, static_cast<std::int32_t>(settings.topics.partitions),
                                           answer_timeout(context)));
    if (deleted.empty()) {
      continue;
    }
    const std::string way =
        settings.kafka.bootstrap.empty()
            ? "Copy the log into a new state directory, which needs no upgrade: `turnstream log "
              "export FILE`, `turnstream log import FILE --state NEW`, `turnstream run --state NEW`."
            : "Let the stages continue under new names, with new changelogs: `turnstream upgrade "
              "--into " +
                  into + " --new-names`.";
    return error_of(error_codes::kInputRefused, "the changelog " + topic +
                                                    " no longer has its first records (partition " +
                                                    missing_offsets(deleted) +
                                                    "), so a state that is written there could not be restored: "
                                                    "nothing was changed. " +
                                                    way);
  }
  return {};
}

std::vector<std::string> commands_of_new_names(const Context& context, const std::string& into) {
  const settings::Settings& settings = context.settings();
  const std::string& from = settings.topics.name_space;
  const std::string& state = settings.state.directory;
  // Each process needs a state directory of its own. The default one contains the name of the namespace.
  const std::string intake_state = state.empty() ? "" : " --state " + state;
  const std::string stages_state = state.empty() ? "" : " --state " + state + "." + into;
  const std::string bootstrap = " --bootstrap " + settings.kafka.bootstrap;
  return {"turnstream run --namespace " + from + " --stages intake" + bootstrap + intake_state,
          "turnstream run --namespace " + into + " --log-of " + from + bootstrap + stages_state};
}

}  // namespace turnstream::app
