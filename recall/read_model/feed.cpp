#include "recall/read_model/feed.h"

#include <algorithm>
#include <chrono>

#include "pipeline/base/log_line.h"
#include "pipeline/base/number_text.h"

namespace turnstream::recall {
namespace {

constexpr log::milliseconds kPoll{100};
constexpr log::milliseconds kAnswer{5'000};
constexpr log::milliseconds kBeforeRetry{1'000};
constexpr const char* kClientId = "turnstream-recall";

bool may_pass(const Error& error) {
  return error.reaction == Reaction::kRetry || error.reaction == Reaction::kReleasePartition;
}

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

Status Feed::run(const std::stop_token& stop) {
  Status status = read_again(stop);
  const MutexLock lock(mutex_);
  has_ended_ = true;
  failure_ = status.ok() ? std::nullopt : std::optional(status.error());
  changed_.notify_all();
  return status;
}

std::optional<Error> Feed::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

Status Feed::read_again(const std::stop_token& stop) {
  Mutex mutex;
  ConditionVariable never;
  while (!stop.stop_requested()) {
    gates_.clear();
    auto reader = client_.make_reader(kClientId);
    Status status = reader.ok() ? start() : Status(reader.error());
    status = status.ok() ? assign(**reader) : status;
    status = status.ok() ? read_until_error(**reader, stop) : status;
    gates_.clear();
    if (status.ok() || !may_pass(status.error())) {
      return status;
    }
    LogLine(LogLevel::kWarning, "recall_reads_again")
        .with("code", status.error().code)
        .with("message", status.error().message);
    const MutexLock lock(mutex);
    never.pause(mutex, stop, kBeforeRetry);
  }
  return {};
}

/// Goes back to the positions of the read model.
Status Feed::start() {
  const std::vector<Progress> progress = model_.progress();
  next_.clear();
  paused_.clear();
  ends_.clear();
  answers_next_.clear();
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    const Progress& at = progress[static_cast<std::size_t>(p)];
    gates_.push_back(
        std::make_unique<runtime::Gate>(config_.log_topic, config_.completion_topics, config_.input_bytes_max));
    gates_.back()->start_at(at.next);
    next_[{config_.log_topic, Partition{p}}] = at.next;
    answers_next_.push_back(at.answers_next);
    answers_next_.back().resize(config_.completion_topics.size(), NextOffset{0});
    for (std::size_t i = 0; i < config_.completion_topics.size(); ++i) {
      next_[{config_.completion_topics[i], Partition{p}}] = answers_next_.back()[i];
    }
  }
  return {};
}

Status Feed::assign(log::Reader& reader) {
  std::vector<log::Position> positions;
  for (const auto& [input, next] : next_) {
    if (paused_.count(input) == 0) {
      positions.push_back({{input.first, input.second}, next});
    }
  }
  return reader.assign(positions);
}

Status Feed::read_until_error(log::Reader& reader, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    TS_ASSIGN_OR_RETURN(log::Event event, reader.poll(kPoll));
    if (auto* record = std::get_if<log::Record>(&event)) {
      TS_RETURN_IF_ERROR(take(std::move(*record), reader));
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      return log::unreadable_error(*unreadable);
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event);
               end && end->where.topic == config_.log_topic) {
      ends_[end->where.partition] = end->next;
      note(end->where.partition);
    }
  }
  return {};
}

Status Feed::take(log::Record record, log::Reader& reader) {
  const Partition partition = record.partition;
  NextOffset& next = next_[{std::string(record.topic), partition}];
  if (record.offset.value() < next.value()) {
    return {};
  }
  next = next_after(record.offset);
  runtime::Gate& gate = gate_of(partition);
  TS_RETURN_IF_ERROR(gate.accept(std::move(record)));
  TS_RETURN_IF_ERROR(apply_ready(gate, partition));
  const runtime::Gate::Flow flow = gate.take_flow();
  for (const std::string& topic : flow.pause) {
    paused_.insert({topic, partition});
  }
  for (const std::string& topic : flow.resume) {
    paused_.erase({topic, partition});
  }
  return flow.pause.empty() && flow.resume.empty() ? Status() : assign(reader);
}

Status Feed::apply_ready(runtime::Gate& gate, Partition partition) {
  for (;;) {
    TS_ASSIGN_OR_RETURN(const log::Record* record, gate.ready());
    if (record == nullptr) {
      break;
    }
    std::vector<StageAnswer> answers;
    for (std::size_t i = 0; i < config_.stages.size(); ++i) {
      answers.push_back({config_.stages[i], gate.answer(i)});
    }
    Progress after{next_after(record->offset), {}, LogTime{}};
    const auto time = record->header("log_time");
    after.log_time = LogTime{time ? read_number(*time).value_or(0) : 0};
    // Those of this record are read again after a start, and the gate passes them.
    std::vector<NextOffset>& answers_next = answers_next_[static_cast<std::size_t>(partition.value())];
    for (std::size_t i = 0; i < answers_next.size(); ++i) {
      answers_next[i] = gate.upstream_next()[i].value_or(answers_next[i]);
    }
    after.answers_next = answers_next;
    TS_RETURN_IF_ERROR(model_.apply({*record, answers}, after));
    gate.pop();
  }
  note(partition);
  return {};
}

/// Behind the last record the log may have control records, which a reader does not get.
void Feed::note(Partition partition) {
  const runtime::Gate& gate = gate_of(partition);
  const MutexLock lock(mutex_);
  NextOffset& applied = applied_[partition];
  applied = std::max(applied, gate.next());
  if (!gate.has_log_records()) {
    applied = std::max(applied, ends_[partition]);
  }
  changed_.notify_all();
}

Result<bool> Feed::follow(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::vector<NextOffset> ends;
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const log::Watermarks marks,
                        client_.admin().watermarks({config_.log_topic, Partition{p}}, kAnswer));
    ends.push_back(marks.last_stable);
  }
  const MutexLock lock(mutex_);
  changed_.wait_for(mutex_, stop, time, [&]() REQUIRES(mutex_) { return has_ended_ || has_applied(ends); });
  return has_applied(ends);
}

bool Feed::has_applied(const std::vector<NextOffset>& log_ends) const {
  for (std::size_t p = 0; p < log_ends.size(); ++p) {
    const auto found = applied_.find(Partition{static_cast<std::int32_t>(p)});
    if (log_ends[p].value() > 0 && (found == applied_.end() || found->second < log_ends[p])) {
      return false;
    }
  }
  return true;
}

}  // namespace turnstream::recall
