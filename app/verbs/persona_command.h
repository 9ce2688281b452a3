#pragma once
// A command to one persona: sends it, waits for the stages, and prints what they changed. For the verbs of persona_commands.cpp.
// Threads: one.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/exit_code.h"

namespace turnstream::app {

struct PersonaCommand {
  std::string name;  ///< the kind of the command
  std::string persona;
  std::vector<std::string> args_json;  ///< of the commands to send, at least one
  std::int64_t wait_s = 30;
  std::string why_nothing;  ///< what it means if all stages answered and none changed a memory
  /// By stage: the words before `items_processed` where that says what the command did. They are printed if it is not 0.
  std::map<std::string, std::string> processed_words = {};
};

/// kFailed if a stage refused the command or has not answered yet. Error "input_refused": intake refused the command.
Result<ExitCode> run_persona_command(Context& context, const PersonaCommand& command);

}  // namespace turnstream::app
