#include "app/data/design_load.h"

#include <algorithm>
#include <tuple>

#include "pipeline/base/check.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kHourMs = 3'600'000;
constexpr int kMainSessionPercent = 75;
/// With these, five items of a turn are new on average: about one of six has the same text as a recent one.
constexpr int kObservationsMax = 6;

struct Length {
  std::int64_t shortest;
  std::int64_t longest;
};
/// Of the sessions, in turns; one as likely as the other.
constexpr Length kLengths[] = {{3, 10}, {10, 40}, {40, 120}};

}  // namespace

DesignLoad::DesignLoad(const DesignLoadOptions& options)
    : options_(options),
      writer_({.seed = options.seed,
               .turn_bytes_avg = options.turn_bytes_avg,
               .observations_max = kObservationsMax,
               .turn_ids = options.turn_ids}),
      time_ms_(options.start_ms) {
  CHECK(options.personas > 0 && options.hours > 0);
  sessions_.reserve(static_cast<std::size_t>(options.personas) * kSessionsPerPersona);
  for (std::int64_t persona = 0; persona < options.personas; ++persona) {
    for (std::size_t i = 0; i < kSessionsPerPersona; ++i) {
      sessions_.push_back(open_session(persona));
    }
  }
}

std::int64_t DesignLoad::turns() const {
  return options_.personas * options_.hours * (kHourMs / kBurstMs) * kTurnsPerBurst;
}

WrittenSession DesignLoad::open_session(std::int64_t persona) {
  const Length length = writer_.random().pick(kLengths);
  const auto turns = static_cast<int>(writer_.random().between(length.shortest, length.longest));
  return {.persona = persona, .number = ++opened_, .turns_left = turns};
}

void DesignLoad::plan_burst() {
  const std::int64_t begin = options_.start_ms + bursts_ * kBurstMs;
  burst_.clear();
  burst_.reserve(static_cast<std::size_t>(options_.personas * kTurnsPerBurst));
  for (std::int64_t persona = 0; persona < options_.personas; ++persona) {
    for (std::int64_t i = 0; i < kTurnsPerBurst; ++i) {
      burst_.push_back({begin + writer_.random().below(kBurstMs), persona});
    }
  }
  std::sort(burst_.begin(), burst_.end(), [](const Moment& a, const Moment& b) {
    return std::tie(a.time_ms, a.persona) < std::tie(b.time_ms, b.persona);
  });
  ++bursts_;
  next_ = 0;
}

void DesignLoad::append_next(std::string& out) {
  if (next_ == burst_.size()) {
    plan_burst();
  }
  const Moment& moment = burst_[next_++];
  const std::size_t beside = writer_.random().percent(kMainSessionPercent) ? 0 : 1;
  WrittenSession& session = sessions_[static_cast<std::size_t>(moment.persona) * kSessionsPerPersona + beside];
  time_ms_ = moment.time_ms;
  writer_.append(out, session, time_ms_);
  if (session.turns_left == 0) {
    session = open_session(moment.persona);
  }
}

}  // namespace turnstream::app
