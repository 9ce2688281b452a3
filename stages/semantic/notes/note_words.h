#pragma once
// NoteWords: the two rows of word statistics (stages/common/notes/word_statistics.h) by which a persona's notes are scored.
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <optional>

#include "pipeline/stage_api/stage.h"
#include "stages/common/notes/word_statistics.h"

namespace turnstream::semantic {

class NoteWords {
 public:
  explicit NoteWords(stage_api::StateView& rows) : rows_(rows) {}
  NoteWords(const NoteWords&) = delete;
  NoteWords& operator=(const NoteWords&) = delete;

  /// Reads the rows. Error: bad_state.
  Status load();
  /// Precondition: load().
  [[nodiscard]] notes::WordStatistics& statistics() { return *statistics_; }
  /// Writes what changed, if load() was called.
  void finish();
  /// Erases the rows.
  void clear();

 private:
  stage_api::StateView& rows_;
  std::optional<notes::WordStatistics> statistics_;  ///< borrows the settled row, which only finish() and clear() write
};

}  // namespace turnstream::semantic
