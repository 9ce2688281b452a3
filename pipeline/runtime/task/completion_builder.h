#pragma once
// CompletionBuilder: writes a stage's completion for one record: at least one part. The record's own persona has one,
// and each other persona with changes, examined inputs or an error; without any, one part has no persona. A part that
// is too large is split (codec::split_completion). The parts are numbered from 0, and the last one is marked.
// Threads: the worker's. Lifetime: borrows the stage's info and the record.

#include "pipeline/runtime/task/record_output.h"
#include "pipeline/runtime/task/record_parts.h"

namespace turnstream::runtime {

class CompletionBuilder {
 public:
  CompletionBuilder(const stage_api::StageInfo& stage, const PreparedRecord& record, int attempts)
      : stage_(stage), record_(record), attempts_(attempts) {}

  /// Adds completion parts, public records, counts and the elapsed time to `output`. Moves their contents out of `parts`.
  void build(RecordParts& parts, std::int64_t elapsed_us, RecordOutput& output) const;

 private:
  [[nodiscard]] model::Completion frame() const;
  [[nodiscard]] model::Completion completion_of(PersonaPart& part, bool is_own) const;

  const stage_api::StageInfo& stage_;
  const PreparedRecord& record_;
  int attempts_;
};

}  // namespace turnstream::runtime
