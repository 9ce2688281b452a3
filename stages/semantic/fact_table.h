#pragma once
// FactTable: the facts that one record touches, read when they are asked for, changed in memory, and written each once,
// at the end: rows, changes, stats, the timer. A fact that came and went in one record leaves nothing. Lifetime:
// borrows the context, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/semantic/kept_fact.h"

namespace turnstream::semantic {

inline constexpr std::string_view kRetireTimer = "retire";

class FactTable {
 public:
  explicit FactTable(stage_api::PersonaContext& context);
  FactTable(const FactTable&) = delete;
  FactTable& operator=(const FactTable&) = delete;

  /// Call first.
  Status load();
  /// The fact, to be changed; null if there is none. Valid until the fact is removed.
  Result<KeptFact*> find(const Uuid& id);
  /// The fact as it stands now, not to be changed: nothing is kept of it for finish(). Absent if there is none.
  Result<std::optional<KeptFact>> look_at(const Uuid& id);
  /// Of a listed fact, what stands at the beginning of its row; absent if it left.
  Result<std::optional<FactRank>> rank_of(const ListedFact& listed);
  /// Precondition: find() just found none.
  KeptFact* add(const Uuid& id, KeptFact kept);
  /// Lists what add() added since.
  Status list_new();
  /// Precondition: it is there.
  void remove(const Uuid& id);
  /// How many add() added, whatever became of them.
  [[nodiscard]] std::uint64_t born() const { return head.born - before_.born; }
  /// Call last.
  Status finish();

  Head head;
  FactList all;
  FactList weak;
  /// The timer shall fire by then.
  void wake_at(LogTime due);

 private:
  struct Slot {
    std::optional<KeptFact> now;  ///< absent: it is gone, or never was
    bool existed = false;         ///< before this record
    model::Fact before;           ///< as it was then
    std::string row;              ///< as it was, where it was read
  };
  void write(const Uuid& id, const Slot& slot);
  void report_stats();

  stage_api::PersonaContext& context_;
  Head before_;
  std::unordered_map<Uuid, Slot, UuidHash> slots_;
  std::vector<ListedFact> new_;  ///< not listed yet
};

}  // namespace turnstream::semantic
