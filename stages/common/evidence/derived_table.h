#pragma once
// DerivedTable: the derived memories of one kind that a persona has (its skills, its patterns), during one call of a
// stage. It is a PersonaTable that also keeps a list of the memories' ranks, so that evict() and age() need not read
// the row of every memory:
//   evict()      removes the first memories in the order of leaves_first() if there are more than a given number
//   age()        lets idle memories decay or retire; the stage calls it when the timer "idle" has fired
//   remove()     removes memories by their ids
//   remove_if()  reads every memory; for rare cases such as forget
// Rows: the head under Form::kStats, a memory under `<kPrefix><id of 16 bytes>`, the list `ranks/<n>` (rank_list.h).
//
// `Form` says what the memories are:
//   Memory                        has `DerivedRank rank() const` and `idle_periods`; append_json() omits idle_periods
//   kKind, kPrefix                kind of their changes; prefix of their keys
//   kStats, kCount, kMarkedCount  id of the stats (and key of the head row) and names of its two counters
//   encode(memory), decode(row, persona, id), append_json(out, memory)
//   patch(before, after)          optional<model::Patch> of the JSON; absent if a patch cannot say what changed
// A row begins with the rank (write_rank()).
//
// Lifetime: borrows input and context, for one call. Threads: the caller's.

#include <functional>
#include <map>
#include <set>

#include "stages/common/evidence/derived_rows.h"
#include "stages/common/evidence/idle.h"
#include "stages/common/evidence/persona_table.h"
#include "stages/common/evidence/rank_list.h"

namespace turnstream::evidence {

/// The Form of the base class PersonaTable, made from the Form of DerivedTable.
template <typename Form>
struct DerivedForm {
  using Entry = typename Form::Memory;
  using Head = DerivedHead;
  static constexpr std::string_view kKind = Form::kKind;
  static constexpr std::string_view kPrefix = Form::kPrefix;
  static constexpr std::string_view kHeadKey = Form::kStats;
  static constexpr std::string_view kStatsId = Form::kStats;
  static constexpr std::string_view kTimer = "idle";

  static std::string encode(const Entry& memory) { return Form::encode(memory); }
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& id) {
    return Form::decode(row, persona, id);
  }
  static std::string encode_head(const Head& head) { return evidence::encode_head(head); }
  static Result<Head> decode_head(std::string_view row) { return evidence::decode_head(row); }

  static void report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& id, const Entry& memory,
                     Before<Entry> before) {
    if (before.entry != nullptr && report_patch(effects, kKind, id, Form::patch(*before.entry, memory))) {
      return;
    }
    std::string json;
    json.reserve(kJsonBytes);
    Form::append_json(json, memory);
    effects.put(kKind, to_string(id), std::move(json), before.existed);
  }
  static std::vector<codec::StatCounter> counters(const Head& head) {
    return head.memories == 0
               ? std::vector<codec::StatCounter>()
               : std::vector<codec::StatCounter>{{Form::kCount, head.memories}, {Form::kMarkedCount, head.marked}};
  }
  static void count(Head& head, std::string_view row, int by) { head.marked += rank_in(row).marked ? by : 0; }

  /// `row`: one that decode() accepted or encode() made, or empty, which has the lowest rank.
  static DerivedRank rank_in(std::string_view row) {
    ByteReader reader(row);
    return read_rank(reader).value_or(DerivedRank());
  }

 private:
  /// Bytes reserved for a memory's JSON, which can become longer.
  static constexpr std::size_t kJsonBytes = 2'048;
};

template <typename Form>
class DerivedTable : public PersonaTable<DerivedForm<Form>> {
  using Base = PersonaTable<DerivedForm<Form>>;

 public:
  using Memory = typename Form::Memory;
  using Base::find;
  using Base::head;

  DerivedTable(const stage_api::Input& input, stage_api::PersonaContext& context, const IdleRules& idle)
      : Base(context), input_(input), idle_(idle), list_(context.state(), std::string(kRanksPrefix), head.list) {}

  /// Adds a new memory. Precondition: find() returned null for the id.
  Memory* add(const Uuid& id, Memory memory) {
    ++head.memories;
    unlisted_.insert(id);
    return Base::add(id, std::move(memory));
  }

  /// Removes memories in the order of leaves_first() until at most `memories_max` are left. Call it after the last add.
  Status evict(std::int64_t memories_max) {
    if (head.memories <= memories_max) {
      return {};
    }
    TS_RETURN_IF_ERROR(list_new());
    const auto count = static_cast<std::size_t>(head.memories - memories_max);
    const auto fill_in = [this](RankedMemory& memory) { return fill_in_rank(memory); };
    TS_ASSIGN_OR_RETURN(const std::vector<RankedMemory> leaving, take_least(list_, count, fill_in));
    for (const RankedMemory& memory : leaving) {
      TS_RETURN_IF_ERROR(drop(memory.id));
    }
    return {};
  }

  /// Call it when the timer has fired. Removes the memories that are Idleness::kRetires, calls decay(memory) for those
  /// that are kDecays, and removes a memory for which decay() returns false. Returns how many decayed or were removed.
  /// If the listed last use shows that no next_boundary() has passed since the previous age(), the row is not read.
  Result<std::int64_t> age(const std::function<bool(Memory& memory)>& decay) {
    const LogTime aged_before = age_until(head, input_.now, idle_.period_ms);
    std::int64_t changed = 0;
    TS_RETURN_IF_ERROR(list_.walk([&](ListedMemory& listed) -> Result<Fate> {
      if (next_boundary(listed.last_used, aged_before, idle_) > input_.now) {
        note_boundary(listed.last_used);
        return Fate::kStays;
      }
      TS_ASSIGN_OR_RETURN(const DerivedRank rank, rank_of(listed.id));
      const Idleness idle = idleness(rank, input_.now, idle_);
      changed += idle == Idleness::kSettled ? 0 : 1;
      bool stays = idle != Idleness::kRetires;
      listed = listed_with(listed.id, rank);
      if (idle == Idleness::kDecays) {
        TS_ASSIGN_OR_RETURN(Memory * memory, find(listed.id));
        stays = decay(*memory);
        listed = listed_with(listed.id, memory->rank());
        relisted_.insert(listed.id);
      }
      if (!stays) {
        return drop(listed.id);
      }
      note_boundary(rank.last_used);
      return Fate::kChanged;
    }));
    return changed;
  }

  /// Removes the memories for which `leaves` returns true. Returns how many.
  Result<std::int64_t> remove_if(const std::function<bool(const Memory& memory)>& leaves) {
    std::int64_t removed = 0;
    TS_RETURN_IF_ERROR(list_.walk([&](const ListedMemory& listed) -> Result<Fate> {
      TS_ASSIGN_OR_RETURN(const std::optional<Memory> memory, Base::snapshot(listed.id));
      if (!memory.has_value()) {
        return bad_state("The row of a derived memory that the list names is missing.");
      }
      if (!leaves(*memory)) {
        return Fate::kStays;
      }
      ++removed;
      return drop(listed.id);
    }));
    return removed;
  }

  /// Removes those of the memories that were stored before this call of the stage; without ids it reads nothing. Call it before the
  /// first add().
  Status remove(const std::set<Uuid>& ids) {
    if (ids.empty()) {
      return {};
    }
    return list_.walk([&](const ListedMemory& listed) -> Result<Fate> {
      return ids.count(listed.id) == 0 ? Result<Fate>(Fate::kStays) : drop(listed.id);
    });
  }

  /// Writes all changes. Call it last.
  Status finish() {
    TS_RETURN_IF_ERROR(list_new());
    TS_RETURN_IF_ERROR(list_fallen());
    Base::write_rows([this](const Memory& memory) { note_boundary(memory.rank().last_used); });
    if (head.memories == 0) {
      list_.clear();
      head = {};
    } else if (first_boundary_.has_value()) {
      // The timer never moves to a later time here. If a use has moved the first boundary to a later time, the timer
      // fires too early, and is then armed again.
      head.timer = std::min(*first_boundary_, head.timer.value_or(*first_boundary_));
    }
    return Base::write_head();
  }

 private:
  /// The rank in the memory's stored row. Errors: bad_state().
  Result<DerivedRank> rank_of(const Uuid& id) {
    TS_ASSIGN_OR_RETURN(const auto row, Base::context().state().get(Base::key(id)));
    if (!row.has_value()) {
      return bad_state("The row of a derived memory that the list names is missing.");
    }
    ByteReader reader(*row);
    const std::optional<DerivedRank> rank = read_rank(reader);
    return rank.has_value() ? Result<DerivedRank>(*rank)
                            : bad_state("The row of a derived memory is damaged or has another format.");
  }

  Status fill_in_rank(RankedMemory& memory) {
    const auto found = Base::touched().find(memory.id);
    memory.touched = found != Base::touched().end();
    TS_ASSIGN_OR_RETURN(memory.rank,
                        memory.touched ? Result<DerivedRank>(found->second.now->rank()) : rank_of(memory.id));
    return {};
  }

  Status list_new() {
    for (const Uuid& id : unlisted_) {
      TS_RETURN_IF_ERROR(list_.append(listed_with(id, Base::touched().at(id).now->rank())));
    }
    unlisted_.clear();
    return {};
  }

  /// Lists the current rank of each memory whose rank fell in this call: a listed rank must not be above the current.
  Status list_fallen() {
    std::map<Uuid, DerivedRank> fallen;
    for (const auto& [id, memory] : Base::touched()) {
      const bool known = memory.existed && memory.now.has_value() && relisted_.count(id) == 0;
      if (known && compare_ranks(memory.now->rank(), DerivedForm<Form>::rank_in(memory.row)) < 0) {
        fallen.emplace(id, memory.now->rank());
      }
    }
    return relist(list_, fallen);
  }

  /// Removes the memory, but not from the list. Returns kLeaves, with which a walk removes it there.
  Result<Fate> drop(const Uuid& id) {
    --head.memories;
    TS_RETURN_IF_ERROR(Base::remove(id));
    return Fate::kLeaves;
  }

  void note_boundary(LogTime last_used) {
    const LogTime boundary = next_boundary(last_used, input_.now, idle_);
    first_boundary_ = std::min(boundary, first_boundary_.value_or(boundary));
  }

  const stage_api::Input& input_;
  IdleRules idle_;
  RankList list_;
  std::set<Uuid> unlisted_;                ///< memories that add() added and that are not in the list yet
  std::set<Uuid> relisted_;                ///< memories that decayed in age(), which has listed their current rank
  std::optional<LogTime> first_boundary_;  ///< the earliest time that note_boundary() has computed
};

}  // namespace turnstream::evidence
