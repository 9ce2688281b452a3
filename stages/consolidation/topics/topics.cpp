#include "stages/consolidation/topics/topics.h"

#include <algorithm>
#include <map>

#include "pipeline/codec/ids.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/topics/topic_facts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kTickMs = 30'000;

LogTime next_tick(LogTime now) {
  return LogTime{(now.value() / kTickMs + 1) * kTickMs};
}

}  // namespace

std::vector<model::Source> sources_of(const model::Topic& topic) {
  std::vector<model::Source> sources;
  for (const model::TopicFact& fact : topic.facts) {
    sources.insert(sources.end(), fact.sources.begin(), fact.sources.end());
  }
  return sources;
}

Topics::Topics(const stage_api::Input& input, stage_api::PersonaContext& context, const TopicSettings& settings,
               std::int64_t similarity, BlockedSentences& blocked)
    : input_(input),
      context_(context),
      settings_(settings),
      similarity_(similarity),
      blocked_(blocked),
      table_(context),
      sources_(context.state(), kTopicOrderPrefix) {}

void Topics::heard_turn() {
  if (table_.head.waiting > 0) {
    table_.head.last_turn = input_.now;
  }
}

Status Topics::add(std::uint64_t number, const TopicEvent& event) {
  TopicHead& head = table_.head;
  if (head.waiting == 0) {
    head.waiting_since = input_.now;
    head.last_turn = input_.now;
    head.backlog = false;
  }
  context_.state().put(evidence::row_key(kTopicEventPrefix, number), encode(event));
  ++head.waiting;
  return {};
}

Status Topics::repeat(std::uint64_t number, std::int64_t count) {
  const std::string key = evidence::row_key(kTopicEventPrefix, number);
  TS_ASSIGN_OR_RETURN(const auto row, context_.state().get(key));
  if (!row.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(TopicEvent waiting, decode_topic_event(*row));
  waiting.count += count;
  context_.state().put(key, encode(waiting));
  return {};
}

Result<std::vector<Topics::Waiting>> Topics::waiting(std::size_t limit) {
  std::vector<Waiting> found;
  Status damaged;
  TS_RETURN_IF_ERROR(context_.state().scan(kTopicEventPrefix, limit, [&](std::string_view key, std::string_view row) {
    Result<TopicEvent> event = decode_topic_event(row);
    if (!event.ok()) {
      damaged = event.error();
      return false;
    }
    found.push_back({std::string(key), *std::move(event)});
    return true;
  }));
  TS_RETURN_IF_ERROR(damaged);
  return found;
}

void Topics::drop(const Waiting& one) {
  context_.state().erase(one.key);
  --table_.head.waiting;
}

bool Topics::is_due() const {
  const TopicHead& head = table_.head;
  const std::int64_t idle_ms = input_.now.value() - head.last_turn.value();
  const std::int64_t waited_ms = input_.now.value() - head.waiting_since.value();
  const std::int64_t interval_ms = settings_.topic_interval_min * kMinuteMs;
  return head.backlog || head.waiting > settings_.topic_waiting_max ||
         (waited_ms >= interval_ms && idle_ms >= settings_.topic_idle_min * kMinuteMs) ||
         waited_ms >= interval_ms * settings_.topic_intervals_max;
}

Status Topics::fire() {
  table_.head.timer.reset();
  return table_.head.waiting > 0 && is_due() ? pass(std::nullopt) : Status();
}

Status Topics::sweep(std::optional<LogTime> since) {
  return table_.head.waiting > 0 ? pass(since) : Status();
}

/// Takes the oldest items, of the topics that have waited the longest.
Status Topics::pass(std::optional<LogTime> since) {
  TS_ASSIGN_OR_RETURN(const std::vector<Waiting> oldest, waiting(static_cast<std::size_t>(settings_.topic_events_max)));
  std::vector<std::string> topics;
  std::map<std::string, std::vector<const Waiting*>> items;
  for (const Waiting& one : oldest) {
    if (since.has_value() && one.event.recorded_at < *since) {
      continue;
    }
    auto& of_topic = items[one.event.topic];
    if (of_topic.empty()) {
      topics.push_back(one.event.topic);
    }
    of_topic.push_back(&one);
  }
  topics.resize(std::min(topics.size(), static_cast<std::size_t>(settings_.topics_pass_max)));
  for (const std::string& topic : topics) {
    TS_RETURN_IF_ERROR(distil(topic, items[topic]));
  }
  table_.head.backlog = table_.head.waiting > 0 && !topics.empty() && !since.has_value();
  table_.head.waiting_since = input_.now;
  return drop_excess();
}

Status Topics::distil(const std::string& topic, const std::vector<const Waiting*>& items) {
  const Uuid id = codec::topic_id(context_.persona(), topic, input_.cause_id);
  TS_ASSIGN_OR_RETURN(const KeptTopic* known, table_.find(id));
  if (known != nullptr) {
    return {};  // The record made this topic already: what came since waits for the next one.
  }
  std::vector<TopicEvent> events;
  model::Topic made;
  made.since = items.front()->event.at;
  made.until = made.since;
  for (const Waiting* item : items) {
    TopicEvent event = item->event;
    made.event_count += event.count;
    made.since = std::min(made.since, event.at);
    made.until = std::max(made.until, event.at);
    TS_ASSIGN_OR_RETURN(const bool blocked, blocked_.has(event.text));
    if (blocked) {
      event.text.clear();
    }
    events.push_back(std::move(event));
    drop(*item);
  }
  context_.effects().processed(static_cast<std::int64_t>(items.size()));
  made.facts = facts_of(events, static_cast<std::size_t>(settings_.topic_facts_max), similarity_);
  if (made.facts.empty()) {
    return {};
  }
  made.id = to_string(id);
  made.topic = topic;
  made.persona_id = std::string(context_.persona());
  keep(id, std::move(made));
  return {};
}

void Topics::keep(const Uuid& id, model::Topic topic) {
  announce(topic);
  const std::uint64_t number = table_.head.next_topic++;
  sources_.put(number, id, sources_of(topic));
  ++table_.head.topics;
  table_.add(id, {std::move(topic), number});
}

void Topics::announce(const model::Topic& topic) const {
  announce_consolidation(input_, context_, "topic", [&](json::Writer& json) {
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

Status Topics::remove(const Uuid& id, const KeptTopic& kept) {
  sources_.erase(kept.number);
  --table_.head.topics;
  return table_.remove(id);
}

Status Topics::drop_excess() {
  const std::int64_t excess = table_.head.topics - settings_.topics_max;
  if (excess <= 0) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> oldest, sources_.oldest(static_cast<std::size_t>(excess)));
  std::vector<std::string> ids;
  for (const Uuid& id : oldest) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptTopic> kept, table_.snapshot(id));
    if (!kept.has_value()) {
      return evidence::bad_state("The order of the topics names one that is missing.");
    }
    TS_RETURN_IF_ERROR(remove(id, *kept));
    ids.push_back(to_string(id));
  }
  announce_maintenance(input_, context_, "quota", [&](json::Writer& json) {
    write_ids(json, "items", ids);
    json.string("reason", "topics_max");
  });
  return {};
}

/// While items wait, the timer is due at the first time at which a pass can be.
void Topics::set_timer() {
  TopicHead& head = table_.head;
  if (head.waiting == 0) {
    head.timer.reset();
    head.waiting_since = {};
    head.last_turn = {};
    head.backlog = false;
    return;
  }
  if (head.backlog || head.waiting > settings_.topic_waiting_max) {
    head.timer = std::min(head.timer.value_or(next_tick(input_.now)), next_tick(input_.now));
    return;
  }
  if (head.timer.has_value()) {
    return;  // It may be early: fire() looks again.
  }
  const std::int64_t interval_ms = settings_.topic_interval_min * kMinuteMs;
  const std::int64_t idle_at = head.last_turn.value() + settings_.topic_idle_min * kMinuteMs;
  const std::int64_t first = head.waiting_since.value() + interval_ms;
  const std::int64_t last = head.waiting_since.value() + interval_ms * settings_.topic_intervals_max;
  head.timer = LogTime{std::max(std::min(std::max(first, idle_at), last), next_tick(input_.now).value())};
}

Status Topics::finish() {
  set_timer();
  return table_.finish();
}

}  // namespace turnstream::consolidation
