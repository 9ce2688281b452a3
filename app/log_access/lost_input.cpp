#include "app/log_access/lost_input.h"

#include <algorithm>

#include "pipeline/log/open_transactions.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/task/deleted_input.h"

namespace turnstream::app {
namespace {

struct Reader {
  std::string name;                 ///< for people
  std::vector<std::string> groups;  ///< the one with the higher offset has the position
  std::vector<std::string> topics;
  std::string advice;
  bool is_of_log = false;  ///< it reads the log, which only transactions write
};

Status add_losses(std::vector<std::string>& sentences, log::Admin& admin, const Reader& reader,
                  log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  const std::vector<log::TopicPartition> where = log::partitions_of(topics, reader.topics);
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, admin.watermarks_of(where, timeout));
  std::vector<std::optional<NextOffset>> positions(where.size());
  for (const std::string& group : reader.groups) {
    TS_ASSIGN_OR_RETURN(const std::vector<log::Committed> committed, admin.committed(group, where, timeout));
    for (std::size_t i = 0; i < where.size(); ++i) {
      positions[i] = std::max(positions[i], committed[i].next);
    }
  }
  for (std::size_t i = 0; i < where.size(); ++i) {
    const auto first = marks[i].first.value();
    const auto next = positions[i].value_or(NextOffset{first}).value();
    // The offset before an empty rest may be the marker of the last transaction.
    const bool may_be_marker = reader.is_of_log || first == marks[i].high.value();
    const bool is_marker = may_be_marker && runtime::counts_as_marker({where[i], NextOffset{next}, Offset{first}});
    if (first > next && !is_marker) {
      sentences.push_back(where[i].topic + "[" + std::to_string(where[i].partition.value()) +
                          "]: records may have been lost: offsets " + std::to_string(next) + " to " +
                          std::to_string(first - 1) + " were deleted before " + reader.name +
                          " read them (aborted transactions leave such offsets, too). " + reader.advice);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> lost_input(log::Client& client, const settings::Settings& settings,
                                            const std::vector<std::string>& stages) {
  const model::TopicNames names(settings.topics.name_space);
  runtime::IntakeConfig intake;
  intake.names = names;
  intake.turns_topics = settings.intake.turns_topics;
  std::vector<Reader> readers{{"intake",
                               {names.group("intake")},
                               runtime::intake_topics(intake),
                               "Intake continues behind them; give the topic a longer retention.ms"}};
  for (const std::string& stage : stages) {
    readers.push_back({"stage " + stage,
                       {names.group(stage), names.group("fused")},
                       {names.log()},
                       "Restore the topic from a copy, or continue behind them with `turnstream run --accept-loss`, "
                       "and give the log a longer retention.ms",
                       true});
  }
  const log::milliseconds timeout{settings.kafka.connect_timeout_ms};
  std::vector<std::string> sentences;
  for (const Reader& reader : readers) {
    TS_RETURN_IF_ERROR(add_losses(sentences, client.admin(), reader, timeout));
  }
  return sentences;
}

}  // namespace turnstream::app
