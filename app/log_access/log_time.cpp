#include "app/log_access/log_time.h"

#include <algorithm>
#include <vector>

#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/intake/intake_metadata.h"

namespace turnstream::app {

Result<std::optional<LogTime>> committed_log_time(const Context& context, log::Admin& admin) {
  const model::TopicNames names(context.settings().topics.name_space);
  TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(admin, names.commands(), answer_timeout(context)));
  std::vector<log::TopicPartition> where;
  for (std::int32_t p = 0; p < count; ++p) {
    where.push_back({names.commands(), Partition{p}});
  }
  std::optional<LogTime> newest;
  if (where.empty()) {
    return newest;
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed,
                      admin.committed(names.group("intake"), where, answer_timeout(context)));
  for (const log::Committed& one : committed) {
    if (const auto last = runtime::decode_intake_metadata(one.metadata).log_time) {
      newest = std::max(newest.value_or(*last), *last);
    }
  }
  return newest;
}

}  // namespace turnstream::app
