#include "app/command_outcome.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <poll.h>

#include "app/explain/json_text.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/json/document.h"
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

/// A dead letter has the key and the bytes of what was refused.
bool is_of(const CommandOutcome::Sent& sent, const log::Record& record) {
  const nlohmann::json command = json::parse_document(record.value.value_or(std::string_view()));
  const nlohmann::json& persona = member_in(command, "persona_id");
  const bool same_persona = sent.persona.has_value() ? persona == *sent.persona : persona.is_null();
  return same_persona && std::find(sent.ids.begin(), sent.ids.end(), text_in(command, "command_id")) != sent.ids.end();
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

Result<CommandOutcome::Found> CommandOutcome::wait(log::milliseconds timeout, const Sent& sent) {
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
  TS_RETURN_IF_ERROR(read_refused(sent, found));
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

Status CommandOutcome::read_refused(const Sent& sent, Found& found) {
  const std::string commands = names_of(context_).commands();
  const auto take = [&](const log::Record& record) {
    if (record.header("dl_stage") == "intake" && record.header("dl_topic") == commands && is_of(sent, record)) {
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
