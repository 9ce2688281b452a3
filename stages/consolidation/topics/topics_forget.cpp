#include <algorithm>
#include <limits>

#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

}  // namespace

Status Topics::forget_waiting(const Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(const std::vector<TopicEvent> all, waiting(kUnbounded));
  for (const TopicEvent& event : all) {
    const auto& sources = event.sources;
    if (forgetting.args().all ||
        std::any_of(sources.begin(), sources.end(), [&](const auto& source) { return forgetting.covers(source); })) {
      drop(event);
    }
  }
  return {};
}

Status Topics::forget_facts(const Uuid& id, Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(KeptTopic * kept, table_.find(id));
  if (kept == nullptr) {
    return {};
  }
  const KeptTopic before = *kept;
  std::vector<model::TopicFact> stay;
  const bool is_named = forgetting.has(before.topic.id);
  for (const model::TopicFact& fact : before.topic.facts) {
    const auto is_gone = [&](const model::Source& source) { return forgetting.covers(source); };
    if (!is_named && std::none_of(fact.sources.begin(), fact.sources.end(), is_gone)) {
      stay.push_back(fact);
      continue;
    }
    std::vector<std::string> ids{before.topic.id};
    for (const model::Source& source : fact.sources) {
      ids.push_back(source.id);
      ids.push_back(source.turn_id);
    }
    TS_RETURN_IF_ERROR(needs_.blocked.add(fact.text, ids, forgetting.salt()));
  }
  if (stay.size() < before.topic.facts.size()) {
    changed_.push_back(before.topic.id);
  }
  if (stay.empty()) {
    forgetting.add(before.topic.id);
    return remove(id, before);
  }
  kept->topic.facts = std::move(stay);
  return sources_.change(kept->number, sources_of(kept->topic));
}

Status Topics::forget_all(Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> all, sources_.oldest(kUnbounded));
  for (const Uuid& id : all) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptTopic> kept, table_.snapshot(id));
    if (kept.has_value()) {
      forgetting.add(kept->topic.id);
      TS_RETURN_IF_ERROR(remove(id, *kept));
    }
  }
  table_.head.next_topic = 0;
  return {};
}

Status Topics::forget(Forgetting& forgetting) {
  TS_RETURN_IF_ERROR(forget_waiting(forgetting));
  TS_RETURN_IF_ERROR(forget_calls(forgetting));
  if (forgetting.args().all) {
    return forget_all(forgetting);
  }
  for (const std::string& id : std::vector<std::string>(forgetting.ids())) {
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      TS_RETURN_IF_ERROR(forget_facts(*uuid, forgetting));
    }
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, sources_.candidates(forgetting));
  for (const Uuid& id : candidates) {
    TS_RETURN_IF_ERROR(forget_facts(id, forgetting));
  }
  return {};
}

}  // namespace turnstream::consolidation
