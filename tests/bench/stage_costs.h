#pragma once
// StageCosts: what the product's stages cost a turn, alone and pure, on generated turns: over growing numbers of
// personas, over one persona's growing history, and rule group by rule group; and how large their state gets.
// Threads: the caller's.

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "app/data/turn_generator.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/bench/stage_host.h"

namespace turnstream::bench {

/// The product's stages in phase order, each in a host of its own, and the settings as they stand in the log: all of
/// them, with their defaults.
class StageSet {
 public:
  StageSet();
  StageSet(const StageSet&) = delete;
  StageSet& operator=(const StageSet&) = delete;

  /// CPU time of each stage, in ns.
  std::vector<std::int64_t> apply(const model::StateExport& turn, LogTime at);
  [[nodiscard]] std::deque<StageHost>& hosts() { return hosts_; }
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const nlohmann::json& settings() const { return settings_; }

 private:
  nlohmann::json settings_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  std::deque<StageHost> hosts_;
};

/// Generated turns, one an hour and persona on average, parsed one at a time.
class TurnSource {
 public:
  explicit TurnSource(std::int64_t personas);
  /// Lives until the next call.
  const model::StateExport& next();
  /// Of the last turn.
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }
  [[nodiscard]] std::int64_t parse_ns() const { return parse_ns_; }

 private:
  app::TurnGenerator generator_;
  codec::TurnParser parser_;
  std::string text_;
  std::int64_t parse_ns_ = 0;
};

/// Mean CPU in µs a turn by stage, in phase order, over the last turns before `turns` were done.
struct CostPoint {
  std::int64_t personas = 0;
  std::int64_t turns = 0;
  double parse_us = 0;
  std::vector<double> stage_us;
  std::vector<StageHost::Size> sizes;  ///< of the persona that had the last turn
  std::int64_t resident_bytes = 0;
};

/// One run; a point at each number of `turns`, which ascend: the mean over the last 1/`part` of its turns.
[[nodiscard]] std::vector<CostPoint> measure_stages(std::int64_t personas, const std::vector<std::int64_t>& turns,
                                                    std::int64_t part);

}  // namespace turnstream::bench
