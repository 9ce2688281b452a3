#include <algorithm>

#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/working/working_memory.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kBoundaryMs = 30'000;
constexpr std::int64_t kDayMs = 86'400'000;
/// A pressure more than this above the threshold does not wait for sweep_interval_s: with 50 turns in five minutes at random
/// times, almost 100 items can come between two ticks, and pressure has to stay below .8.
constexpr std::int64_t kUrgentPressure = 10'000;

/// The first boundary of ticks at `time` or after it.
std::int64_t boundary_from(std::int64_t time) {
  return (time + kBoundaryMs - 1) / kBoundaryMs * kBoundaryMs;
}

void write_pass(json::Writer& json, const ClosedPass& closed) {
  const Pass& pass = closed.pass;
  json.string("trigger", name_of(pass.trigger)).integer("processed", pass.processed()).integer("deleted", pass.deleted);
  json.integer("slight", pass.slight)
      .integer("extracted", pass.extracted)
      .integer("merged", pass.merged)
      .integer("gone", pass.gone);
  json.integer("fallbacks", pass.fallbacks).boolean("dry_run", closed.dry_run);
  json.time("opened_at", pass.opened_at.value()).time("closed_at", closed.closed_at.value());
}

}  // namespace

Status WorkingMemory::finish() {
  const LogTime horizon{needs_.input.now.value() - settings_.consolidated_days * kDayMs};
  TS_RETURN_IF_ERROR(entries_.trim(settings_.consolidated_max, horizon));
  TS_RETURN_IF_ERROR(entries_.finish());
  TS_RETURN_IF_ERROR(recent_.finish());
  for (const ClosedPass& closed : passes_.closed()) {
    needs_.context.effects().passed({.passes = 1, .handled = closed.dry_run ? 0 : closed.pass.processed()});
    announce_consolidation(needs_.input, needs_.context, "pass", [&](json::Writer& json) {
      write_pass(json, closed);
      json.begin_object("stats");
      write_stats(json, head_, needs_.insights.count(), settings_.max_working_memory);
      json.end_object();
    });
  }
  TS_RETURN_IF_ERROR(set_timers());
  report();
  if (head_ != head_before_) {
    needs_.context.state().put(kWorkingKey, encode(head_));
  }
  return {};
}

/// The stats are put when one of their numbers but that of the insights changed.
void WorkingMemory::report() {
  const auto numbers = [](const WorkingHead& head) {
    return std::tuple(head.waiting, head.last_sweep, head.total_consolidated, head.total_ephemeral_deleted,
                      head.total_insights_extracted);
  };
  if (numbers(head_) == numbers(head_before_)) {
    return;
  }
  std::string value;
  json::Writer json(value);
  json.begin_object().string("kind", "stats").string("id", "working_memory");
  json.string("persona_id", needs_.context.persona());
  write_stats(json, head_, needs_.insights.count(), settings_.max_working_memory);
  json.end_object();
  needs_.context.effects().put("stats", "working_memory", std::move(value), head_before_ != WorkingHead{});
}

LogTime WorkingMemory::next_sweep_time() const {
  const std::int64_t now = needs_.input.now.value();
  const std::int64_t next = boundary_from(now + 1);
  const std::int64_t pressure = pressure_of(head_.waiting, settings_.max_working_memory);
  const bool urgent = !settings_.dry_run && pressure > settings_.pressure_threshold + kUrgentPressure;
  if (head_.sweep.has_value() || !head_.rests || urgent || !head_.last_sweep.has_value()) {
    return LogTime{next};
  }
  return LogTime{std::max(next, boundary_from(head_.last_sweep->value() + settings_.sweep_interval_s * 1000))};
}

Status WorkingMemory::set_timers() {
  const bool wanted = !head_.pass.has_value() && (head_.sweep.has_value() || presses());
  if (wanted) {
    const LogTime due = next_sweep_time();
    if (!head_.sweep_due.has_value() || due < *head_.sweep_due) {
      TS_RETURN_IF_ERROR(needs_.context.timers().arm(kSweepTimer, due));
      head_.sweep_due = due;
    }
  }
  if (entries_fired_ || head_.oldest_done != head_before_.oldest_done) {
    if (!head_.oldest_done.has_value()) {
      return needs_.context.timers().cancel(kEntriesTimer);
    }
    const std::int64_t due = head_.oldest_done->value() + settings_.consolidated_days * kDayMs;
    return needs_.context.timers().arm(kEntriesTimer, LogTime{std::max(due, needs_.input.now.value() + 1)});
  }
  return {};
}

Status WorkingMemory::forget(Forgetting& forgetting) {
  TS_RETURN_IF_ERROR(twins_.forget(forgetting));
  const std::uint64_t next = head_.next_number;
  TS_RETURN_IF_ERROR(forgetting.args().all ? recent_.clear(next)
                                           : recent_.forget(forgetting.ids(), forgetting.args().session_id, next));
  TS_ASSIGN_OR_RETURN(const std::vector<ForgottenEntry> gone, entries_.forget(forgetting));
  return forget_claimed(gone);
}

/// Cancels the requests that are about forgotten entries, and closes those without any other entry.
Status WorkingMemory::forget_claimed(const std::vector<ForgottenEntry>& gone) {
  if (!head_.pass.has_value() || gone.empty()) {
    return {};
  }
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    if (request->purpose != kPass2Purpose) {
      continue;
    }
    bool touched = false;
    bool empty = true;
    for (const std::string& item : request->items) {
      const auto is_item = [&](const ForgottenEntry& entry) { return to_string(entry.id) == item; };
      const bool forgotten = std::any_of(gone.begin(), gone.end(), is_item);
      touched = touched || forgotten;
      head_.pass->gone += forgotten ? 1 : 0;
      TS_ASSIGN_OR_RETURN(const std::optional<EntryRow> entry, entries_.find(parse_uuid(item).value_or(Uuid{})));
      empty = empty && !entry.has_value();
    }
    if (touched) {
      needs_.requests.cancel_forgotten(id);
    }
    if (empty) {
      needs_.requests.close(id);
    }
  }
  return close_pass_if_answered();
}

Status WorkingMemory::close_pass_if_answered() {
  for (const Uuid& id : needs_.requests.open()) {
    TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(id));
    if (request->purpose == kPass2Purpose) {
      return {};
    }
  }
  const Pass pass = *head_.pass;
  head_.pass.reset();
  passes_.close(pass);
  return {};
}

}  // namespace turnstream::consolidation
