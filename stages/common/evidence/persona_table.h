#pragma once
// PersonaTable: the entries of one kind that a persona has (its items, skills, facts, …) during one call of a stage. A
// stage reads entries through the table, changes them in memory, and calls finish() at the end.
//
// Reads:  load() reads the head row. find() and snapshot() read an entry's row, unless find(), add() or remove() was
//         called for its id before. remove() calls find() if the Form has count(). Nothing else is read.
// Writes: nothing before write_rows(). Then, in ascending order of id, each entry that find(), add() or remove()
//         touched is written once: its row, then its change. A row whose bytes did not change is not written and makes
//         no change. An entry that was added and removed in one call of the stage leaves no trace.
//         write_head() follows: the timer (if its due time changed), the stats (if a counter changed), the head row (if
//         it changed). A head that equals Head{} is the empty state: its row is erased.
// Errors: the stage returns them; the runtime then undoes the call.
//
// `Form` says what the entries are:
//   Entry, Head                           values; Head has ==
//   kPrefix, kKind                        keys of rows are kPrefix and 16 bytes of id; kKind is the kind of the changes
//   kHeadKey, kStatsId                    key of the head row; id of the change of kind "stats"
//   kTimer                                optional: name of the timer that is due at Head::timer (optional<LogTime>)
//   encode(entry)                         the row; empty if the entry leaves the stage, which erases its row
//   decode(row, persona, id)              Result<Entry>
//   encode_head(head), decode_head(row)   the head row
//   report(effects, persona, id, entry, before)   reports the change, if any; `before` is a Before<Entry>
//   counters(head)                        vector<codec::StatCounter> of the stats; empty: there are no stats
//   is_reported(row)                      optional, with count(): whether report() has reported the entry of this row; without
//                                         it each entry is reported
//   count(head, row, by)                  optional: adds `by` (1 or -1) to the counters of the head that depend on what
//                                         a row holds. With it, remove() reads the row.
//
// Lifetime: borrows the context, for one call of the stage. Threads: the caller's.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/codec/stats.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::evidence {

/// An entry before the call of the stage, and its row after it.
template <typename Entry>
struct Before {
  bool existed = false;
  const Entry* entry = nullptr;  ///< null for a new one, and for one that was removed unread and added again
  std::string_view row_now;      ///< what encode() made; empty if the entry leaves the stage
};

/// Reports the patch, unless nothing changed in what it can say. Returns whether there is a patch.
inline bool report_patch(stage_api::Effects& effects, std::string_view kind, const Uuid& id,
                         std::optional<model::Patch> patch) {
  if (patch.has_value() && (patch->fields != "{}" || !patch->append.empty())) {
    effects.patch(kind, to_string(id), *patch);
  }
  return patch.has_value();
}

template <typename Form>
class PersonaTable {
 public:
  using Entry = typename Form::Entry;
  using Head = typename Form::Head;

  explicit PersonaTable(stage_api::PersonaContext& context) : context_(context) {}
  PersonaTable(const PersonaTable&) = delete;
  PersonaTable& operator=(const PersonaTable&) = delete;

  /// The head that load() read. The stage may change it until finish() or write_head() writes it.
  Head head;

  /// Reads the head row. Call it first.
  Status load() {
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(Form::kHeadKey));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(head, Form::decode_head(*row));
    }
    head_before_ = head;
    return {};
  }

  /// The entry, which the caller may change; null if there is none. Valid until remove() or the table's end.
  Result<Entry*> find(const Uuid& id) {
    const auto [place, first] = touched_.try_emplace(id);
    Touched& entry = place->second;
    if (first) {
      TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key(id)));
      if (row.has_value()) {
        entry.existed = true;
        entry.row = std::string(*row);
        TS_ASSIGN_OR_RETURN(entry.now, Form::decode(entry.row, context_.persona(), id));
        entry.before = entry.now;
      }
    }
    return entry.now.has_value() ? &*entry.now : nullptr;
  }

  /// A copy of the entry with the changes so far; absent if there is none. finish() does not write changes of the copy.
  Result<std::optional<Entry>> snapshot(const Uuid& id) {
    if (const auto found = touched_.find(id); found != touched_.end()) {
      return found->second.now;
    }
    std::optional<Entry> entry;
    TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key(id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(entry, Form::decode(*row, context_.persona(), id));
    }
    return entry;
  }

  /// Adds a new entry and returns it. Precondition: no entry has this id.
  Entry* add(const Uuid& id, Entry entry) { return &touched_[id].now.emplace(std::move(entry)); }

  /// Removes the entry. Precondition: an entry has this id.
  Status remove(const Uuid& id) {
    if constexpr (kCounts) {
      TS_RETURN_IF_ERROR(find(id));
    }
    const auto [place, first] = touched_.try_emplace(id);
    place->second.existed = place->second.existed || first;
    place->second.now.reset();
    return {};
  }

  /// Writes all changes. Call it last. `report`: in place of Form::report().
  template <typename Report>
  Status finish(Report report) {
    write_rows([](const Entry&) {}, report);
    return write_head();
  }
  Status finish() { return finish(Form::report); }

 protected:
  struct Touched {
    std::optional<Entry> now;     ///< the entry's value; absent: it was removed, or never existed
    std::optional<Entry> before;  ///< as find() read it; absent if it read none
    bool existed = false;         ///< the entry existed before this call of the stage
    std::string row;              ///< the row as find() read it; empty if it read none
  };

  static RowKey key(const Uuid& id) { return row_key(Form::kPrefix, id); }

  /// The entries for which find(), add() or remove() was called, in order of id.
  [[nodiscard]] const std::map<Uuid, Touched>& touched() const { return touched_; }
  [[nodiscard]] const Head& head_before() const { return head_before_; }
  [[nodiscard]] stage_api::PersonaContext& context() { return context_; }

  /// The first half of finish(), for a stage whose head depends on the rows. Calls on_written(entry) with each entry
  /// that was not removed and whose row changed.
  template <typename OnWritten, typename Report>
  void write_rows(OnWritten on_written, Report report) {
    for (const auto& [id, entry] : touched_) {
      if (write_row(id, entry, report) && entry.now.has_value()) {
        on_written(*entry.now);
      }
    }
  }
  template <typename OnWritten>
  void write_rows(OnWritten on_written) {
    write_rows(on_written, Form::report);
  }

  /// The second half of finish(): writes those of the timer, the stats and the head row that changed.
  Status write_head() {
    if constexpr (kHasTimer) {
      if (head.timer != head_before_.timer) {
        TS_RETURN_IF_ERROR(head.timer.has_value() ? context_.timers().arm(Form::kTimer, *head.timer)
                                                  : context_.timers().cancel(Form::kTimer));
      }
    }
    report_stats();
    if (head == head_before_) {
      return {};
    }
    if (head == Head{}) {
      context_.state().erase(Form::kHeadKey);
    } else {
      context_.state().put(Form::kHeadKey, Form::encode_head(head));
    }
    return {};
  }

 private:
  static constexpr bool kCounts = requires(Head & any) { Form::count(any, std::string_view(), 1); };
  static constexpr bool kHasTimer = requires { Form::kTimer; };

  /// Writes or erases the entry's row and reports the change; does nothing and returns false if the row did not change.
  template <typename Report>
  bool write_row(const Uuid& id, const Touched& entry, Report report) {
    const std::string row = entry.now.has_value() ? Form::encode(*entry.now) : std::string();
    if (entry.now.has_value() ? entry.existed && row == entry.row : !entry.existed) {
      return false;
    }
    if constexpr (kCounts) {
      count(entry.row, -1);
      count(row, 1);
    }
    if (!row.empty()) {
      context_.state().put(key(id), row);
    } else if (entry.existed) {
      context_.state().erase(key(id));
    }
    if (entry.now.has_value()) {
      const Before<Entry> before{entry.existed, entry.before.has_value() ? &*entry.before : nullptr, row};
      report(context_.effects(), context_.persona(), id, *entry.now, before);
    } else if (was_reported(entry.row)) {
      context_.effects().remove(Form::kKind, to_string(id));
    }
    return true;
  }

  static bool was_reported(std::string_view row) {
    if constexpr (requires { Form::is_reported(row); }) {
      return Form::is_reported(row);
    } else {
      return true;
    }
  }

  void count(std::string_view row, int by) {
    if (!row.empty()) {
      Form::count(head, row, by);
    }
  }

  void report_stats() {
    const std::vector<codec::StatCounter> before = Form::counters(head_before_);
    const std::vector<codec::StatCounter> now = Form::counters(head);
    const auto same = [](const codec::StatCounter& a, const codec::StatCounter& b) { return a.value == b.value; };
    if (std::equal(before.begin(), before.end(), now.begin(), now.end(), same)) {
      return;
    }
    if (now.empty()) {
      context_.effects().remove("stats", Form::kStatsId);
      return;
    }
    std::string json;
    codec::append_stats(json, Form::kStatsId, context_.persona(), now);
    context_.effects().put("stats", Form::kStatsId, std::move(json), !before.empty());
  }

  stage_api::PersonaContext& context_;
  Head head_before_;
  std::map<Uuid, Touched> touched_;
};

}  // namespace turnstream::evidence
