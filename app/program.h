#pragma once
// run_program: the whole command line program over a catalog of stages. main() of each binary is one call of it.
// Threads: one call a process (it sets the process-wide log sink); verbs start threads of their own and join them.

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "app/stage_catalog.h"

namespace turnstream::app {

/// What the program sees of its process. Tests pass their own.
struct Surroundings {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::vector<std::pair<std::string, std::string>> environment;
  bool err_is_terminal = false;
  bool out_is_terminal = false;
};

/// `arguments` without the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& arguments, const StageCatalog& catalog,
                const Surroundings& surroundings);

/// With the process's own arguments, streams and environment.
int run_program(int argc, char** argv, const StageCatalog& catalog);

}  // namespace turnstream::app
