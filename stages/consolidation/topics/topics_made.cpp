#include <algorithm>

#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {
namespace {

/// Places of the order that newest() looks at: forgotten topics leave gaps.
constexpr std::size_t kLookedAtMax = 64;

}  // namespace

void Topics::make(const Name& name, const std::vector<TopicEvent>& events, std::vector<model::TopicFact> facts) {
  if (facts.empty()) {
    return;
  }
  model::Topic made;
  made.since = events.front().at;
  made.until = made.since;
  for (const TopicEvent& event : events) {
    made.event_count += event.count;
    made.since = std::min(made.since, event.at);
    made.until = std::max(made.until, event.at);
  }
  made.facts = std::move(facts);
  made.id = to_string(name.id);
  made.topic = name.topic;
  made.persona_id = std::string(needs_.context.persona());
  keep(name.id, std::move(made));
}

Result<std::vector<model::Topic>> Topics::newest(std::size_t count) {
  std::vector<model::Topic> found;
  std::size_t looked_at = 0;
  for (std::uint64_t number = table_.head.next_topic; number-- > 0 && found.size() < count;) {
    TS_ASSIGN_OR_RETURN(const auto row, needs_.context.state().get(sources_.key_of(number)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(std::optional<KeptTopic> kept, table_.snapshot(memory_in_row(*row)));
      if (!kept.has_value()) {
        return evidence::bad_state("The order of the topics names one that is missing.");
      }
      found.push_back(std::move(kept->topic));
    }
    if (++looked_at == kLookedAtMax) {
      break;
    }
  }
  return found;
}

Result<std::optional<model::Topic>> Topics::find(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(std::optional<KeptTopic> kept, table_.snapshot(id));
  return kept.has_value() ? std::optional(std::move(kept->topic)) : std::optional<model::Topic>();
}

void Topics::keep(const Uuid& id, model::Topic topic) {
  announce(topic);
  const std::uint64_t number = table_.head.next_topic++;
  sources_.add({number, id, needs_.input.now}, sources_of(topic));
  ++table_.head.topics;
  table_.add(id, {std::move(topic), number});
}

Result<Retired> Topics::retire(const AgeLimit& limit) {
  TS_ASSIGN_OR_RETURN(const OldestFirst oldest, sources_.oldest(limit));
  Retired retired{{}, oldest.next_made()};
  for (const Uuid& id : oldest.leaving()) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptTopic> kept, table_.snapshot(id));
    if (!kept.has_value()) {
      return evidence::bad_state("The order of the topics names one that is missing.");
    }
    TS_RETURN_IF_ERROR(remove(id, *kept));
    retired.ids.push_back(to_string(id));
  }
  return retired;
}

void Topics::announce(const model::Topic& topic) const {
  announce_consolidation(needs_.input, needs_.context, "topic", [&](json::Writer& json) {
    json.string("topic_id", topic.id).string("topic", topic.topic).begin_array("facts");
    std::vector<std::string> ids;
    for (const model::TopicFact& fact : topic.facts) {
      json.string(fact.text);
      for (const model::Source& source : fact.sources) {
        ids.push_back(source.id);
      }
    }
    json.end_array().integer("event_count", topic.event_count);
    json.time("since", topic.since.value()).time("until", topic.until.value());
    write_ids(json, "sources", ids);
  });
}

}  // namespace turnstream::consolidation
