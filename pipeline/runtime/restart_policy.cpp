#include "pipeline/runtime/restart_policy.h"

#include <algorithm>
#include <string>

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kWaitMsMin = 200;
constexpr std::int64_t kWaitMsMax = 5'000;

}  // namespace

Result<std::int64_t> RestartPolicy::after(const SessionEnd& session) {
  const bool did_well = session.committed || (session.was_ready && session.ran_ms > kWaitMsMax);
  if (did_well) {
    failures_ = 0;
    outage_ms_ = 0;
  }
  // The wait depends on how long sessions last, not on their results: short sessions must not cause a busy loop.
  wait_ms_ = session.ran_ms > kWaitMsMax ? kWaitMsMin : std::clamp(wait_ms_ * 2, kWaitMsMin, kWaitMsMax);
  if (session.error.reaction == Reaction::kRetry) {
    // The time of a session that did not do well is part of the outage.
    outage_ms_ += did_well ? 0 : session.ran_ms;
    if (limits_.outage_ms_max && outage_ms_ >= *limits_.outage_ms_max) {
      return session.error;
    }
    outage_ms_ += wait_ms_;
    return wait_ms_;
  }
  if (++failures_ > limits_.restarts_max) {
    return make_error(error_codes::kGaveUp, Reaction::kStopProcess,
                      "Gave up after " + std::to_string(limits_.restarts_max) +
                          " restarts in a row; the last error was " + session.error.code + ": " +
                          session.error.message);
  }
  return wait_ms_;
}

Status RestartPolicy::waited(std::int64_t ms, const Error& loss) {
  outage_ms_ += ms;
  if (limits_.outage_ms_max && outage_ms_ >= *limits_.outage_ms_max) {
    return loss;
  }
  return {};
}

}  // namespace turnstream::runtime
