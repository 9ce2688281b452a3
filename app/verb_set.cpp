#include "app/verb_set.h"

#include <sstream>

namespace turnstream::app {
namespace {

constexpr const char* kCommonGroup = "Common flags";

std::string footer_of(const std::string& examples) {
  std::istringstream lines(examples);
  std::string out = "Examples:";
  for (std::string line; std::getline(lines, line);) {
    out += "\n  " + line;
  }
  return out;
}

}  // namespace

void VerbSet::add_group(const std::string& name, const std::string& summary) {
  CLI::App& group = *root_.add_subcommand(name, summary);
  group.require_subcommand(1);
  group.footer("Each command explains itself: turnstream " + name + " COMMAND --help");
}

CLI::App& VerbSet::add(const VerbText& text) {
  CLI::App* parent = &root_;
  std::string name = text.name;
  if (const std::size_t blank = name.find(' '); blank != std::string::npos) {
    parent = root_.get_subcommand(name.substr(0, blank));
    name = name.substr(blank + 1);
  }
  CLI::App& command = *parent->add_subcommand(name, text.summary);
  command.footer(footer_of(text.examples));
  return command;
}

void VerbSet::setting_flag(CLI::App& command, const std::string& flag, const std::string& setting,
                           const std::string& summary) {
  const auto keep = [this, flag, setting](const std::string& value) {
    flags_.push_back({.name = setting, .place = flag, .words = {value}});
  };
  command.add_option_function<std::string>(flag, keep, summary);
}

void VerbSet::on_run(CLI::App& command, Action action) {
  add_common_flags(command);
  command.callback([this, chosen = std::move(action)] { action_ = chosen; });
}

void VerbSet::add_common_flags(CLI::App& command) {
  setting_flag(command, "--bootstrap", "kafka.bootstrap", "HOST:PORT of a broker; without it the embedded log");
  setting_flag(command, "--namespace", "topics.namespace", "prefix of topics and groups (default turnstream)");
  setting_flag(command, "--state", "state.directory",
               "state directory (default ~/.local/state/turnstream/<namespace>)");
  command.add_option("--config", config_file_, "settings file (YAML)");
  command.add_option("--set", sets_, "section.name=value, repeatable")->allow_extra_args(false);
  command.add_flag("--json", json_, "output and log lines for programs");
  command.add_flag("--quiet", quiet_, "results and errors only");
  for (const char* flag : {"--bootstrap", "--namespace", "--state", "--config", "--set", "--json", "--quiet"}) {
    command.get_option(flag)->group(kCommonGroup);
  }
}

std::vector<settings::Assignment> VerbSet::flags() const {
  return flags_;
}

Result<std::vector<settings::Assignment>> VerbSet::sets() const {
  std::vector<settings::Assignment> out;
  for (const std::string& text : sets_) {
    TS_ASSIGN_OR_RETURN(settings::Assignment assignment, settings::flag_assignment(text));
    out.push_back(std::move(assignment));
  }
  return out;
}

}  // namespace turnstream::app
