#pragma once
// Topics: the items of a persona that wait for the next topic pass, and the topics that passes made of them, during one
// call of the stage. A pass takes each item once. README.md has the rules. Rows: those of topic_table.h, `~te/…` (waiting
// items by their numbers in working memory, records/numbered_rows.h), `~to/<number>` (the topics in the order in which they leave,
// records/source_index.h), `topic_call/…` (topic_call.h). Lifetime: borrows what TopicNeeds names, for one call of the
// stage. Threads: the caller's.

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/codec/effect_result.h"
#include "stages/consolidation/records/age.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/records/numbered_rows.h"
#include "stages/consolidation/records/source_index.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/speech/blocked_sentences.h"
#include "stages/consolidation/topics/settings.h"
#include "stages/consolidation/topics/topic_call.h"
#include "stages/consolidation/topics/topic_event.h"
#include "stages/consolidation/topics/topic_table.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kTopicOrderPrefix = "~to/";

/// The sources of all facts.
[[nodiscard]] std::vector<model::Source> sources_of(const model::Topic& topic);

struct TopicNeeds {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const TopicSettings& settings;
  std::int64_t similarity = 0;  ///< the Jaccard index of words from which two texts are one fact, in millionths
  BlockedSentences& blocked;
  const ModelSettings& model;
  OpenRequests& requests;
  /// Removes what rests on a topic that leaves because there are too many, and adds the ids; null if nothing rests on topics.
  std::function<Status(const std::string& topic, std::vector<std::string>& removed)> remove_resting_on = nullptr;
};

class Topics {
 public:
  explicit Topics(const TopicNeeds& needs);
  Topics(const Topics&) = delete;
  Topics& operator=(const Topics&) = delete;

  Status load() { return table_.load(); }

  /// The record is a turn of the persona: it is not idle.
  void heard_turn();
  /// Adds an item that episodic put. Its number is higher than that of each item before.
  Status add(const TopicEvent& event);
  /// The item of this number was seen `count` times more. That counts only while it waits.
  Status repeat(std::uint64_t number, std::int64_t count);

  /// The timer "topics" fired: makes a pass if it is time for one, and sets the timer again.
  Status fire();
  /// A command asks for a pass now, over items that were recorded from `since` on. Skipped, with an event, if requests of
  /// the last one are open.
  Status sweep(std::optional<LogTime> since);
  /// The result of a request with purpose kTopicsPurpose, which is no longer open.
  Status answer(const OpenRequest& request, const codec::EffectResult& result);
  /// The request has waited too long, and is no longer open.
  Status expire(const OpenRequest& request);
  /// Whether a pass ended in this call, with the last answer to its requests if it made any.
  [[nodiscard]] bool has_ended_pass() const { return ended_pass_; }
  /// The newest topics, at most `count`, the newest first.
  Result<std::vector<model::Topic>> newest(std::size_t count);
  /// The topic; absent if there is none of this id.
  Result<std::optional<model::Topic>> find(const Uuid& id);
  /// The ids of the topics that forget() removed, or from which it removed a fact.
  [[nodiscard]] const std::vector<std::string>& changed_by_forget() const { return changed_; }
  /// Removes waiting items and facts that rest on what is forgotten, and topics without a fact, and blocks their sentences
  /// (not if the command names all).
  Status forget(Forgetting& forgetting);
  /// Removes topics because of their age.
  Result<Retired> retire(const AgeLimit& limit);
  [[nodiscard]] std::int64_t count() const { return table_.head.topics; }
  /// Writes rows, changes and the timer. Call it last.
  Status finish();

 private:
  /// The waiting items that were recorded from `since` on, oldest first, at most `limit`.
  Result<std::vector<TopicEvent>> waiting(std::size_t limit, std::optional<LogTime> since = std::nullopt);
  void drop(const TopicEvent& event);
  [[nodiscard]] bool is_due() const;
  Status pass(std::optional<LogTime> since);
  Status distil(const std::string& topic, std::vector<TopicEvent> events, bool asks);
  /// What a topic is called, and its id, which also names the cause.
  struct Name {
    std::string topic;
    Uuid id{};
  };
  [[nodiscard]] Name name_of(const OpenRequest& request, const TopicCall& call) const;
  /// Makes the topic of these facts, unless there are none. `events`: all items, those without a fact included.
  void make(const Name& name, const std::vector<TopicEvent>& events, std::vector<model::TopicFact> facts);
  [[nodiscard]] bool asks() const;
  /// Asks the model. Returns false if there is nothing to ask about.
  Result<bool> ask(const std::string& topic, const std::vector<TopicEvent>& events);
  Result<TopicCall> end_call(const Uuid& id);
  Status fall_back(const OpenRequest& request, const TopicCall& call, std::string_view reason);
  Status take_reply(const OpenRequest& request, const TopicCall& call, const std::vector<std::string>& texts);
  Status forget_calls(const Forgetting& forgetting);
  void keep(const Uuid& id, model::Topic topic);
  Status drop_excess();
  Status remove(const Uuid& id, const KeptTopic& kept);
  void announce(const model::Topic& topic) const;
  Status forget_waiting(const Forgetting& forgetting);
  Status forget_facts(const Uuid& id, Forgetting& forgetting);
  Status forget_all(Forgetting& forgetting);
  void set_timer();

  TopicNeeds needs_;
  TopicTable table_;
  NumberedRows waiting_;
  SourceIndex sources_;
  bool ended_pass_ = false;
  std::vector<std::string> changed_;
};

}  // namespace turnstream::consolidation
