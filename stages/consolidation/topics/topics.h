#pragma once
// Topics: the items of a persona that wait for the next topic pass, and the topics that passes made of them, during one
// call of the stage. A pass takes each item once. README.md has the rules. Rows: those of topic_table.h, `~te/<number>` (a
// waiting item, by its number in working memory), `~to/<number>` (the topics in the order in which they leave,
// records/source_index.h). Lifetime: borrows all arguments of the constructor, for one call of the stage. Threads: the
// caller's.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/records/source_index.h"
#include "stages/consolidation/speech/blocked_sentences.h"
#include "stages/consolidation/topics/settings.h"
#include "stages/consolidation/topics/topic_event.h"
#include "stages/consolidation/topics/topic_table.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kTopicOrderPrefix = "~to/";

/// The sources of all facts.
[[nodiscard]] std::vector<model::Source> sources_of(const model::Topic& topic);

class Topics {
 public:
  /// `similarity`: the Jaccard index of words from which two texts are one fact, in millionths.
  Topics(const stage_api::Input& input, stage_api::PersonaContext& context, const TopicSettings& settings,
         std::int64_t similarity, BlockedSentences& blocked);
  Topics(const Topics&) = delete;
  Topics& operator=(const Topics&) = delete;

  Status load() { return table_.load(); }

  /// The record is a turn of the persona: it is not idle.
  void heard_turn();
  /// Adds an item that episodic put. `number`: higher than that of each item before.
  Status add(std::uint64_t number, const TopicEvent& event);
  /// The item of this number was seen `count` times more. That counts only while it waits.
  Status repeat(std::uint64_t number, std::int64_t count);

  /// The timer "topics" fired: makes a pass if it is time for one, and sets the timer again.
  Status fire();
  /// A command asks for a pass now, over items that were recorded from `since` on.
  Status sweep(std::optional<LogTime> since);
  /// Removes waiting items and facts that rest on what is forgotten, and topics without a fact, and blocks their sentences
  /// (not if the command names all).
  Status forget(Forgetting& forgetting);
  /// Writes rows, changes and the timer. Call it last.
  Status finish();

 private:
  struct Waiting {
    std::string key;
    TopicEvent event;
  };
  /// The waiting items, oldest first, at most `limit`.
  Result<std::vector<Waiting>> waiting(std::size_t limit);
  void drop(const Waiting& one);
  [[nodiscard]] bool is_due() const;
  Status pass(std::optional<LogTime> since);
  Status distil(const std::string& topic, const std::vector<const Waiting*>& items);
  void keep(const Uuid& id, model::Topic topic);
  Status drop_excess();
  Status remove(const Uuid& id, const KeptTopic& kept);
  void announce(const model::Topic& topic) const;
  Status forget_waiting(const Forgetting& forgetting);
  Status forget_facts(const Uuid& id, Forgetting& forgetting);
  Status forget_all(Forgetting& forgetting);
  void set_timer();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const TopicSettings& settings_;
  std::int64_t similarity_;
  BlockedSentences& blocked_;
  TopicTable table_;
  SourceIndex sources_;
};

}  // namespace turnstream::consolidation
