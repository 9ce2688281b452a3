#pragma once
// DailyLog: the entries of a persona's daily log during one call of the stage. Rows: `daily_log` (the head),
// `daily/<id of 16 bytes>`, `~do/<number>` (the order in which entries leave, and from which the newest are read:
// records/source_index.h). Lifetime: borrows input and context, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/daily.h"
#include "stages/common/evidence/persona_table.h"
#include "stages/consolidation/records/age.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/records/source_index.h"
#include "stages/consolidation/sessions/daily_lines.h"
#include "stages/consolidation/speech/blocked_sentences.h"

namespace turnstream::consolidation {

/// An entry as it is kept, and its place in the order in which entries leave.
struct KeptDaily {
  model::Daily daily;
  std::uint64_t number = 0;
  friend bool operator==(const KeptDaily&, const KeptDaily&) = default;
};

struct DailyHead {
  std::int64_t entries = 0;
  std::int64_t lines = 0;
  std::uint64_t next_number = 0;
  std::string curated;  ///< the last date that was curated, or was found without an entry
  friend bool operator==(const DailyHead&, const DailyHead&) = default;
};

struct DailyForm {
  using Entry = KeptDaily;
  using Head = DailyHead;
  static constexpr std::string_view kPrefix = "daily/";
  static constexpr std::string_view kKind = "daily";
  static constexpr std::string_view kHeadKey = "daily_log";
  static constexpr std::string_view kStatsId = "daily_log";

  static std::string encode(const Entry& kept);
  /// Errors: bad_state().
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& id);
  static std::string encode_head(const Head& head);
  static Result<Head> decode_head(std::string_view row);
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const Entry& kept,
                     evidence::Before<Entry> before);
  static std::vector<codec::StatCounter> counters(const Head& head);
};

class DailyLog {
 public:
  DailyLog(const stage_api::Input& input, stage_api::PersonaContext& context);
  DailyLog(const DailyLog&) = delete;
  DailyLog& operator=(const DailyLog&) = delete;

  Status load() { return table_.load(); }

  /// Adds an entry; the log fills in its id. An entry that the same record made for the same session gets the lines and
  /// sources instead, and keeps its user if both have the same one.
  Status add(model::Daily entry);

  /// The newest entries, newest first, at most `limit`; not more than 256 places of the order back.
  Result<std::vector<model::Daily>> newest(std::size_t limit);

  /// The newest lines, oldest first.
  Result<std::vector<std::string>> newest_lines(std::size_t limit);

  /// Drops the oldest entries until at most `lines_max` lines are left, and announces them.
  Status drop_excess(std::int64_t lines_max);

  /// Removes the entries that the command names, and of the others the sources that are forgotten and the lines that rest on
  /// them; an entry without a line goes. Blocks the sentences of what is forgotten (not if the command names all). Returns how
  /// many entries are gone or have lost a line.
  Result<std::int64_t> forget(Forgetting& forgetting, BlockedSentences& blocked);

  /// Removes entries because of their age.
  Result<Retired> retire(const AgeLimit& limit);

  DailyHead& head() { return table_.head; }
  [[nodiscard]] std::int64_t entries() const { return table_.head.entries; }

  /// Writes rows and changes. Call it last.
  Status finish() { return table_.finish(); }

 private:
  Status remove(const Uuid& id, const KeptDaily& kept);
  Status block(const model::Daily& daily, std::vector<LeavingLine> lines, const Forgetting& forgetting,
               BlockedSentences& blocked);
  Status forget_one(const Uuid& id, Forgetting& forgetting, BlockedSentences& blocked);

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  evidence::PersonaTable<DailyForm> table_;
  SourceIndex order_;
  std::int64_t touched_ = 0;
};

}  // namespace turnstream::consolidation
