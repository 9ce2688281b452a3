#pragma once
// Completion scripts for shells: they offer commands, their flags and, everywhere else, file names. Threads: any.

#include <optional>
#include <string>

#include "app/command_shape.h"

namespace turnstream::app {

/// The script for bash, zsh or fish; absent for another shell. `program`: VerbSet::shape().
std::optional<std::string> completion_script(const std::string& shell, const CommandShape& program);

}  // namespace turnstream::app
