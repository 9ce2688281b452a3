#include "stages/consolidation/working/working_memory.h"

#include <algorithm>
#include <limits>

#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/working/judge.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kSelfTaskGoal = "memory-consolidation";
constexpr std::int64_t kHourMs = 3'600'000;
constexpr std::int64_t kRelievedMax = 1000;
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t kBroughtExpected = 8;  ///< items of a turn

RecentRules recent_rules(const WorkingSettings& settings) {
  return {settings.repeats_max, settings.repeat_age_h * kHourMs};
}

void announce_skipped(const WorkingNeeds& needs, Trigger trigger, std::string_view reason) {
  needs.context.effects().passed({.skipped = 1});
  announce_maintenance(needs.input, needs.context, "skipped",
                       [&](json::Writer& json) { json.string("trigger", name_of(trigger)).string("reason", reason); });
}

}  // namespace

WorkingMemory::WorkingMemory(const WorkingNeeds& needs)
    : needs_(needs),
      settings_(needs.input.settings->read(kWorkingSettingFields)),
      entries_(needs.context, head_),
      twins_(needs.context.state()),
      recent_(needs.context.state(), recent_rules(settings_)),
      passes_({needs.input, needs.context, settings_, needs.model, head_, entries_, needs.insights, needs.requests,
               needs.blocked}) {}

Status WorkingMemory::load() {
  TS_ASSIGN_OR_RETURN(const auto row, needs_.context.state().get(kWorkingKey));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(head_, decode_working_head(*row));
  }
  head_before_ = head_;
  return {};
}

/// A completion has its changes in the order of ids: the new items are taken in the order in which they stand in the turn.
Status WorkingMemory::take() {
  std::vector<ItemView> brought;
  brought.reserve(kBroughtExpected);
  for (const stage_api::UpstreamCompletion& completion : needs_.input.upstream) {
    if (completion.stage == "episodic") {
      TS_RETURN_IF_ERROR(completion.each_change(
          [this, &brought](const model::Change& change) { return take_change(change, brought); }));
    }
  }
  std::vector<std::pair<TurnPlace, std::size_t>> order;
  order.reserve(brought.size());
  for (std::size_t i = 0; i < brought.size(); ++i) {
    order.emplace_back(place_in_turn(brought[i].pointer), i);
  }
  std::sort(order.begin(), order.end());
  arrived_.reserve(brought.size());
  for (const auto& [place, index] : order) {
    TS_RETURN_IF_ERROR(add(std::move(brought[index])));
  }
  if (needs_.input.turn != nullptr) {
    const auto& goals = needs_.input.turn->goal_updates;
    const bool asked = std::any_of(goals.begin(), goals.end(),
                                   [](const model::GoalUpdate& goal) { return goal.goal_id == kSelfTaskGoal; });
    TS_RETURN_IF_ERROR(asked ? sweep(Trigger::kSelfTask, LogTime{0}) : Status());
  }
  return relieve();
}

/// A new item goes to `brought`.
Status WorkingMemory::take_change(const model::Change& change, std::vector<ItemView>& brought) {
  if (change.kind != "memory" || change.op == model::ChangeOp::kDelete) {
    return {};
  }
  const auto id = parse_uuid(change.id);
  if (!id.has_value()) {
    return {};
  }
  if (change.op == model::ChangeOp::kPatch) {
    TS_RETURN_IF_ERROR(note_sources(*id, change.value));
    TS_ASSIGN_OR_RETURN(const ItemRise rise, read_patch(change.value));
    return rise.empty() ? Status() : raise(*id, rise);
  }
  TS_ASSIGN_OR_RETURN(ItemView item, read_item(change.value));
  TS_RETURN_IF_ERROR(item.occurrences > 1 ? note_sources(*id, change.value) : Status());
  if (!is_new(item, needs_.input)) {
    return raise(*id, {{}, item.occurrences, {}});
  }
  brought.push_back(std::move(item));
  return {};
}

Status WorkingMemory::add(ItemView&& item) {
  const Uuid id = parse_uuid(item.id).value_or(Uuid{});
  TS_ASSIGN_OR_RETURN(const std::optional<EntryRow> known, entries_.find(id));
  if (known.has_value()) {
    return {};  // a redriven turn
  }
  needs_.context.effects().processed(1);
  TS_ASSIGN_OR_RETURN(MadeEntry made,
                      make_entry(item, evidence::speakers_of(*needs_.input.turn), needs_.speech, settings_));
  Entry& entry = made.entry;
  entry.number = head_.next_number++;
  const std::string user(needs_.input.turn->user_id.value_or(std::string_view()));
  entry.user_id = made.rests_on_user ? user : std::string();
  const ItemPlace place = item_place(id, item.turn_id, item.session_id);
  TS_ASSIGN_OR_RETURN(const std::optional<ItemPlace> equal,
                      recent_.note(item.content, place, entry.number, needs_.input.now));
  entry.finding.repeat = equal.has_value();
  TS_RETURN_IF_ERROR(equal.has_value() ? twins_.note(*equal, place) : Status());
  // A model sees both sides of a chat.
  const bool best_side = entry.finding.chat && !(needs_.model.present() && needs_.model.sends_content());
  std::string text = best_side ? summary_text({made.fact.span}) : summary_text(entry.summary);
  if (is_worthless(entry) || entry.ephemeral) {
    text.clear();
  }
  const std::uint64_t number = entry.number;
  std::vector<model::Source> sources{{item.id, item.turn_id, item.session_id}};
  const std::string& asked_in = best_side ? made.fact.asked_in : entry.asked_in;
  if (!asked_in.empty()) {
    sources.push_back(source_of_question(entry, needs_.context.persona()));
  }
  const std::int64_t value = entry.finding.chat ? entry.score : 0;
  std::string said_by = best_side ? (made.fact.of_user ? user : std::string()) : entry.user_id;
  entries_.add(id, entry, {item.id, needs_.context.persona(), item.message_id, item.room_id});
  Arrived& arrived = arrived_.emplace_back();
  arrived.number = number;
  arrived.item = std::move(item);
  arrived.text = std::move(text);
  arrived.sources = std::move(sources);
  arrived.value = value;
  arrived.user_id = std::move(said_by);
  return {};
}

/// Only what rises counts: an item that is promoted is put again as it is.
Status WorkingMemory::raise(const Uuid& id, const ItemRise& rise) {
  TS_ASSIGN_OR_RETURN(const std::optional<EntryRow> row, entries_.find(id));
  if (!row.has_value()) {
    return {};
  }
  if (const auto* done = std::get_if<Consolidated>(&*row); done != nullptr) {
    const std::int64_t more = rise.occurrences.value_or(0) - done->occurrences;
    if (more > 0) {
      seen_again_.push_back({done->arrival, more});
      entries_.count(id, *done, *rise.occurrences);
    }
    return {};
  }
  const Entry& before = std::get<Entry>(*row);
  Entry after = before;
  after.importance = rise.importance.value_or(before.importance);
  after.occurrences = std::max(before.occurrences, rise.occurrences.value_or(before.occurrences));
  after.ephemeral = rise.ephemeral.value_or(before.ephemeral);
  if (after.occurrences > before.occurrences) {
    seen_again_.push_back({before.number, after.occurrences - before.occurrences});
  }
  entries_.update(id, before, after);
  return {};
}

/// Entries beyond twice the bound become insights by rules at once. In a dry run they leave without one, because no pass takes
/// them. Of very many, which a setting that is lowered can leave, the rest follows at the next records.
Status WorkingMemory::relieve() {
  const std::int64_t excess = std::min(head_.waiting - 2 * settings_.max_working_memory, kRelievedMax);
  if (excess <= 0) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Place> places,
                      entries_.oldest(static_cast<std::size_t>(excess), LogTime{0}, kNoEnd));
  if (places.empty()) {
    return {};
  }
  if (!settings_.dry_run) {
    return passes_.run(Trigger::kPressure, places, false);
  }
  std::vector<std::string> left;
  for (const Place& place : places) {
    entries_.drop(place);
    left.push_back(to_string(place.id));
  }
  announce_maintenance(needs_.input, needs_.context, "quota", [&left](json::Writer& json) {
    write_ids(json, "items", left);
    json.string("reason", "max_working_memory");
  });
  return {};
}

Status WorkingMemory::sweep(Trigger trigger, LogTime since) {
  needs_.context.effects().processed(1);
  if (head_.pass.has_value()) {
    announce_skipped(needs_, trigger, "overlap");
    return {};
  }
  // One that continues is joined, so that none of its entries has to wait for pressure.
  head_.sweep =
      Sweep{trigger, head_.next_number, head_.sweep.has_value() ? std::min(head_.sweep->since, since) : since};
  return run_sweep();
}

Status WorkingMemory::fire(std::string_view timer) {
  if (timer == kEntriesTimer) {
    entries_fired_ = true;  // finish() trims, and sets the timer again
    return {};
  }
  head_.sweep_due.reset();
  if (head_.pass.has_value() || (!head_.sweep.has_value() && !presses())) {
    return {};
  }
  return run_sweep();
}

/// One pass over the oldest entries that the sweep means; without a sweep, over the oldest of all.
Status WorkingMemory::run_sweep() {
  const Sweep sweep = head_.sweep.value_or(Sweep{Trigger::kPressure, kNoEnd, LogTime{0}});
  const auto size = static_cast<std::size_t>(settings_.batch_size);
  TS_ASSIGN_OR_RETURN(std::vector<Place> places, entries_.oldest(size + 1, sweep.since, sweep.until));
  if (places.size() <= size || settings_.dry_run) {
    head_.sweep.reset();
  }
  places.resize(std::min(places.size(), size));
  const bool can_ask = needs_.model.present() && needs_.model.sends_content();
  const bool has_backlog = head_.waiting > settings_.max_working_memory;
  if (can_ask && has_backlog) {
    announce_skipped(needs_, sweep.trigger, "backlog");
  }
  return passes_.run(sweep.trigger, places, can_ask && !has_backlog);
}

/// Episodic counts an item of this turn as one that it has: the item's newest source is of the turn.
Status WorkingMemory::note_sources(const Uuid& id, std::string_view item) {
  if (needs_.input.turn == nullptr) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::SourceList sources, read_sources(item));
  if (sources.size() < 2 || sources.back().turn_id != needs_.input.turn->turn_id) {
    return {};
  }
  const auto again = parse_uuid(sources.back().id);
  const model::SourceView first = sources.front();
  return again.has_value() ? twins_.note(item_place(id, first.turn_id, first.session_id),
                                         item_place(*again, sources.back().turn_id, sources.back().session_id))
                           : Status();
}

bool WorkingMemory::presses() const {
  return pressure_of(head_.waiting, settings_.max_working_memory) > settings_.pressure_threshold;
}

}  // namespace turnstream::consolidation
