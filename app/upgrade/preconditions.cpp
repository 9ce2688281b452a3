#include "app/upgrade/preconditions.h"

#include <algorithm>

#include "app/errors.h"

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
