#pragma once
// Observer: reads what a read-committed consumer sees at the end of a schedule, and checks what must always hold. Each
// check returns a sentence about the first error that it finds, or nothing. P1 to P7 are rows of docs/requirements.md.
// Threads: one.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/pipeline_shape.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::simulation {

struct Seen {
  Offset offset;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::map<std::string, std::string> headers;
};
using Complaint = std::optional<std::string>;

class Observer {
 public:
  Observer(log::Client& client, std::int32_t partitions) : client_(client), partitions_(partitions) {}

  std::vector<Seen> read(const std::string& topic, std::int32_t partition);

  /// P1: every stage has one complete answer to every log record, in log order.
  Complaint check_completions(const runtime::PipelineShape& shape, const model::TopicNames& names,
                              const std::string& log);
  /// P3–P5: two namespaces that processed the same log have the same bytes in their completions and events, the same
  /// commands between personas, the same effect requests, and the same final state in their changelogs.
  Complaint check_equal(const runtime::PipelineShape& shape, const model::TopicNames& a, const model::TopicNames& b);
  /// The insights that a model's answer made were all made for one log record.
  Complaint check_applied_once(const model::TopicNames& names);
  /// P7, and P3 for intake: each sent record, and each that a stage sent to another persona, is once in the log or in the dead
  /// letters, with its bytes unchanged. Of settings, which are in every partition, only those in the first partition count.
  Complaint check_intake(const std::vector<std::string>& sent, const model::TopicNames& names);
  /// Every partition of the log has the same settings records in the same order.
  Complaint check_settings(const model::TopicNames& names);
  /// The changelogs keep at most their share (store/changelog_walk.h) and what is allowed beyond it.
  Complaint check_changelogs(const runtime::PipelineShape& shape, const model::TopicNames& names,
                             std::int64_t free_bytes);
  /// P4: the rows on the disk of a process that owns every partition are those of the changelog.
  Complaint check_disk(const runtime::PipelineShape& shape, const model::TopicNames& names, store::KeyValueStore& disk);

 private:
  Complaint check_requests(const model::TopicNames& a, const model::TopicNames& b);
  std::map<std::string, std::string> final_state(const std::string& changelog, std::int32_t partition);

  log::Client& client_;
  std::int32_t partitions_;
};

}  // namespace turnstream::simulation
