#pragma once
// VerbSet: the commands of the program, and the parsed command line. Each verb adds itself (verbs/) with its flags and
// the action to run; each gets the common flags. Only verb_set.cpp includes the command-line library, which is slow to
// compile. Threads: one.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "app/command_shape.h"
#include "app/context.h"
#include "app/exit_code.h"
#include "pipeline/base/result.h"
#include "pipeline/settings/source.h"

namespace CLI {
class App;
}  // namespace CLI

namespace turnstream::app {

using Action = std::function<Result<ExitCode>(Context&)>;

struct VerbText {
  std::string name;      ///< "publish"; "topics create" for a verb below a group
  std::string summary;   ///< for --help
  std::string examples;  ///< lines as typed, without indentation
};

/// Smallest and largest value that a number may have.
struct NumberRange {
  std::int64_t min = 0;
  std::int64_t max = 0;
};

class VerbSet;

/// The flags and arguments of one command. A name with leading dashes ("--turns") is a flag, another ("FILE") an
/// argument. The variables into which they are read must live until the action has run.
class Verb {
 public:
  Verb(CLI::App& command, VerbSet& verbs) : command_(command), verbs_(verbs) {}

  void flag(const std::string& name, bool& into, const std::string& summary);
  void text(const std::string& name, std::string& into, const std::string& summary);
  void required_text(const std::string& name, std::string& into, const std::string& summary);
  /// A flag that may be repeated, with one value each time.
  void texts(const std::string& name, std::vector<std::string>& into, const std::string& summary);
  /// An argument that may be given any number of times.
  void arguments(const std::string& name, std::vector<std::string>& into, const std::string& summary);
  void number(const std::string& name, std::int64_t& into, NumberRange range, const std::string& summary);
  void number(const std::string& name, std::optional<std::int64_t>& into, NumberRange range,
              const std::string& summary);
  void number(const std::string& name, std::uint64_t& into, const std::string& summary);
  /// A flag that sets a setting: `--workers 2` means `--set run.workers=2`.
  void setting(const std::string& name, const std::string& setting, const std::string& summary);
  /// Sets the action and adds the common flags. The action may own the variables into which its flags are read.
  void on_run(Action action);

 private:
  CLI::App& command_;
  VerbSet& verbs_;
};

class VerbSet {
 public:
  /// `summary`: of the program, for --help.
  explicit VerbSet(const std::string& summary);
  VerbSet(const VerbSet&) = delete;
  VerbSet& operator=(const VerbSet&) = delete;
  ~VerbSet();

  /// Adds a command that only has commands below it: `topics`.
  void add_group(const std::string& name, const std::string& summary);
  /// Adds a command. Verb::on_run() gives it the common flags.
  Verb add(const VerbText& text);
  /// Parses the command line. Absent if an action was chosen; otherwise help, the version or an error was printed, and
  /// the program must end with the returned exit code.
  std::optional<ExitCode> parse(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err);

  /// All commands and their flags, as --help shows them.
  [[nodiscard]] CommandShape shape() const;

  // The parsed command line; valid after parse().
  [[nodiscard]] const Action& action() const { return action_; }
  [[nodiscard]] const std::vector<settings::Assignment>& flags() const { return flags_; }
  [[nodiscard]] Result<std::vector<settings::Assignment>> sets() const;
  [[nodiscard]] const std::string& config_file() const { return config_file_; }
  [[nodiscard]] bool json() const { return json_; }
  [[nodiscard]] bool quiet() const { return quiet_; }

 private:
  friend class Verb;

  std::unique_ptr<CLI::App> root_;
  Action action_;
  std::vector<settings::Assignment> flags_;
  std::vector<std::string> sets_;
  std::set<std::string> switches_;  ///< flags without a value
  std::string config_file_;
  bool json_ = false;
  bool quiet_ = false;
};

}  // namespace turnstream::app
