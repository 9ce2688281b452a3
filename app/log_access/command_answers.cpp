#include "app/log_access/command_answers.h"

#include <algorithm>
#include <poll.h>

#include "app/log_access/open_log.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/clock.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {
namespace {

constexpr int kLookEveryMs = 50;

}  // namespace

Result<CommandAnswers> CommandAnswers::begin(const Context& context, log::Client& client) {
  CommandAnswers answers(context, client);
  const log::milliseconds timeout = answer_timeout(context);
  const model::TopicNames names(context.settings().topics.name_space);
  for (const StageEntry& entry : context.catalog) {
    const std::string stage = entry.make()->info().name;
    const std::string topic = names.completions(stage);
    TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(client.admin(), topic, timeout));
    std::vector<log::TopicPartition> where;
    for (std::int32_t p = 0; p < count; ++p) {
      where.push_back({topic, Partition{p}});
    }
    TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, timeout));
    std::vector<log::Position>& positions = answers.positions_[stage];
    for (std::size_t i = 0; i < where.size(); ++i) {
      positions.push_back({where[i], marks[i].high});
    }
  }
  return answers;
}

Result<std::set<std::string>> CommandAnswers::wait(const std::set<std::string>& command_ids, log::milliseconds timeout,
                                                   const PartVisitor& visit) {
  const SystemClock clock;
  std::int64_t until_us = clock.monotonic_now().value() + timeout.count() * 1'000;
  std::set<std::string> missing;
  while (true) {
    TS_ASSIGN_OR_RETURN(const bool has_new, read_new());
    missing.clear();
    for (const auto& [stage, positions] : positions_) {
      for (const std::string& id : command_ids) {
        const auto& parts = answers_[id][stage];
        if (parts.empty() || !parts.back().last) {
          missing.insert(stage);
        }
      }
    }
    const std::int64_t now_us = clock.monotonic_now().value();
    until_us = has_new ? now_us + timeout.count() * 1'000 : until_us;
    if (missing.empty() || now_us >= until_us) {
      break;
    }
    ::poll(nullptr, 0, kLookEveryMs);
  }
  for (const std::string& id : command_ids) {
    for (const auto& [stage, parts] : answers_[id]) {
      for (const model::Completion& part : parts) {
        TS_RETURN_IF_ERROR(visit(part));
      }
    }
  }
  return missing;
}

/// Reads what was committed since the last call. Returns whether there was a record.
Result<bool> CommandAnswers::read_new() {
  bool has_new = false;
  for (auto& [stage, positions] : positions_) {
    const auto read = [&, &name = stage, &where = positions](const log::Record& record) -> Result<bool> {
      has_new = true;
      where[static_cast<std::size_t>(record.partition.value())].next = next_after(record.offset);
      TS_RETURN_IF_ERROR(take(name, record));
      return true;
    };
    TS_RETURN_IF_ERROR(scan_from(client_, positions, answer_timeout(context_), read));
  }
  return has_new;
}

Status CommandAnswers::take(const std::string& stage, const log::Record& record) {
  const std::string_view value = record.value.value_or(std::string_view());
  TS_ASSIGN_OR_RETURN(const codec::CompletionHead head, codec::peek_completion(value));
  if (head.cause_kind != "command") {
    return {};
  }
  TS_ASSIGN_OR_RETURN(model::Completion part, codec::parse_completion(value));
  answers_[part.cause_id][stage].push_back(std::move(part));
  return {};
}

}  // namespace turnstream::app
