#include "app/verb_set.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>
#include <sstream>

#include "app/error_report.h"
#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr const char* kCommonFlags = "Common flags";

std::string footer_of(const std::string& examples) {
  std::istringstream lines(examples);
  std::string out = "Examples:";
  for (std::string line; std::getline(lines, line);) {
    out += "\n  " + line;
  }
  return out;
}

template <typename Number>
void add_number(CLI::App& command, const std::string& name, Number& into, NumberRange range,
                const std::string& summary) {
  command.add_option(name, into, summary)->check(CLI::Range(range.min, range.max));
}

/// `--listen=` with its value as a word of its own: the library takes the next flag as the value of a flag that ends in "=".
/// `switches`: the flags without a value. Error: wrong usage, in a sentence.
Result<std::vector<std::string>> with_empty_values(const std::vector<std::string>& arguments,
                                                   const std::set<std::string>& switches) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "--") {
      words.insert(words.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
      break;
    }
    const bool ends_empty = word.starts_with("--") && word.size() > 3 && word.find('=') == word.size() - 1;
    if (!ends_empty) {
      words.push_back(word);
      continue;
    }
    const std::string name = word.substr(0, word.size() - 1);
    if (switches.count(name) > 0) {
      return usage_error(name + " takes no value: leave out the =");
    }
    words.push_back(name);
    words.emplace_back();
  }
  return words;
}

/// Whether the words ask for JSON, for a command line that cannot be parsed.
bool asks_for_json(const std::vector<std::string>& arguments) {
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  return std::find(arguments.begin(), end, "--json") != end;
}

OptionShape shape_of(const CLI::Option& option) {
  OptionShape out;
  for (const std::string& name : option.get_snames()) {
    out.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    out.names.push_back("--" + name);
  }
  if (option.get_positional()) {
    out.names.push_back(option.get_name(true));
  }
  if (option.get_items_expected_max() > 0) {
    const std::string type = option.get_type_name();
    out.value = type.substr(0, type.find(':'));  // the rest describes the range
  }
  out.summary = option.get_description();
  out.is_argument = option.get_positional();
  out.is_required = option.get_required();
  out.is_common = option.get_group() == kCommonFlags;
  return out;
}

/// `names`: of the command and of those above it.
CommandShape shape_of(const CLI::App& command, const std::string& names) {
  CommandShape out{names, command.get_description(), command.get_footer(), {}, {}};
  for (const CLI::Option* option : command.get_options()) {
    out.options.push_back(shape_of(*option));
  }
  for (const CLI::App* below : command.get_subcommands([](const CLI::App*) { return true; })) {
    out.commands.push_back(shape_of(*below, names.empty() ? below->get_name() : names + " " + below->get_name()));
  }
  return out;
}

bool has_command(CLI::App& root, const std::string& name) {
  return !root.get_subcommands([&](CLI::App* command) { return command->check_name(name); }).empty();
}

}  // namespace

void Verb::flag(const std::string& name, bool& into, const std::string& summary) {
  verbs_.switches_.insert(name);
  command_.add_flag(name, into, summary);
}

void Verb::text(const std::string& name, std::string& into, const std::string& summary) {
  command_.add_option(name, into, summary);
}

void Verb::required_text(const std::string& name, std::string& into, const std::string& summary) {
  command_.add_option(name, into, summary)->required();
}

void Verb::texts(const std::string& name, std::vector<std::string>& into, const std::string& summary) {
  command_.add_option(name, into, summary)->allow_extra_args(false);
}

void Verb::arguments(const std::string& name, std::vector<std::string>& into, const std::string& summary) {
  command_.add_option(name, into, summary);
}

void Verb::number(const std::string& name, std::int64_t& into, NumberRange range, const std::string& summary) {
  add_number(command_, name, into, range, summary);
}

void Verb::number(const std::string& name, std::optional<std::int64_t>& into, NumberRange range,
                  const std::string& summary) {
  add_number(command_, name, into, range, summary);
}

void Verb::number(const std::string& name, std::uint64_t& into, const std::string& summary) {
  const auto not_empty = [](const std::string& word) { return word.empty() ? "a number is missing" : std::string(); };
  command_.add_option(name, into, summary)->check(not_empty, "");
}

void Verb::setting(const std::string& name, const std::string& setting, const std::string& summary) {
  const auto keep = [&verbs = verbs_, name, setting](const std::string& value) {
    verbs.flags_.push_back({.name = setting, .place = name, .words = {value}});
  };
  command_.add_option_function<std::string>(name, keep, summary);
}

void Verb::on_run(Action action) {
  setting("--bootstrap", "kafka.bootstrap", "HOST:PORT of a Kafka broker; without it the embedded log is used");
  setting("--namespace", "topics.namespace", "prefix of topics and groups (default turnstream)");
  setting("--state", "state.directory", "state directory (default ~/.local/state/turnstream/<namespace>)");
  text("--config", verbs_.config_file_, "settings file (YAML)");
  texts("--set", verbs_.sets_,
        "section.name=value, repeatable; the setting's own flag, such as --state, wins in any order");
  flag("--json", verbs_.json_, "output and log lines as JSON");
  flag("--quiet", verbs_.quiet_, "print only results and errors");
  for (const char* name : {"--bootstrap", "--namespace", "--state", "--config", "--set", "--json", "--quiet"}) {
    command_.get_option(name)->group(kCommonFlags);
  }
  command_.callback([&verbs = verbs_, chosen = std::move(action)] { verbs.action_ = chosen; });
}

VerbSet::VerbSet(const std::string& summary) : root_(std::make_unique<CLI::App>(summary, "turnstream")) {
  root_->require_subcommand(1);
  root_->set_version_flag("--version", "turnstream " TURNSTREAM_VERSION);
  root_->footer("Help for a command: turnstream COMMAND --help");
}

VerbSet::~VerbSet() = default;

void VerbSet::add_group(const std::string& name, const std::string& summary) {
  CLI::App& group = *root_->add_subcommand(name, summary);
  group.require_subcommand(1);
  group.footer("Help for a command: turnstream " + name + " COMMAND --help");
}

Verb VerbSet::add(const VerbText& text) {
  CLI::App* parent = root_.get();
  std::string name = text.name;
  if (const std::size_t blank = name.find(' '); blank != std::string::npos) {
    parent = root_->get_subcommand(name.substr(0, blank));
    name = name.substr(blank + 1);
  }
  CLI::App& command = *parent->add_subcommand(name, text.summary);
  command.footer(footer_of(text.examples));
  return {command, *this};
}

CommandShape VerbSet::shape() const {
  return shape_of(*root_, "");
}

std::optional<ExitCode> VerbSet::parse(const std::vector<std::string>& arguments, std::ostream& out,
                                       std::ostream& err) {
  const bool as_json = asks_for_json(arguments);
  const auto refuse = [&](const std::string& message) {
    if (as_json) {
      report(usage_error(message), true, err);
    } else {
      err << message << "\n";
    }
    return ExitCode::kWrongUsage;
  };
  const auto words = with_empty_values(arguments, switches_);
  if (!words.ok()) {
    return refuse(words.error().message);
  }
  try {
    root_->parse(std::vector<std::string>(words->rbegin(), words->rend()));
  } catch (const CLI::ParseError& error) {
    if (!arguments.empty() && !arguments.front().starts_with('-') && !has_command(*root_, arguments.front())) {
      return refuse("there is no command " + arguments.front() + "; turnstream --help lists them");
    }
    if (as_json && error.get_exit_code() != 0) {
      return refuse(error.what());
    }
    const bool is_help = root_->exit(error, out, err) == 0;
    out.flush();
    err.flush();
    return is_help ? ExitCode::kDone : ExitCode::kWrongUsage;
  }
  return std::nullopt;
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
