#include "stages/consolidation/topics/topics.h"

#include <algorithm>
#include <limits>
#include <map>

#include "pipeline/codec/ids.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/topics/topic_facts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kTickMs = 30'000;
constexpr std::uint64_t kRowEvents = 4;  ///< items that share a row
/// The ids that the facts of one topic name at most: a topic is one change of a completion. Each of the seven facts can name
/// all items, so these have at most 64 KiB of ids; usual ids of 200 items need 30 KiB.
constexpr std::size_t kSourceBytesMax = 448 * 1024;
/// Topics that one call drops at most, if the setting is lowered.
constexpr std::int64_t kDroppedMax = 1000;

std::size_t bytes_of(const std::vector<model::Source>& sources) {
  std::size_t bytes = 0;
  for (const model::Source& source : sources) {
    bytes += source.id.size() + source.turn_id.size() + source.session_id.size();
  }
  return bytes;
}

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

Topics::Topics(const TopicNeeds& needs)
    : needs_(needs),
      table_(needs.context),
      waiting_(needs.context.state(), kTopicEventPrefix, kRowEvents),
      sources_(needs.context.state(), kTopicOrderPrefix) {}

void Topics::heard_turn() {
  if (table_.head.waiting > 0) {
    table_.head.last_turn = needs_.input.now;
  }
}

Status Topics::add(const TopicEvent& event) {
  TopicHead& head = table_.head;
  if (head.waiting == 0) {
    head.waiting_since = needs_.input.now;
    head.last_turn = needs_.input.now;
    head.backlog = false;
  }
  waiting_.set(event.number, encode(event));
  ++head.waiting;
  return {};
}

Status Topics::repeat(std::uint64_t number, std::int64_t count) {
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> waits, waiting_.get(number));
  if (!waits.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(TopicEvent event, decode_topic_event(*waits));
  event.count += count;
  waiting_.set(number, encode(event));
  return {};
}

Result<std::vector<TopicEvent>> Topics::waiting(std::size_t limit, std::optional<LogTime> since) {
  std::vector<TopicEvent> found;
  Status damaged;
  const std::size_t expected = since.has_value() ? std::numeric_limits<std::size_t>::max() : limit;
  TS_RETURN_IF_ERROR(waiting_.visit(expected, [&](std::uint64_t number, std::string_view value) {
    Result<TopicEvent> event = decode_topic_event(value);
    if (!event.ok()) {
      damaged = event.error();
      return false;
    }
    if (!since.has_value() || event->recorded_at >= *since) {
      event->number = number;
      found.push_back(*std::move(event));
    }
    return found.size() < limit;
  }));
  TS_RETURN_IF_ERROR(damaged);
  return found;
}

void Topics::drop(const TopicEvent& event) {
  waiting_.erase(event.number);
  --table_.head.waiting;
}

bool Topics::is_due() const {
  const TopicHead& head = table_.head;
  const std::int64_t idle_ms = needs_.input.now.value() - head.last_turn.value();
  const std::int64_t waited_ms = needs_.input.now.value() - head.waiting_since.value();
  const std::int64_t interval_ms = needs_.settings.topic_interval_min * kMinuteMs;
  return head.backlog || head.waiting > needs_.settings.topic_waiting_max ||
         (waited_ms >= interval_ms && idle_ms >= needs_.settings.topic_idle_min * kMinuteMs) ||
         waited_ms >= interval_ms * needs_.settings.topic_intervals_max;
}

Status Topics::fire() {
  table_.head.timer.reset();
  const bool may_pass = table_.head.calls == 0 || table_.head.waiting > needs_.settings.topic_waiting_max;
  return table_.head.waiting > 0 && may_pass && is_due() ? pass(std::nullopt) : Status();
}

Status Topics::sweep(std::optional<LogTime> since) {
  if (table_.head.calls > 0) {
    announce_maintenance(needs_.input, needs_.context, "skipped",
                         [](json::Writer& json) { json.string("trigger", "command").string("reason", "overlap"); });
    return {};
  }
  return table_.head.waiting > 0 ? pass(since) : Status();
}

/// Takes the oldest items, of the topics that have waited the longest.
Status Topics::pass(std::optional<LogTime> since) {
  TS_ASSIGN_OR_RETURN(std::vector<TopicEvent> oldest,
                      waiting(static_cast<std::size_t>(needs_.settings.topic_events_max), since));
  std::vector<std::string> topics;
  std::map<std::string, std::vector<TopicEvent>> items;
  for (TopicEvent& event : oldest) {
    auto& of_topic = items[event.topic];
    if (of_topic.empty()) {
      topics.push_back(event.topic);
    }
    of_topic.push_back(std::move(event));
  }
  topics.resize(std::min(topics.size(), static_cast<std::size_t>(needs_.settings.topics_pass_max)));
  const bool asks_model = asks();
  for (const std::string& topic : topics) {
    TS_RETURN_IF_ERROR(distil(topic, std::move(items[topic]), asks_model));
  }
  table_.head.backlog = table_.head.waiting > 0 && !topics.empty() && !since.has_value();
  table_.head.waiting_since = needs_.input.now;
  ended_pass_ = table_.head.calls == 0;
  return {};
}

Status Topics::distil(const std::string& topic, std::vector<TopicEvent> events, bool asks) {
  const Uuid id = codec::topic_id(needs_.context.persona(), topic, needs_.input.cause_id);
  TS_ASSIGN_OR_RETURN(const KeptTopic* known, table_.find(id));
  if (known != nullptr) {
    return {};  // The record made this topic already: what came since waits for the next one.
  }
  const auto facts_max = static_cast<std::size_t>(needs_.settings.topic_facts_max);
  std::size_t bytes = 0;
  const auto too_many = std::find_if(events.begin(), events.end(), [&](const TopicEvent& event) {
    bytes += bytes_of(event.sources) * facts_max;
    return bytes > kSourceBytesMax && &event != events.data();
  });
  events.erase(too_many, events.end());  // The rest waits for the next pass.
  for (TopicEvent& event : events) {
    TS_ASSIGN_OR_RETURN(const bool blocked, needs_.blocked.has(event.text));
    if (blocked) {
      event.text.clear();
    }
    drop(event);
  }
  needs_.context.effects().processed(static_cast<std::int64_t>(events.size()));
  if (asks) {
    TS_ASSIGN_OR_RETURN(const bool asked, ask(topic, events));
    if (asked) {
      return {};
    }
  }
  make({topic, id}, events, facts_of(events, facts_max, needs_.similarity));
  return {};
}

Status Topics::remove(const Uuid& id, const KeptTopic& kept) {
  sources_.erase(kept.number);
  --table_.head.topics;
  return table_.remove(id);
}

Status Topics::drop_excess() {
  const std::int64_t excess = std::min(table_.head.topics - needs_.settings.topics_max, kDroppedMax);
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
    TS_RETURN_IF_ERROR(needs_.remove_resting_on ? needs_.remove_resting_on(to_string(id), ids) : Status());
  }
  announce_maintenance(needs_.input, needs_.context, "quota", [&](json::Writer& json) {
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
  const bool is_over = head.waiting > needs_.settings.topic_waiting_max;
  if (head.calls > 0 && !is_over) {
    head.timer.reset();  // The last answer sets it again.
    return;
  }
  if (head.backlog || is_over) {
    head.timer = std::min(head.timer.value_or(next_tick(needs_.input.now)), next_tick(needs_.input.now));
    return;
  }
  if (head.timer.has_value()) {
    return;  // It may be early: fire() looks again.
  }
  const std::int64_t interval_ms = needs_.settings.topic_interval_min * kMinuteMs;
  const std::int64_t idle_at = head.last_turn.value() + needs_.settings.topic_idle_min * kMinuteMs;
  const std::int64_t first = head.waiting_since.value() + interval_ms;
  const std::int64_t last = head.waiting_since.value() + interval_ms * needs_.settings.topic_intervals_max;
  head.timer = LogTime{std::max(std::min(std::max(first, idle_at), last), next_tick(needs_.input.now).value())};
}

Status Topics::finish() {
  TS_RETURN_IF_ERROR(drop_excess());
  set_timer();
  TS_RETURN_IF_ERROR(waiting_.finish());
  return table_.finish();
}

}  // namespace turnstream::consolidation
