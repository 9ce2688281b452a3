#pragma once
// VerbSet: the commands of the program while the command line is read. Each verb adds itself (verbs/), with its flags,
// and says what to run; the common flags are added to each. Threads: one.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/exit_code.h"
#include "pipeline/base/result.h"
#include "pipeline/settings/source.h"

namespace turnstream::app {

using Action = std::function<Result<ExitCode>(Context&)>;

struct VerbText {
  std::string name;      ///< "publish"; "topics create" for a verb below another
  std::string summary;   ///< one line
  std::string examples;  ///< lines as typed, without indentation
};

class VerbSet {
 public:
  explicit VerbSet(CLI::App& root) : root_(root) {}
  VerbSet(const VerbSet&) = delete;
  VerbSet& operator=(const VerbSet&) = delete;

  /// A command that only has commands below it: `topics`.
  void add_group(const std::string& name, const std::string& summary);
  /// A new command with the common flags.
  CLI::App& add(const VerbText& text);
  /// A flag that stands for a setting: `--workers 2` is `--set run.workers=2`.
  void setting_flag(CLI::App& command, const std::string& flag, const std::string& setting, const std::string& summary);
  /// What the command does. The action may own what its flags are read into.
  void on_run(CLI::App& command, Action action);

  // what the command line said
  [[nodiscard]] const Action& action() const { return action_; }
  [[nodiscard]] std::vector<settings::Assignment> flags() const;
  [[nodiscard]] Result<std::vector<settings::Assignment>> sets() const;
  [[nodiscard]] const std::string& config_file() const { return config_file_; }
  [[nodiscard]] bool json() const { return json_; }
  [[nodiscard]] bool quiet() const { return quiet_; }

 private:
  void add_common_flags(CLI::App& command);

  CLI::App& root_;
  Action action_;
  std::vector<settings::Assignment> flags_;
  std::vector<std::string> sets_;
  std::string config_file_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace turnstream::app
