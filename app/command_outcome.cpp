#include "app/command_outcome.h"

#include <algorithm>
#include <poll.h>

#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

constexpr int kLookEveryMs = 50;

std::vector<log::TopicPartition> partitions_of(const std::string& topic, std::int32_t count) {
  std::vector<log::TopicPartition> where;
  for (std::int32_t p = 0; p < count; ++p) {
    where.push_back({topic, Partition{p}});
  }
  return where;
}

model::TopicNames names_of(const Context& context) {
  return model::TopicNames(context.settings().topics.name_space);
}

}  // namespace

Result<CommandOutcome> CommandOutcome::begin(const Context& context, OpenLog& log) {
  CommandOutcome outcome(context, log);
  log::Admin& admin = log.client().admin();
  const log::milliseconds timeout = answer_timeout(context);
  const std::string topic = names_of(context).dead_letters();
  TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(admin, topic, timeout));
  const std::vector<log::TopicPartition> where = partitions_of(topic, count);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  for (std::size_t i = 0; i < where.size(); ++i) {
    outcome.dead_letters_.push_back({where[i], marks[i].high});
  }
  return outcome;
}

Result<CommandOutcome::Found> CommandOutcome::wait(log::milliseconds timeout) {
  Found found;
  if (log_.is_stopped()) {
    return found;
  }
  const SystemClock clock;
  const std::int64_t until_us = clock.monotonic_now().value() + timeout.count() * 1'000;
  while (true) {
    TS_ASSIGN_OR_RETURN(found.is_read, is_read());
    if (found.is_read || clock.monotonic_now().value() >= until_us) {
      break;
    }
    ::poll(nullptr, 0, kLookEveryMs);
  }
  TS_RETURN_IF_ERROR(read_refused(found));
  return found;
}

Result<bool> CommandOutcome::is_read() {
  log::Admin& admin = log_.client().admin();
  const log::milliseconds timeout = answer_timeout(context_);
  const std::string topic = names_of(context_).commands();
  TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(admin, topic, timeout));
  const std::vector<log::TopicPartition> where = partitions_of(topic, count);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed,
                      admin.committed(names_of(context_).group("intake"), where, timeout));
  for (std::size_t i = 0; i < where.size(); ++i) {
    if (marks[i].high.value() > 0 && committed[i].next.value_or(NextOffset{0}) < marks[i].high) {
      return false;
    }
  }
  return true;
}

Status CommandOutcome::read_refused(Found& found) {
  const std::string commands = names_of(context_).commands();
  const auto take = [&](const log::Record& record) {
    if (record.header("dl_stage") == "intake" && record.header("dl_topic") == commands) {
      const std::string sentence(record.header("dl_message").value_or("refused"));
      if (std::find(found.refused.begin(), found.refused.end(), sentence) == found.refused.end()) {
        found.refused.push_back(sentence);
      }
    }
    return Result<bool>(true);
  };
  return scan_from(log_.client(), dead_letters_, answer_timeout(context_), take, warn_of_unreadable(context_.err()));
}

}  // namespace turnstream::app
