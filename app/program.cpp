#include "app/program.h"

#include <iostream>
#include <sys/ioctl.h>
#include <unistd.h>

#include "app/advice.h"
#include "app/error_report.h"
#include "app/log_access/private_files.h"
#include "app/log_sink.h"
#include "app/shown_stream.h"
#include "app/verb_set.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/json/writer.h"
#include "pipeline/log/kafka/client.h"

namespace turnstream::app {
namespace {

constexpr const char* kSummary =
    "Turnstream: agents publish their turns; the pipeline derives memory from them.\n"
    "Without --bootstrap it uses an embedded log in the state directory.";

void warn(const std::vector<std::string>& sentences, bool json, std::ostream& err) {
  for (const std::string& sentence : sentences) {
    if (json) {
      std::string line = R"({"warning":{"code":"unknown_variable","message":)";
      json::append_string(line, shown_text(sentence));
      err << line << "}}\n";
    } else {
      err << "turnstream: " << shown_text(sentence) << "\n";
    }
  }
  err.flush();
}

Result<settings::Loaded> load_settings(const VerbSet& verbs, const StageCatalog& catalog,
                                       const Surroundings& surroundings) {
  settings::Sources sources;
  if (!verbs.config_file().empty()) {
    sources.file = verbs.config_file();
  }
  sources.environment = surroundings.environment;
  TS_ASSIGN_OR_RETURN(sources.flags, verbs.sets());
  for (const settings::Assignment& flag : verbs.flags()) {
    sources.flags.push_back(flag);
  }
  sources.memory_rows = setting_rows_of(catalog);
  sources.may_set = log::kafka::may_override;
  return settings::load(sources);
}

LogStyle log_style(const settings::Settings& settings, const VerbSet& verbs) {
  const bool is_chatty = settings.log.level == "debug" || settings.log.level == "info";
  return {.level = verbs.quiet() && is_chatty ? "warning" : settings.log.level,
          .json = verbs.json() || settings.log.format == "json"};
}

Result<ExitCode> run_action(const VerbSet& verbs, const StageCatalog& catalog, const Surroundings& surroundings,
                            std::ostream& out, std::ostream& err) {
  TS_ASSIGN_OR_RETURN(const settings::Loaded loaded, load_settings(verbs, catalog, surroundings));
  const LogStyle style = log_style(loaded.settings, verbs);
  install_log_sink(style);
  if (!verbs.quiet()) {
    warn(unknown_variables(surroundings.environment, loaded), style.json, err);
  }
  Context context{loaded, catalog, surroundings, out, err, verbs.json(), verbs.quiet()};
  Result<ExitCode> exit = verbs.action()(context);
  if (!exit.ok()) {
    return with_advice(std::move(exit).error(), loaded.settings);
  }
  return exit;
}

std::vector<std::pair<std::string, std::string>> process_environment() {
  std::vector<std::pair<std::string, std::string>> out;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos) {
      out.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
  }
  return out;
}

std::size_t columns_of_terminal(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, const StageCatalog& catalog,
                const Surroundings& surroundings) {
  VerbSet verbs(kSummary);
  add_all_verbs(verbs);
  ShownStream out(surroundings.out);
  ShownStream err(surroundings.err);
  if (const std::optional<ExitCode> ended = verbs.parse(arguments, out, err)) {
    return static_cast<int>(*ended);
  }
  const Result<ExitCode> exit = run_action(verbs, catalog, surroundings, out, err);
  out.flush();
  if (!exit.ok()) {
    return report(exit.error(), verbs.json(), err);
  }
  if (!out || !surroundings.out) {
    err << "turnstream: the output could not be written completely to the standard output\n";
    return static_cast<int>(ExitCode::kFailed);
  }
  return static_cast<int>(*exit);
}

int run_program(int argc, char** argv, const StageCatalog& catalog) {
  std::ios::sync_with_stdio(false);
  make_new_files_private();
  return run_program({argv + 1, argv + argc}, catalog,
                     {std::cin, std::cout, std::cerr, process_environment(), ::isatty(STDERR_FILENO) == 1,
                      ::isatty(STDOUT_FILENO) == 1, columns_of_terminal(STDOUT_FILENO)});
}

}  // namespace turnstream::app
