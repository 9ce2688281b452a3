#pragma once
// Observer: what a read-committed consumer finally sees, and the checks of what must always hold. Each check returns a
// sentence about the first thing that is wrong, or nothing.
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

  /// P1: for every log record one answer of every stage, in log order, none missing, none twice.
  Complaint check_completions(const runtime::PipelineShape& shape, const model::TopicNames& names,
                              const std::string& log);
  /// P3–P5: two namespaces that processed the same log show the same bytes, and their changelogs the same final state.
  Complaint check_equal(const runtime::PipelineShape& shape, const model::TopicNames& a, const model::TopicNames& b);
  /// P7 and intake's part of P3: each sent record is in the log or in the dead letters, once, its bytes intact.
  Complaint check_intake(const std::vector<std::string>& sent, const model::TopicNames& names);
  /// P4: the rows on a disk that owns every partition are those of the changelog.
  Complaint check_disk(const runtime::PipelineShape& shape, const model::TopicNames& names, store::KeyValueStore& disk);

 private:
  std::map<std::string, std::string> final_state(const std::string& changelog, std::int32_t partition);

  log::Client& client_;
  std::int32_t partitions_;
};

}  // namespace turnstream::simulation
