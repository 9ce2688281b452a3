// When nothing is left to do: all workers of this process have processed what was in their inputs.
#include <algorithm>
#include <chrono>

#include "pipeline/log/open_transactions.h"
#include "pipeline/runtime/supervisor_runner.h"

namespace turnstream::runtime {
namespace {

constexpr log::milliseconds kAdminTimeout{10'000};
constexpr std::chrono::milliseconds kDrainLook{20};
/// 2 s, longer than a marker takes; a transaction of somebody else may stay open for as long as it likes.
constexpr int kMarkerLooksMax = 100;

}  // namespace

bool Supervisor::drained_to_end(const Runner& runner) {
  std::shared_ptr<Worker> worker;
  {
    const std::lock_guard lock(mutex_);
    worker = runner.worker;
  }
  if (!worker) {
    return false;
  }
  const auto before = worker->status();
  const auto is_held = [&](const log::Position& end) {
    return std::find(before.held_back.begin(), before.held_back.end(), end.where) != before.held_back.end();
  };
  auto ends = before.ends;
  ends.erase(std::remove_if(ends.begin(), ends.end(), is_held), ends.end());
  if (!before.ready || !before.idle || ends.size() + before.held_back.size() < before.assigned) {
    return false;
  }
  std::vector<log::TopicPartition> inputs;
  for (const auto& end : ends) {
    inputs.push_back(end.where);
  }
  const auto marks = environment_.client.admin().watermarks_of(inputs, kAdminTimeout);
  return marks.ok() && std::equal(ends.begin(), ends.end(), marks->begin(),
                                  [](const auto& end, const auto& mark) { return mark.high <= end.next; });
}

bool Supervisor::drained() {
  for (const auto& runner : runners_) {
    if (!drained_to_end(*runner)) {
      return false;
    }
  }
  return true;
}

void Supervisor::await_markers(const std::stop_token& stop) {
  for (int look = 0; look < kMarkerLooksMax && !stop.stop_requested(); ++look) {
    const auto open = log::open_transactions(environment_.client.admin(), config_.topics, kAdminTimeout);
    if (open.ok() && open->empty()) {
      return;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, kDrainLook, [] { return false; });
  }
}

bool Supervisor::wait_until_drained(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    // Twice in a row: what an earlier group wrote while a later one was looked at is seen the second time.
    if (drained() && drained()) {
      await_markers(stop);
      return true;
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, stop, kDrainLook, [this] { return failure_.has_value(); });
    if (failure_) {
      return false;
    }
  }
  return false;
}

}  // namespace turnstream::runtime
