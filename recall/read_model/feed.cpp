#include "recall/read_model/feed.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/log_line.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/number_text.h"

namespace turnstream::recall {
namespace {

constexpr log::milliseconds kPoll{100};
constexpr log::milliseconds kAnswer{5'000};
constexpr log::milliseconds kStartAnswer{2'000};  ///< a stop waits for it
constexpr std::chrono::microseconds kBetweenShows{1'000'000};
constexpr log::milliseconds kBeforeRetry{1'000};
constexpr const char* kClientId = "turnstream-recall";

PartitionHealth health_of(const Progress& at) {
  return {at.next, at.since, at.log_time, {}};
}

bool may_pass(const Error& error) {
  return error.reaction == Reaction::kRetry || error.reaction == Reaction::kReleasePartition;
}

}  // namespace

Feed::Feed(log::Client& client, ReadModel& model, FeedConfig config)
    : client_(client),
      model_(model),
      config_(std::move(config)),
      inputs_(client_, config_),
      health_(config_.stages, config_.partitions) {
  const std::vector<Progress> progress = model_.progress();
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    health_.begin(Partition{p}, health_of(progress[static_cast<std::size_t>(p)]));
  }
}

Status Feed::run(const std::stop_token& stop) {
  Status status = read_again(stop);
  health_.end(status);
  return status;
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
  TS_ASSIGN_OR_RETURN(const auto marks_now, inputs_.marks(kStartAnswer));
  next_.clear();
  paused_.clear();
  ends_.clear();
  answers_next_.clear();
  heads_.assign(progress.size(), std::nullopt);
  for (std::size_t p = 0; p < progress.size(); ++p) {
    TS_RETURN_IF_ERROR(start_partition(Partition{static_cast<std::int32_t>(p)}, progress[p], marks_now[p]));
  }
  return {};
}

Status Feed::start_partition(Partition partition, const Progress& at, const std::vector<log::Watermarks>& marks) {
  gates_.push_back(
      std::make_unique<runtime::Gate>(config_.log_topic, config_.completion_topics, config_.input_bytes_max));
  runtime::Gate& gate = *gates_.back();
  gate.advise(kRebuildAdvice);
  answers_next_.push_back(at.answers_next);
  answers_next_.back().resize(config_.completion_topics.size(), NextOffset{0});
  const std::vector<FeedInput> inputs = inputs_.of(partition);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const NextOffset stored = i == 0 ? at.next : answers_next_.back()[i - 1];
    next_[inputs[i]] = std::max(stored, NextOffset{marks[i].first.value()});
  }
  const Offset first = marks.front().first;
  if (at.next.value() > 0) {
    gate.start_at(at.next);
    health_.begin(partition, health_of(at));
    return check_hole(partition, at.next, first);
  }
  const auto begins_late = [](const log::Watermarks& input) { return input.first.value() > 0; };
  if (std::any_of(marks.begin(), marks.end(), begins_late)) {
    gate.pass_unanswered();
  }
  gate.start_at(NextOffset{first.value()});
  health_.begin(partition, {NextOffset{first.value()}, at.since, LogTime{}, {}});
  begin_late(partition, NextOffset{first.value()});
  return {};
}

void Feed::begin_late(Partition partition, NextOffset since) {
  if (!model_.begins_at(partition, since)) {
    return;
  }
  health_.begin(partition, {since, since, LogTime{}, {}});
  LogLine(LogLevel::kWarning, "recall_begins_late")
      .with("partition", partition.value())
      .with("offset", since.value())
      .with("topic", config_.log_topic)
      .with(
          "message",
          "The records before that offset, or the answers of stages to them, were deleted; answers of recall lack them.");
}

Status Feed::check_hole(Partition partition, NextOffset next, Offset first) const {
  const Progress at = model_.progress()[static_cast<std::size_t>(partition.value())];
  return inputs_.check_hole(partition, next, first, at.next.value() > 0);
}

/// The reader continues behind deleted records in silence. Most gaps are markers and aborted transactions.
Status Feed::check_gap(Partition partition, NextOffset next, std::int64_t reached) {
  if (reached <= next.value() + 1) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const Offset first, inputs_.first_of_log(partition));
  return check_hole(partition, next, first);
}

Status Feed::assign(log::Reader& reader) {
  std::vector<log::Position> positions;
  for (const auto& [input, next] : next_) {
    if (paused_.count(input) == 0) {
      positions.push_back({input, next});
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
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      NextOffset& next = next_[end->where];
      if (end->where.topic == config_.log_topic) {
        TS_RETURN_IF_ERROR(check_gap(end->where.partition, next, end->next.value()));
        ends_[end->where.partition] = end->next;
      }
      next = std::max(next, end->next);
      note(end->where.partition);
    }
    show_waits();
  }
  return {};
}

Status Feed::take(log::Record record, log::Reader& reader) {
  const Partition partition = record.partition;
  const FeedInput input{std::string(record.topic), partition};
  NextOffset& next = next_[input];
  if (record.offset.value() < next.value()) {
    return {};
  }
  if (input.topic == config_.log_topic) {
    TS_RETURN_IF_ERROR(check_gap(partition, next, record.offset.value()));
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
    if (gate.passes_unanswered()) {
      begin_late(partition, gate.next());
    }
    std::vector<StageAnswer> answers;
    for (std::size_t i = 0; i < config_.stages.size(); ++i) {
      answers.push_back({config_.stages[i], gate.answer(i)});
    }
    Progress after;
    after.next = next_after(record->offset);
    const auto time = record->header("log_time");
    after.log_time = LogTime{time ? read_number(*time).value_or(0) : 0};
    // Those of this record are read again after a start, and the gate passes them.
    std::vector<NextOffset>& answers_next = answers_next_[static_cast<std::size_t>(partition.value())];
    for (std::size_t i = 0; i < answers_next.size(); ++i) {
      answers_next[i] = gate.upstream_next()[i].value_or(answers_next[i]);
    }
    after.answers_next = answers_next;
    const LogTime log_time = after.log_time;
    TS_RETURN_IF_ERROR(model_.apply({*record, answers}, std::move(after)));
    gate.pop();
    health_.add_record(partition, log_time);
  }
  note(partition);
  return {};
}

/// Behind the last record the log may have control records, which a reader does not get.
void Feed::note(Partition partition) {
  const runtime::Gate& gate = gate_of(partition);
  std::optional<Head>& head = heads_[static_cast<std::size_t>(partition.value())];
  const bool waits = gate.has_log_records();
  if (head && (!waits || head->next != gate.next())) {
    if (head->is_shown) {
      health_.waits_for(partition, {});
    }
    head.reset();
  }
  if (waits && !head) {
    head = {gate.next(), model_.clock().monotonic_now()};
  }
  std::vector<NextOffset> read;
  for (const FeedInput& input : gate.passes_unanswered() ? inputs_.of(partition) : std::vector<FeedInput>()) {
    read.push_back(next_[input]);
  }
  health_.reached(partition, waits ? gate.next() : std::max(gate.next(), ends_[partition]), std::move(read));
}

void Feed::show_waits() {
  const MonotonicTime now = model_.clock().monotonic_now();
  const auto passed = [now](MonotonicTime since) { return std::chrono::microseconds(now.value() - since.value()); };
  if (passed(shown_at_) < kBetweenShows) {
    return;
  }
  shown_at_ = now;
  for (std::int32_t p = 0; p < config_.partitions; ++p) {
    std::optional<Head>& head = heads_[static_cast<std::size_t>(p)];
    if (!head || passed(head->since) < kWaitsAfter) {
      continue;
    }
    std::vector<std::string> stages;
    for (const std::size_t missing : gate_of(Partition{p}).unanswered()) {
      stages.push_back(config_.stages[missing]);
    }
    health_.waits_for(Partition{p}, std::move(stages));
    head->is_shown = true;
  }
}

Result<std::int64_t> Feed::lag() {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> log, inputs_.log_marks());
  const FeedView view = health_.view();
  std::int64_t lag = 0;
  for (std::size_t p = 0; p < log.size(); ++p) {
    const std::int64_t applied = std::max(view.partitions[p].applied.value(), log[p].first.value());
    lag += std::max<std::int64_t>(log[p].last_stable.value() - applied, 0);
  }
  return lag;
}

Result<bool> Feed::follow(std::chrono::milliseconds time, const std::stop_token& stop) {
  TS_ASSIGN_OR_RETURN(const auto marks_now, inputs_.marks(kAnswer));
  std::vector<std::vector<NextOffset>> ends;
  for (const std::vector<log::Watermarks>& partition : marks_now) {
    std::vector<NextOffset>& of_partition = ends.emplace_back();
    for (const log::Watermarks& input : partition) {
      of_partition.push_back(input.last_stable);
    }
  }
  return health_.wait_for(ends, time, stop);
}

}  // namespace turnstream::recall
