#pragma once
// Context: the input of every verb: the resolved settings, the catalog of stages, the streams and environment, and the
// output options. Lives while one verb runs. Threads: the verb's.

#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "app/program.h"
#include "app/stage_catalog.h"
#include "pipeline/settings/load.h"

namespace turnstream::app {

struct Context {
  const settings::Loaded& loaded;
  const StageCatalog& catalog;
  const Surroundings& surroundings;
  std::ostream& shown_out;  ///< surroundings.out, but what could harm a terminal is escaped (app/shown_stream.h)
  std::ostream& shown_err;  ///< likewise
  bool json = false;        ///< --json was given
  bool quiet = false;       ///< --quiet was given

  [[nodiscard]] const settings::Settings& settings() const { return loaded.settings; }
  [[nodiscard]] std::istream& in() const { return surroundings.in; }
  [[nodiscard]] std::ostream& out() const { return shown_out; }
  [[nodiscard]] std::ostream& err() const { return shown_err; }
  /// The streams without escapes: for own cursor movements, and for bytes that the user wants unchanged.
  [[nodiscard]] std::ostream& unescaped_out() const { return surroundings.out; }
  [[nodiscard]] std::ostream& unescaped_err() const { return surroundings.err; }
  /// The value of an environment variable, if it is set and not empty.
  [[nodiscard]] std::optional<std::string> environment(const std::string& name) const;
};

}  // namespace turnstream::app
