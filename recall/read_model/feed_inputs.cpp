#include "recall/read_model/feed_inputs.h"

#include <utility>

#include "pipeline/base/log_line.h"

namespace turnstream::recall {
namespace {

constexpr log::milliseconds kAnswer{2'000};  ///< a stop waits for it

}  // namespace

FeedConfig feed_config(const model::TopicNames& names, const std::string& log_topic, std::vector<std::string> stages,
                       std::int32_t partitions) {
  FeedConfig config;
  config.log_topic = log_topic;
  for (const std::string& stage : stages) {
    config.completion_topics.push_back(names.completions(stage));
  }
  config.stages = std::move(stages);
  config.partitions = partitions;
  return config;
}

std::vector<FeedInput> FeedInputs::of(Partition partition) const {
  std::vector<FeedInput> inputs{{config_.log_topic, partition}};
  for (const std::string& topic : config_.completion_topics) {
    inputs.push_back({topic, partition});
  }
  return inputs;
}

Result<std::vector<std::vector<log::Watermarks>>> FeedInputs::marks(log::milliseconds timeout) {
  std::vector<FeedInput> all;
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    const std::vector<FeedInput> inputs = of(Partition{p});
    all.insert(all.end(), inputs.begin(), inputs.end());
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> found, client_.admin().watermarks_of(all, timeout));
  const auto inputs = static_cast<std::ptrdiff_t>(config_.completion_topics.size()) + 1;
  std::vector<std::vector<log::Watermarks>> marks;
  for (auto it = found.begin(); it != found.end(); it += inputs) {
    marks.emplace_back(it, it + inputs);
  }
  return marks;
}

Result<std::vector<log::Watermarks>> FeedInputs::log_marks() {
  std::vector<FeedInput> log;
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    log.push_back({config_.log_topic, Partition{p}});
  }
  return client_.admin().watermarks_of(log, kAnswer);
}

Result<Offset> FeedInputs::first_of_log(Partition partition) {
  TS_ASSIGN_OR_RETURN(const log::Watermarks marks, client_.admin().watermarks({config_.log_topic, partition}, kAnswer));
  return marks.first;
}

Status FeedInputs::check_hole(Partition partition, NextOffset next, Offset first, bool is_begun) const {
  if (first.value() <= next.value() + 1) {
    return {};
  }
  const std::string where = config_.log_topic + "[" + std::to_string(partition.value()) + "]";
  const std::string offsets =
      "offsets " + std::to_string(next.value()) + " to " + std::to_string(first.value() - 1) + " were deleted before ";
  if (config_.accepts_loss) {
    LogLine(LogLevel::kWarning, "loss_accepted")
        .with("partition", partition.value())
        .with("offset", next.value())
        .with("topic", config_.log_topic)
        .with("first", first.value())
        .with("message", offsets + "recall read them");
    return {};
  }
  if (!is_begun) {
    return make_error(error_codes::kLostInput, Reaction::kRetry, where + ": " + offsets + "recall began.");
  }
  return make_error(
      error_codes::kLostInput, Reaction::kStopProcess,
      "Records of " + where + " may have been lost: " + offsets +
          "recall read them, and its read model has the records before them. If only aborted transactions were "
          "there, nothing is lost. " +
          kRebuildAdvice);
}

}  // namespace turnstream::recall
