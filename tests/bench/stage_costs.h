#pragma once
// StageCosts: measures the CPU time that each of the product's stages needs for a generated turn, without the runtime:
// for growing numbers of personas and for the growing history of one persona. Also measures the size of their state.
// Threads: the caller's.

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/data/turn_generator.h"
#include "pipeline/codec/turn_parser.h"
#include "tests/bench/stage_host.h"

namespace turnstream::bench {

/// The product's stages in phase order, each in its own StageHost, and the JSON of all their settings
/// with default values. Each stage gets what its upstream stages made of the same turn.
class StageSet {
 public:
  StageSet();
  StageSet(const StageSet&) = delete;
  StageSet& operator=(const StageSet&) = delete;

  /// Applies the turn to each stage. Returns the CPU time of each, in ns.
  std::vector<std::int64_t> apply(const model::StateExport& turn, LogTime at);
  [[nodiscard]] std::deque<StageHost>& hosts() { return hosts_; }
  /// What the stage made of the last turn, sorted by kind, then id. Valid until the next apply().
  [[nodiscard]] std::span<const model::Change> changes_of(const StageHost& stage) {
    return *cache_.changes(stage.name());
  }
  /// Precondition: there is a stage of this name.
  [[nodiscard]] StageHost& host(std::string_view name);
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] const nlohmann::json& settings() const { return settings_.json(); }

 private:
  stage_api::MemorySettings settings_;
  std::vector<std::unique_ptr<stage_api::Stage>> stages_;
  std::deque<StageHost> hosts_;
  codec::ChangeCache cache_;  ///< what the stages made of the current turn; a stage's name stands for its part
};

/// Mean time between two turns of a persona. It does not depend on the number of personas, so neither does idle time.
inline constexpr std::int64_t kPersonaIntervalMs = 3'600'000;

/// Generated turns, parsed one at a time. `interval_ms`: between two of a persona, on average.
class TurnSource {
 public:
  explicit TurnSource(std::int64_t personas, std::int64_t interval_ms = kPersonaIntervalMs);
  /// The next turn; valid until the next call.
  const model::StateExport& next();
  /// The size of the last turn as JSON, and the time to parse it.
  [[nodiscard]] std::size_t bytes() const { return text_.size(); }
  [[nodiscard]] std::int64_t parse_ns() const { return parse_ns_; }

 private:
  app::TurnGenerator generator_;
  codec::TurnParser parser_;
  std::string text_;
  std::int64_t parse_ns_ = 0;
};

/// A measurement after `turns` turns: the mean CPU time in µs of each stage for one of the last turns, in phase order.
struct CostPoint {
  std::int64_t personas = 0;
  std::int64_t turns = 0;
  double parse_us = 0;
  std::vector<double> stage_us;
  std::vector<double> worst_us;        ///< the greatest CPU time of one turn, for each stage
  std::vector<StageHost::Size> sizes;  ///< of the state of the persona that sent the last turn
  std::int64_t resident_bytes = 0;
};

/// One run, measured at each number of `turns` (ascending). Each measurement is the mean over the last 1/`part` of the
/// turns.
[[nodiscard]] std::vector<CostPoint> measure_stages(std::int64_t personas, const std::vector<std::int64_t>& turns,
                                                    std::int64_t part, std::int64_t interval_ms = kPersonaIntervalMs);

}  // namespace turnstream::bench
