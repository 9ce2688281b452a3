#pragma once
// run_program: the whole command-line program over a catalog of stages. Threads: one call at a time in a process,
// because it sets the process-wide log sink; verbs start and join their own threads.

#include <cstddef>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "app/stage_catalog.h"

namespace turnstream::app {

/// The streams and environment variables of the program. Tests pass their own.
struct Surroundings {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  std::vector<std::pair<std::string, std::string>> environment;
  bool err_is_terminal = false;
  bool out_is_terminal = false;
  std::size_t out_columns = 0;  ///< the width of that terminal; 0 if it is not known
};

/// `arguments`: without the name of the program. Returns the exit code.
int run_program(const std::vector<std::string>& arguments, const StageCatalog& catalog,
                const Surroundings& surroundings);

/// Runs the program with the arguments, streams and environment of this process.
int run_program(int argc, char** argv, const StageCatalog& catalog);

}  // namespace turnstream::app
