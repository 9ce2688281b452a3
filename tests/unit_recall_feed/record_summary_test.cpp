#include "recall/read_model/record_summary.h"

#include <doctest/doctest.h>

namespace turnstream::recall {
namespace {

log::Record record_of(std::string_view kind) {
  log::Record record;
  record.headers = {{"kind", kind}};
  return record;
}

model::Completion counted_part(const std::string& stage, std::int64_t added, std::int64_t updated,
                               std::int64_t removed) {
  model::Completion made;
  made.stage = stage;
  made.turn_id = "T1";
  made.items_added = added;
  made.items_updated = updated;
  made.items_removed = removed;
  return made;
}

}  // namespace

TEST_CASE("the counts of all parts of a stage are added and the stages keep their order") {
  const log::Record record = record_of("turn");
  RecordSummarizer summarizer(record);
  summarizer.take(counted_part("episodic", 1, 2, 3));
  summarizer.take(counted_part("episodic", 4, 0, 1));
  summarizer.take(counted_part("consolidation", 0, 0, 0));
  const RecordSummary summary = summarizer.summary();
  CHECK(summary == RecordSummary{"T1", "remembered", {{"episodic", 5, 2, 4}, {"consolidation", 0, 0, 0}}});
}

TEST_CASE("what became of a turn is what episodic answered") {
  const log::Record record = record_of("turn");
  RecordSummarizer refused(record);
  model::Completion failed = counted_part("episodic", 0, 0, 0);
  failed.error = model::CompletionError{"erased", "It was erased.", ""};
  refused.take(failed);
  CHECK(refused.summary().outcome == "refused");

  RecordSummarizer repeated(record);
  model::Completion duplicate = counted_part("episodic", 0, 0, 0);
  duplicate.duplicate_of = model::LogPosition{Partition{0}, Offset{3}};
  repeated.take(duplicate);
  CHECK(repeated.summary().outcome == "duplicate");

  RecordSummarizer partly(record);
  model::Completion later = counted_part("semantic", 0, 0, 0);
  later.error = model::CompletionError{"stage_failed", "It failed.", ""};
  partly.take(counted_part("episodic", 1, 0, 0));
  partly.take(later);
  CHECK(partly.summary().outcome == "remembered");
}

TEST_CASE("of another record the outcome is its kind") {
  const log::Record record = record_of("command");
  RecordSummarizer summarizer(record);
  model::Completion answer = counted_part("episodic", 0, 0, 2);
  answer.turn_id.reset();
  summarizer.take(answer);
  CHECK(summarizer.summary() == RecordSummary{"", "command", {{"episodic", 0, 0, 2}}});
}

}  // namespace turnstream::recall
