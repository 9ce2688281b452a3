#pragma once
// Retention: deletes the insights, topics and entries of the daily log that are older than a setting says; by default
// nothing. Its timer is armed while the persona has any of them, and fires at least once a day, so that a retention that is
// set or lowered later holds for what exists. It has no rows. Lifetime: borrows the constructor's arguments, for one
// call of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/retention/settings.h"
#include "stages/consolidation/sessions/sessions.h"
#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kRetentionTimer = "retention";

class Retention {
 public:
  Retention(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights, Topics& topics,
            Sessions& sessions);
  Retention(const Retention&) = delete;
  Retention& operator=(const Retention&) = delete;

  /// Call it when the other parts have loaded their rows.
  void load() { count_before_ = count(); }
  /// The timer fired: deletes what is too old, a bounded number, and says so in one event.
  Status fire();
  /// Sets the timer. Call it when the other parts have finished.
  Status finish();

 private:
  [[nodiscard]] std::int64_t count() const;

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const RetentionSettings& settings_;
  InsightBook& insights_;
  Topics& topics_;
  Sessions& sessions_;
  std::int64_t count_before_ = 0;
  std::optional<LogTime> next_;  ///< set by fire()
};

}  // namespace turnstream::consolidation
