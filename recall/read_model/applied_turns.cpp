#include "recall/read_model/applied_turns.h"

#include <cstddef>

#include "pipeline/codec/completion_codec.h"

namespace turnstream::recall {
namespace {

/// A sender asks a moment after it has sent: this is more than arrives meanwhile.
constexpr std::size_t kKeptMax = 10'000;

std::optional<AppliedTurn> outcome_of(const JoinedRecord& joined) {
  const Result<codec::CompletionHead> head = answer_of_gate(joined);
  if (!head.ok()) {
    return std::nullopt;
  }
  return AppliedTurn{head->log, head->error_code, head->duplicate_of};
}

}  // namespace

void AppliedTurns::note(const JoinedRecord& joined) {
  std::optional<TurnSource> source = source_of_turn(joined.record);
  std::optional<AppliedTurn> turn = source ? outcome_of(joined) : std::nullopt;
  if (!turn) {
    return;
  }
  const MutexLock lock(mutex_);
  const auto [at, is_new] = turns_.insert_or_assign(*std::move(source), *std::move(turn));
  if (is_new) {
    order_.push_back(at);
  }
  if (order_.size() > kKeptMax) {
    turns_.erase(order_.front());
    order_.pop_front();
  }
  changed_.notify_all();
}

std::optional<AppliedTurn> AppliedTurns::wait(const TurnSource& source, std::chrono::milliseconds time,
                                              const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  const bool is_there =
      changed_.wait_for(mutex_, stop, time, [&]() REQUIRES(mutex_) { return turns_.find(source) != turns_.end(); });
  return is_there ? std::optional(turns_.at(source)) : std::nullopt;
}

}  // namespace turnstream::recall
