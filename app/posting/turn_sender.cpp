#include "app/posting/turn_sender.h"

#include <algorithm>
#include <utility>

#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/murmur2.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kProbe{1'500};
constexpr log::milliseconds kFlushMax{10'000};
constexpr log::milliseconds kFlushSlice{200};

Error unknown_outcome() {
  return make_error(error_codes::kTimedOut, Reaction::kRetry, "The log did not confirm the turn in time.");
}

}  // namespace

TurnSender::TurnSender(const Context& context, log::Client& client)
    : context_(context),
      client_(client),
      topic_(context.settings().intake.turns_topics.front()),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

std::vector<Result<StoredTurn>> TurnSender::send(std::vector<OutgoingTurn> turns, const std::stop_token& stop) {
  const std::size_t count = turns.size();
  const auto request = std::make_shared<Request>();
  request->turns = std::move(turns);
  request->outcomes.resize(count);
  bool is_done = false;
  {
    const MutexLock lock(mutex_);
    waiting_.push_back(request);
    const std::uint64_t number = ++given_;
    changed_.notify_all();
    is_done = changed_.wait_for(mutex_, stop, kSendMax, [&]() REQUIRES(mutex_) { return done_ >= number; });
  }
  std::vector<Result<StoredTurn>> outcomes;
  for (std::size_t i = 0; i < count; ++i) {
    // Before it is done, the thread may still write outcomes.
    const bool is_known = is_done && request->outcomes[i].has_value();
    outcomes.push_back(is_known ? *request->outcomes[i] : Result<StoredTurn>(unknown_outcome()));
  }
  return outcomes;
}

void TurnSender::run(const std::stop_token& stop) noexcept {
  while (!stop.stop_requested()) {
    Requests requests;
    {
      const MutexLock lock(mutex_);
      changed_.wait(mutex_, stop, [&]() REQUIRES(mutex_) { return !waiting_.empty(); });
      requests.assign(waiting_.begin(), waiting_.end());
      waiting_.clear();
    }
    if (!requests.empty()) {
      write(requests, stop);
    }
    const MutexLock lock(mutex_);
    done_ += requests.size();
    changed_.notify_all();
  }
}

/// To make a producer takes long if the log does not answer, so that is checked before.
Status TurnSender::open() {
  TS_RETURN_IF_ERROR(client_.admin().probe(kProbe));
  if (producer_ == nullptr) {
    const log::TopicSpec spec = turns_spec(topic_, context_.settings().topics);
    TS_ASSIGN_OR_RETURN(partitions_, create_topic(client_.admin(), spec, answer_timeout(context_)));
    TS_ASSIGN_OR_RETURN(producer_, client_.make_producer("turns"));
  }
  return {};
}

void TurnSender::write(const Requests& requests, const std::stop_token& stop) {
  if (const Status opened = open(); !opened.ok()) {
    settle(requests, opened.error());
    producer_.reset();
    return;
  }
  Status status;
  for (const std::shared_ptr<Request>& request : requests) {
    status = status.ok() ? hand_over(request, stop) : status;
  }
  const Status flushed = flush(stop);
  settle(requests, status.ok() ? unknown_outcome() : status.error());
  if (!status.ok() || !flushed.ok()) {
    producer_.reset();  // so that it reports nothing of these turns later, when their callers read the outcomes
  }
}

/// A stop must not wait for a log that does not answer.
Status TurnSender::flush(const std::stop_token& stop) {
  Status flushed;
  for (log::milliseconds left = kFlushMax; left > log::milliseconds{0} && !stop.stop_requested(); left -= kFlushSlice) {
    flushed = producer_->flush(kFlushSlice);
    if (flushed.ok() || flushed.error().code != error_codes::kTimedOut) {
      return flushed;
    }
  }
  return flushed.ok() ? Status(unknown_outcome()) : flushed;
}

/// Errors: those after which no further turn can be given to the producer.
Status TurnSender::hand_over(const std::shared_ptr<Request>& request, const std::stop_token& stop) {
  for (std::size_t i = 0; i < request->turns.size(); ++i) {
    if (stop.stop_requested()) {
      return make_error(error_codes::kStopped, Reaction::kRetry, "The process is stopping.");
    }
    const OutgoingTurn& turn = request->turns[i];
    const Partition partition = partition_of_key(turn.persona, partitions_);
    const auto keep = [request, i, partition](const Result<Offset>& stored) {
      request->outcomes[i] = stored.ok() ? Result<StoredTurn>(StoredTurn{partition, *stored}) : stored.error();
    };
    const Status given = producer_->produce({topic_, partition, turn.persona, turn.bytes, {}}, keep);
    if (!given.ok()) {
      request->outcomes[i] = given.error();
    }
    if (!given.ok() && given.error().reaction != Reaction::kDeadLetter) {
      return given;
    }
  }
  return {};
}

void TurnSender::settle(const Requests& requests, const Error& error) {
  for (const std::shared_ptr<Request>& request : requests) {
    for (std::optional<Result<StoredTurn>>& outcome : request->outcomes) {
      if (!outcome) {
        outcome = error;
      }
    }
  }
}

}  // namespace turnstream::app
