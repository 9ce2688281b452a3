#pragma once
// LinkIndex: a persona's link rows, for one record. All rows are read at the first use. flush() writes
// the rows that changed and erases those that left the window. Lifetime: borrows all arguments, for one call of the
// stage. Threads: the caller's.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/episodic/links.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {

class LinkIndex {
 public:
  LinkIndex(stage_api::StateView& rows, PersonaState& state, const EpisodicSettings& settings)
      : rows_(rows), state_(state), settings_(settings) {}

  /// The ids that LinkTable::related() gives for the last link_window_items entries.
  Result<std::vector<std::string>> related(const LinkEntry& subject);
  Status append(const LinkEntry& entry);
  /// Overwrites the entries that match with empty ones. Returns the ids that these entries had.
  Result<std::vector<Uuid>> forget(const std::function<bool(const LinkEntry&)>& matches);
  /// Erases all link rows of the persona.
  Status forget_all();
  void flush();

 private:
  struct Row {
    std::uint64_t number = 0;
    std::string bytes;
    bool changed = false;
  };
  Status load();
  Status read_table();

  stage_api::StateView& rows_;
  PersonaState& state_;
  const EpisodicSettings& settings_;
  std::vector<Row> loaded_;
  std::optional<LinkTable> table_;  ///< of the loaded rows, from the first related() on
  bool is_loaded_ = false;
};

}  // namespace turnstream::episodic
