#pragma once
// ThingTable: the derived things of one kind that a persona has, during one call of their stage: reads the head and the
// things that are asked for, which the stage changes in memory, and writes each once, at the end: rows, changes, stats,
// the timer. Walks over all of them read ranks alone where that is enough. Rows: the head under the name of the stats,
// `ranks/<n>` (rank_list.h), `<kind>/<id of 16 bytes>`. Lifetime: borrows input and context, for one call.
// Threads: the caller's.
//
// `Form` says what the things are:
//   Thing       with `ThingRank rank() const` and `idle_periods`, which its change does not show
//   kKind       kind of their changes;  kStats, kCount, kMarkedCount: id and counters of their stats
//   encode(thing), decode(bytes, persona, id), append_json(out, thing)

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>

#include "pipeline/codec/stats.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/idle.h"
#include "stages/common/evidence/rank_list.h"
#include "stages/common/evidence/thing_rows.h"

namespace turnstream::evidence {

inline constexpr std::string_view kIdleTimer = "idle";
inline constexpr std::string_view kRanksPrefix = "ranks/";

template <typename Form>
class ThingTable {
 public:
  using Thing = typename Form::Thing;

  ThingTable(const stage_api::Input& input, stage_api::PersonaContext& context, const IdleRules& idle)
      : input_(input), context_(context), idle_(idle), list_(context.state(), std::string(kRanksPrefix), head_.list) {}
  ThingTable(const ThingTable&) = delete;
  ThingTable& operator=(const ThingTable&) = delete;

  /// Call first.
  Status load() {
    TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(Form::kStats));
    if (bytes.has_value()) {
      TS_ASSIGN_OR_RETURN(head_, decode_head(*bytes));
      had_head_ = true;
    }
    before_ = head_;
    return {};
  }

  /// The thing, to be changed; null if there is none.
  Result<Thing*> find(const Uuid& id) {
    const auto [place, first] = slots_.try_emplace(id);
    Slot& slot = place->second;
    if (first) {
      TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key(id)));
      if (row.has_value()) {
        slot.row = std::string(*row);
        TS_ASSIGN_OR_RETURN(slot.now, Form::decode(slot.row, context_.persona(), id));
        slot.existed = true;
        slot.listed = true;
        slot.before = slot.now->rank();
      }
    }
    return slot.now.has_value() ? &*slot.now : nullptr;
  }

  /// Precondition: find() just found none.
  Thing* add(const Uuid& id, Thing thing) {
    ++head_.things;
    return &slots_[id].now.emplace(std::move(thing));
  }

  /// Down to `things_max`, as leaves_first() says; call it once, after the last add().
  Status evict(std::int64_t things_max) {
    if (head_.things <= things_max) {
      return {};
    }
    TS_RETURN_IF_ERROR(list_new());
    const auto count = static_cast<std::size_t>(head_.things - things_max);
    const auto look = [this](RankedThing& thing) { return look_at(thing); };
    TS_ASSIGN_OR_RETURN(const std::vector<RankedThing> leaving, take_least(list_, count, look));
    for (const RankedThing& thing : leaving) {
      drop(thing.id, thing.rank);
    }
    return {};
  }

  /// After the timer fired: calls wear(thing) for each of which a period ended, and removes it where that answers
  /// false; removes what was idle too long. Returns to how many idle time did something. What is listed of a thing
  /// that was used since is looked at no later than the thing itself would have to be, and says then what it is.
  Result<std::int64_t> age(const std::function<bool(Thing& thing)>& wear) {
    const LogTime looked_until = age_until(head_, input_.now, idle_.period_ms);
    std::int64_t changed = 0;
    TS_RETURN_IF_ERROR(list_.walk([&](ListedThing& listed) -> Result<Fate> {
      if (next_boundary(listed.last_used, looked_until, idle_) > input_.now) {
        mind_boundary(listed.last_used);
        return Fate::kStays;
      }
      TS_ASSIGN_OR_RETURN(const ThingRank rank, rank_of(listed.id));
      const Idleness idle = idleness(rank, input_.now, idle_);
      changed += idle == Idleness::kSettled ? 0 : 1;
      bool stays = idle != Idleness::kRetires;
      listed = listed_with(listed.id, rank);
      if (idle == Idleness::kDecays) {
        TS_ASSIGN_OR_RETURN(Thing * thing, find(listed.id));
        stays = wear(*thing);
        listed = listed_with(listed.id, thing->rank());
        slots_[listed.id].relisted = true;
      }
      if (stays) {
        mind_boundary(rank.last_used);
      } else {
        drop(listed.id, rank);
      }
      return stays ? Fate::kChanged : Fate::kLeaves;
    }));
    return changed;
  }

  /// Removes those for which it answers true; returns how many.
  Result<std::int64_t> remove_if(const std::function<bool(const Thing& thing)>& leaves) {
    std::int64_t removed = 0;
    TS_RETURN_IF_ERROR(list_.walk([&](const ListedThing& listed) -> Result<Fate> {
      const Uuid& id = listed.id;
      TS_ASSIGN_OR_RETURN(const std::string_view row, row_of(id));
      TS_ASSIGN_OR_RETURN(const Thing thing, Form::decode(row, context_.persona(), id));
      const bool stays = !leaves(thing);
      if (!stays) {
        drop(id, thing.rank());
        ++removed;
      }
      return stays ? Fate::kStays : Fate::kLeaves;
    }));
    return removed;
  }

  /// Call last.
  Status finish() {
    TS_RETURN_IF_ERROR(list_new());
    TS_RETURN_IF_ERROR(list_fallen());
    for (const auto& [id, slot] : slots_) {
      write(id, slot);
    }
    if (head_.things == 0) {
      leave_nothing();
      return before_.timer.has_value() ? context_.timers().cancel(kIdleTimer) : Status();
    }
    TS_RETURN_IF_ERROR(set_timer());
    report_stats();
    if (head_ != before_) {
      context_.state().put(Form::kStats, encode_head(head_));
    }
    return {};
  }

 private:
  struct Slot {
    std::optional<Thing> now;  ///< absent: it is gone, or never was
    bool existed = false;      ///< before this record
    bool listed = false;       ///< in the list of ranks
    bool relisted = false;     ///< with the rank it has now
    ThingRank before;          ///< as it was then
    std::string row;           ///< likewise, where it was read
  };

  /// One with all the sources that are kept is about as long.
  static constexpr std::size_t kJsonBytes = 2'048;

  static std::string key(const Uuid& id) { return row_key(std::string(Form::kKind) + "/", id); }

  Result<std::string_view> row_of(const Uuid& id) {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key(id)));
    return row.has_value() ? Result<std::string_view>(*row) : bad_state("A row that is listed is missing.");
  }

  Result<ThingRank> rank_of(const Uuid& id) {
    TS_ASSIGN_OR_RETURN(const std::string_view row, row_of(id));
    ByteReader reader(row);
    const std::optional<ThingRank> rank = read_rank(reader);
    return rank.has_value() ? Result<ThingRank>(*rank) : bad_state("A row is damaged.");
  }

  Status look_at(RankedThing& thing) {
    const auto slot = slots_.find(thing.id);
    thing.touched = slot != slots_.end();
    TS_ASSIGN_OR_RETURN(thing.rank, thing.touched ? Result<ThingRank>(slot->second.now->rank()) : rank_of(thing.id));
    return {};
  }

  Status list_new() {
    for (auto& [id, slot] : slots_) {
      if (slot.now.has_value() && !slot.listed) {
        TS_RETURN_IF_ERROR(list_.append(listed_with(id, slot.now->rank())));
        slot.listed = true;
      }
    }
    return {};
  }

  Status list_fallen() {
    std::map<Uuid, ThingRank> fallen;
    for (const auto& [id, slot] : slots_) {
      const bool known = slot.existed && !slot.relisted && slot.now.has_value();
      if (known && compare_ranks(slot.now->rank(), slot.before) < 0) {
        fallen.emplace(id, slot.now->rank());
      }
    }
    return relist(list_, fallen);
  }

  /// Whoever calls takes it out of the list.
  void drop(const Uuid& id, const ThingRank& rank) {
    const auto [place, untouched] = slots_.try_emplace(id);
    Slot& slot = place->second;
    slot.existed = slot.existed || untouched;
    slot.before = untouched ? rank : slot.before;
    slot.now.reset();
    slot.listed = false;
    --head_.things;
  }

  void write(const Uuid& id, const Slot& slot) {
    const bool marked = slot.now.has_value() && slot.now->rank().marked;
    head_.marked += (marked ? 1 : 0) - (slot.before.marked ? 1 : 0);
    if (slot.now.has_value()) {
      const std::string row = Form::encode(*slot.now);
      if (row == slot.row) {
        return;  // It was looked at and left as it was.
      }
      mind_boundary(slot.now->rank().last_used);
      context_.state().put(key(id), row);
      if (!only_aged(slot)) {
        std::string json;
        json.reserve(kJsonBytes);
        Form::append_json(json, *slot.now);
        context_.effects().put(Form::kKind, to_string(id), std::move(json), slot.existed);
      }
    } else if (slot.existed) {
      context_.state().erase(key(id));
      context_.effects().remove(Form::kKind, to_string(id));
    }
  }

  /// A score that cannot fall any further: another idle period has been counted, and nothing is to be seen of it.
  static bool only_aged(const Slot& slot) {
    if (!slot.existed || slot.now->idle_periods == slot.before.idle_periods) {
      return false;
    }
    Thing as_before = *slot.now;
    as_before.idle_periods = slot.before.idle_periods;
    return Form::encode(as_before) == slot.row;
  }

  void mind_boundary(LogTime last_used) {
    const LogTime boundary = next_boundary(last_used, input_.now, idle_);
    first_boundary_ = std::min(boundary, first_boundary_.value_or(boundary));
  }

  /// A use only moves a thing's boundary on, so the timer may come too early, which arms it again, but never too late.
  Status set_timer() {
    if (!first_boundary_.has_value() || (head_.timer.has_value() && *head_.timer <= *first_boundary_)) {
      return {};
    }
    head_.timer = first_boundary_;
    return context_.timers().arm(kIdleTimer, *first_boundary_);
  }

  void report_stats() {
    if (head_.things == before_.things && head_.marked == before_.marked) {
      return;
    }
    const std::array counters{codec::Counter{Form::kCount, head_.things},
                              codec::Counter{Form::kMarkedCount, head_.marked}};
    std::string json;
    codec::append_stats(json, Form::kStats, context_.persona(), counters);
    context_.effects().put("stats", Form::kStats, std::move(json), had_head_);
  }

  /// The persona never had a thing of the kind, or has none any more.
  void leave_nothing() {
    list_.clear();
    if (had_head_) {
      context_.state().erase(Form::kStats);
      context_.effects().remove("stats", Form::kStats);
    }
  }

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  IdleRules idle_;
  ThingHead head_;
  ThingHead before_;
  bool had_head_ = false;
  RankList list_;
  std::map<Uuid, Slot> slots_;  ///< what this record touched
  std::optional<LogTime> first_boundary_;
};

}  // namespace turnstream::evidence
