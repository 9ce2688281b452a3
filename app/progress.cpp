#include "app/progress.h"

#include <algorithm>

namespace turnstream::app {
namespace {

constexpr std::int64_t kRedrawUs = 100'000;
constexpr std::uint64_t kWidth = 30;

}  // namespace

Progress::Progress(std::ostream& err, bool shown, std::string what, std::uint64_t total)
    : err_(err), shown_(shown), what_(std::move(what)), total_(total), started_us_(clock_.monotonic_now().value()) {}

Progress::~Progress() {
  if (drawn_us_ != 0) {
    err_ << "\r\x1b[K" << std::flush;
  }
}

void Progress::show(std::uint64_t position, std::uint64_t count) {
  if (!shown_) {
    return;
  }
  const MonotonicTime now = clock_.monotonic_now();
  if (now.value() - drawn_us_ < kRedrawUs) {
    return;
  }
  drawn_us_ = now.value();
  std::string line = "\r\x1b[K";
  if (total_ > 0) {
    const std::uint64_t filled = kWidth * std::min(position, total_) / total_;
    line += "[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "] ";
    line += std::to_string(100 * std::min(position, total_) / total_) + "% ";
  }
  line += std::to_string(count) + " " + what_ + ", " +
          std::to_string(rate_per_second(count, MonotonicTime{started_us_}, now)) + "/s";
  err_ << line << std::flush;
}

std::int64_t rate_per_second(std::uint64_t count, MonotonicTime started, MonotonicTime now) {
  const std::int64_t elapsed_us = std::max<std::int64_t>(1, now.value() - started.value());
  return static_cast<std::int64_t>(static_cast<double>(count) * 1e6 / static_cast<double>(elapsed_us));
}

}  // namespace turnstream::app
