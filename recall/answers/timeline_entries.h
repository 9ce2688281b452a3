#pragma once
// Timeline: collects the entries of a timeline (timeline.h) from the versions of memories: the newest ones, in bounded memory. Those in
// event time have their time at once; those in log time are looked up at the end, for the entries that remain.
// Threads: one. Lifetime: borrows memory and query.

#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "recall/answers/query.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

struct TimelineEntry {
  std::int64_t time = 0;  ///< unknown until take() if is_of_log
  bool is_of_log = false;
  std::string_view change;
  Offset log;
  Document document;  ///< without sources, which entries do not show
};

using Versions = std::vector<DocumentVersion>;

class Timeline {
 public:
  Timeline(const PersonaMemory& memory, const RecallQuery& query)
      : memory_(memory), filter_(query.filter), limit_(query.limit) {}

  /// Whether a memory of this kind can pass the filter.
  [[nodiscard]] bool wants(Kind kind) const;
  /// The versions of one memory, the oldest first. A memory that left and came back has had several lives.
  void add(Versions versions);
  /// The newest ones, the oldest of them first. Errors: of the store.
  Result<std::vector<TimelineEntry>> take();

 private:
  [[nodiscard]] bool passes(const Document& document) const;
  [[nodiscard]] bool is_in_time(std::int64_t time) const;
  void push(EventTime time, std::string_view change, Offset log, const Document& document);
  void push_of_log(std::string_view change, Offset log, const Document& document);
  Status look_up_times();
  void add_life(const Versions& versions);
  void add_valid(const Versions& versions);
  void add_other(const Versions& versions);

  const PersonaMemory& memory_;
  const RecallFilter& filter_;
  const std::size_t limit_;
  std::vector<TimelineEntry> entries_;  ///< in event time
  std::vector<TimelineEntry> of_log_;
};

}  // namespace turnstream::recall
