#include "app/errors.h"
#include "app/shell/completion.h"
#include "app/shell/man_page.h"
#include "app/verbs/verbs.h"

namespace turnstream::app {
namespace {

Result<ExitCode> print_completion(Context& context, const std::string& shell, const CommandShape& program) {
  const std::optional<std::string> script = completion_script(shell, program);
  if (!script) {
    return usage_error("completion " + shell + ": there are scripts for bash, zsh and fish");
  }
  context.out() << *script;
  return ExitCode::kDone;
}

}  // namespace

void add_shell_files(VerbSet& verbs) {
  Verb completion =
      verbs.add({.name = "completion",
                 .summary = "Print a script that completes commands and flags in a shell",
                 .examples = "turnstream completion bash > ~/.local/share/bash-completion/completions/turnstream\n"
                             "turnstream completion fish > ~/.config/fish/completions/turnstream.fish"});
  auto shell = std::make_shared<std::string>();
  completion.required_text("SHELL", *shell, "bash, zsh or fish");
  // The action runs within the life of `verbs`, which owns it.
  completion.on_run([&verbs, shell](Context& context) { return print_completion(context, *shell, verbs.shape()); });

  Verb man = verbs.add({.name = "man",
                        .summary = "Print the manual page of this program, as roff",
                        .examples = "turnstream man | man -l -"});
  man.on_run([&verbs](Context& context) -> Result<ExitCode> {
    context.out() << man_page(verbs.shape(), TURNSTREAM_VERSION);
    return ExitCode::kDone;
  });
}

}  // namespace turnstream::app
