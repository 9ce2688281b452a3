#include "stages/consolidation/retention/retention.h"

#include <algorithm>

#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;

}  // namespace

Retention::Retention(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights,
                     Topics& topics, Sessions& sessions)
    : input_(input),
      context_(context),
      settings_(input.settings->read(kRetentionSettingFields)),
      insights_(insights),
      topics_(topics),
      sessions_(sessions) {}

std::int64_t Retention::count() const {
  return insights_.count() + topics_.count() + sessions_.daily_entries();
}

Status Retention::fire() {
  const std::int64_t now = input_.now.value();
  next_ = LogTime{now + kDayMs};
  std::vector<std::string> ids;
  const auto apply = [&](auto& part, std::int64_t days) -> Status {
    if (days == 0) {
      return {};
    }
    const std::int64_t kept_ms = days * kDayMs;
    TS_ASSIGN_OR_RETURN(const Retired retired,
                        part.retire({LogTime{now - kept_ms}, static_cast<std::size_t>(settings_.retention_batch_max)}));
    ids.insert(ids.end(), retired.ids.begin(), retired.ids.end());
    if (retired.next_made.has_value()) {
      next_ = std::min(*next_, LogTime{std::max(retired.next_made->value() + kept_ms, now + 1)});
    }
    return {};
  };
  TS_RETURN_IF_ERROR(apply(topics_, settings_.topic_retention_days));
  // A forget finds a discovery only through the memories on which it rests.
  for (const std::string& topic : std::vector<std::string>(ids)) {
    TS_RETURN_IF_ERROR(insights_.remove_resting_on(topic, ids));
  }
  TS_RETURN_IF_ERROR(apply(insights_, settings_.insight_retention_days));
  TS_RETURN_IF_ERROR(apply(sessions_, settings_.daily_retention_days));
  if (ids.empty()) {
    return {};
  }
  context_.effects().processed(static_cast<std::int64_t>(ids.size()));
  announce_maintenance(input_, context_, "retire", [&](json::Writer& json) {
    write_ids(json, "items", ids);
    json.string("reason", "retention");
  });
  return {};
}

/// The timer is armed while there is anything, so only the first memory arms it and only the last one cancels it.
Status Retention::finish() {
  const std::int64_t count_after = count();
  if (next_.has_value()) {
    return count_after > 0 ? context_.timers().arm(kRetentionTimer, *next_) : Status();
  }
  if (count_before_ == 0 && count_after > 0) {
    return context_.timers().arm(kRetentionTimer, LogTime{input_.now.value() + kDayMs});
  }
  return count_before_ > 0 && count_after == 0 ? context_.timers().cancel(kRetentionTimer) : Status();
}

}  // namespace turnstream::consolidation
