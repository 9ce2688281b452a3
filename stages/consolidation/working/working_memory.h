#pragma once
// WorkingMemory: the part of consolidation that holds what a persona took in lately, and makes insights of it. The stage
// calls it: load() first, one step for the record or timer, finish() after InsightBook::finish(), because the event of a pass
// tells the number of insights. Timers: `sweep` (the next pass), `entries` (the oldest consolidated entry is too old).
// Lifetime: borrows all arguments of the constructor, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/codec/effect_result.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/requests/shown_words.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/working/arrival.h"
#include "stages/consolidation/working/pass.h"
#include "stages/consolidation/working/prompt.h"
#include "stages/consolidation/working/recent_contents.h"
#include "stages/consolidation/working/reply.h"
#include "stages/consolidation/working/twins.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kSweepTimer = "sweep";
inline constexpr std::string_view kEntriesTimer = "entries";

/// What working memory borrows from the stage.
struct WorkingNeeds {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const ModelSettings& model;
  Speech& speech;
  InsightBook& insights;
  OpenRequests& requests;
  BlockedSentences& blocked;
};

/// An item that came with the record.
struct Arrived {
  std::uint64_t number = 0;  ///< Entry::number
  ItemView item;
  std::string text;                    ///< what a topic shows of it; empty if rules would make no insight of it
  std::vector<model::Source> sources;  ///< the item, and one whose question the text quotes
  std::int64_t value = 0;              ///< of a chat: of its best sentence (heard.h); of another item 0
  std::string user_id{};               ///< the user whose words the text is; empty: no user's
};

/// An item of which working memory knows, and that episodic saw again in this record.
struct SeenAgain {
  std::uint64_t number = 0;  ///< Entry::number
  std::int64_t count = 1;
};

/// What a request shows of all its entries, as far as they are still there.
struct ShownEntries {
  ShownWords words;
  bool has_gone = false;  ///< an entry is no longer there
};

class WorkingMemory {
 public:
  explicit WorkingMemory(const WorkingNeeds& needs);
  WorkingMemory(const WorkingMemory&) = delete;
  WorkingMemory& operator=(const WorkingMemory&) = delete;

  Status load();
  /// Takes in what episodic's completion for the record says of items: new ones, and what changed of known ones. A goal
  /// update `memory-consolidation` of the turn is a sweep.
  Status take();
  /// What take() took in, for other parts, in the order of the changes; only the first call tells it.
  [[nodiscard]] std::vector<Arrived> take_arrived() { return std::move(arrived_); }
  [[nodiscard]] const std::vector<SeenAgain>& seen_again() const { return seen_again_; }
  /// A sweep on request. Skipped, with an event, if a pass is open.
  Status sweep(Trigger trigger, LogTime since);
  /// The timer `sweep` or `entries` fired.
  Status fire(std::string_view timer);
  /// The answer to a request of pass 2.
  Status answer(const OpenRequest& request, const codec::EffectResult& result);
  /// A request of pass 2 was given up.
  Status expire(const OpenRequest& request);
  Status forget(Forgetting& forgetting);
  /// The firings of the timer `effects` after which a request is given up.
  [[nodiscard]] std::int64_t request_wait_ticks() const { return settings_.request_wait_ticks; }
  Status finish();

 private:
  Status take_change(const model::Change& change, std::vector<ItemView>& brought);
  Status add(ItemView&& item);
  Status raise(const Uuid& id, const ItemRise& rise);
  Status relieve();
  Status run_sweep();
  Status note_sources(const Uuid& id, std::string_view item);
  [[nodiscard]] std::string_view objection(const std::optional<Verdict>& verdict, const Entry& entry) const;
  Result<ShownEntries> shown_by(const OpenRequest& request);
  Status apply(const OpenRequest& request, Reply reply, std::string_view reason);
  Status follow(Pass& pass, const Place& place, const Entry& entry, const Verdict& verdict, const OpenRequest& request);
  Status forget_claimed(const std::vector<ForgottenEntry>& gone);
  Status close_pass_if_answered();
  [[nodiscard]] bool presses() const;
  [[nodiscard]] LogTime next_sweep_time() const;
  Status set_timers();
  void report();

  WorkingNeeds needs_;
  const WorkingSettings& settings_;
  WorkingHead head_;
  WorkingHead head_before_;
  EntryStore entries_;
  Twins twins_;
  RecentContents recent_;
  Passes passes_;
  bool entries_fired_ = false;  ///< in this call
  std::vector<Arrived> arrived_;
  std::vector<SeenAgain> seen_again_;
};

}  // namespace turnstream::consolidation
