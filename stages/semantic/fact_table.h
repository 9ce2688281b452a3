#pragma once
// FactTable: the facts of a persona during one call of the stage (evidence::PersonaTable), and the two lists over them:
// `all`, in the order in which facts were added or last checked (fact_upkeep.h), and `weak`: facts that were weak when
// added, which may retire. The entry of a removed fact can stay in a list until it is next read there. Lifetime:
// borrows the context, for one call of the stage. Threads: the caller's.

#include <optional>
#include <vector>

#include "stages/common/evidence/persona_table.h"
#include "stages/semantic/kept_fact.h"

namespace turnstream::semantic {

inline constexpr std::string_view kRetireTimer = "retire";

/// The Form of the PersonaTable; persona_table.h describes its members.
struct FactForm {
  using Entry = KeptFact;
  using Head = semantic::Head;
  static constexpr std::string_view kPrefix = kFactPrefix;
  static constexpr std::string_view kKind = "fact";
  static constexpr std::string_view kHeadKey = semantic::kHeadKey;
  static constexpr std::string_view kStatsId = "facts";
  static constexpr std::string_view kTimer = kRetireTimer;

  static std::string encode(const KeptFact& kept) { return encode_fact(kept); }
  static Result<KeptFact> decode(std::string_view row, std::string_view, const Uuid&) { return decode_fact(row); }
  static std::string encode_head(const Head& head) { return semantic::encode_head(head); }
  static Result<Head> decode_head(std::string_view row) { return semantic::decode_head(row); }
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const KeptFact& kept,
                     evidence::Before<KeptFact> before);
  static std::vector<codec::StatCounter> counters(const Head& head);
  static void count(Head& head, std::string_view row, int by);
  static bool is_reported(std::string_view row);
};

/// What the record did to a fact that notes say.
struct FactTurn {
  Uuid id{};
  std::vector<NoteLink> notes;
  std::optional<NoteEnd> end;  ///< absent: it holds again
};

class FactTable : public evidence::PersonaTable<FactForm> {
 public:
  explicit FactTable(stage_api::PersonaContext& context);

  /// The rank of a listed fact; absent if the fact was removed, even if it was learnt again (with another birth).
  Result<std::optional<FactRank>> rank_of(const ListedFact& listed);
  /// The words of a fact with the changes so far; absent if there is none. The text is valid until the fact or its row changes.
  Result<std::optional<FactWords>> words_of(const Uuid& id);
  /// Adds a new fact. Precondition: find() returned null for the id.
  KeptFact* add(const Uuid& id, KeptFact kept);
  /// From now on changes report the fact, and what superseded it. Precondition: there is a fact of this id.
  Status show(const Uuid& id);
  /// Removes the fact; the lists keep its entry. Precondition: there is a fact of this id.
  Status remove(const Uuid& id);
  /// Appends the facts that were added since the last call to the list `all`.
  Status list_new();
  /// The facts with notes that this record ended, or that hold again, or of whose end it changed the time or successor; in order of
  /// id.
  Result<std::vector<FactTurn>> turned() const;
  /// How many facts this record added, removed ones included.
  [[nodiscard]] std::uint64_t born() const { return head.born - head_before().born; }
  /// Makes `due` the due time of the timer, unless an earlier one is set. finish() arms the timer.
  void wake_at(LogTime due);
  /// Writes all changes. Call it last.
  Status finish();

  FactList all;
  FactList weak;

 private:
  std::vector<ListedFact> unlisted_;  ///< added facts that are not in `all` yet, in order of birth
};

}  // namespace turnstream::semantic
