#pragma once
// TwoViews: the facts and the patterns that the semantic and the pattern stage make of the same turns. Threads: one at a time.

#include <deque>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/model/user.h"
#include "pipeline/stage_api/test_driver.h"

namespace turnstream::change {

/// 2026-01-01T10:00:00Z
inline constexpr std::int64_t kStart = 1767261600000;
inline constexpr std::int64_t kMinute = 60'000;
inline constexpr std::int64_t kThreeWeeks = std::int64_t{21} * 24 * 60 * kMinute;

class TwoViews {
 public:
  TwoViews();

  /// A turn of the persona in the user's own session. `after_ms`: behind kStart.
  void say(const std::string& text, std::int64_t after_ms, const std::string& persona = "helper",
           const model::User& user = {});
  void give(const model::StateExport& turn);

  /// The memories of all personas after all changes so far, by id.
  using Memories = std::map<std::string, nlohmann::json>;
  [[nodiscard]] const Memories& facts() const { return facts_; }
  [[nodiscard]] const Memories& patterns() const { return patterns_; }

  /// Two memories that hold and cannot both be true: two values of one slot, a like and a dislike of the same, an order and its
  /// opposite. Empty if there are none. Precondition: all turns were of one persona.
  [[nodiscard]] std::string contradiction() const;
  /// A taste that a pattern has and a fact had: "likes coffee", which has ended as a fact. Empty if there is none.
  [[nodiscard]] std::string disagreement() const;

 private:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
  static void note(Memories& memories, const stage_api::StageOutcome& outcome, std::string_view kind);
  [[nodiscard]] std::string contradiction_of_facts() const;
  [[nodiscard]] std::string contradiction_of_tastes() const;
  [[nodiscard]] std::string contradiction_of_orders() const;

  std::deque<std::string> texts_;
  std::int64_t log_ms_ = 0;
  int turns_ = 0;
  std::unique_ptr<stage_api::Stage> semantic_stage_;
  std::unique_ptr<stage_api::Stage> pattern_stage_;
  stage_api::TestDriver semantic_;
  stage_api::TestDriver pattern_;
  Memories facts_;
  Memories patterns_;
};

}  // namespace turnstream::change
