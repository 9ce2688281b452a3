#pragma once
// CompletionBuilder: writes a stage's answer to one record: at least one part. Each persona with changes has a part,
// which is split if it is too large. The parts are numbered, and the last one is marked.
// Threads: the worker's. Lifetime: borrows the stage's info and the record.

#include "pipeline/runtime/task/record_output.h"
#include "pipeline/runtime/task/record_parts.h"

namespace turnstream::runtime {

class CompletionBuilder {
 public:
  CompletionBuilder(const stage_api::StageInfo& stage, const PreparedRecord& record, int attempts)
      : stage_(stage), record_(record), attempts_(attempts) {}

  /// Adds completion parts, events, counts and the time to `output`. Moves the changes and errors out of `parts`.
  void build(RecordParts& parts, std::int64_t elapsed_us, RecordOutput& output) const;

 private:
  /// The fields that all parts have in common.
  [[nodiscard]] model::Completion frame() const;
  [[nodiscard]] model::Completion completion_of(PersonaPart& part, bool is_own) const;

  const stage_api::StageInfo& stage_;
  const PreparedRecord& record_;
  int attempts_;
};

}  // namespace turnstream::runtime
