#include "stages/consolidation/topics/topic_table.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/codec/topic.h"
#include "stages/common/evidence/row_parts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::uint8_t kHeadFormat = 2;

void write_fact(ByteWriter& writer, const model::TopicFact& fact) {
  evidence::write_sources(writer.text(fact.text), fact.sources);
}

/// The users of the facts stand behind all of them, if there is one.
bool has_users(const model::Topic& topic) {
  return std::any_of(topic.facts.begin(), topic.facts.end(),
                     [](const model::TopicFact& fact) { return !fact.user_id.empty(); });
}

model::TopicFact read_fact(ByteReader& reader) {
  model::TopicFact fact{std::string(reader.text()), {}, {}};
  fact.sources = evidence::read_sources(reader);
  return fact;
}

}  // namespace

std::string TopicForm::encode(const Entry& kept) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).u64(kept.number).text(kept.topic.topic);
  writer.varint(static_cast<std::uint64_t>(kept.topic.event_count));
  writer.i64(kept.topic.since.value()).i64(kept.topic.until.value()).varint(kept.topic.facts.size());
  for (const model::TopicFact& fact : kept.topic.facts) {
    write_fact(writer, fact);
  }
  for (std::size_t i = 0; has_users(kept.topic) && i < kept.topic.facts.size(); ++i) {
    writer.text(kept.topic.facts[i].user_id);
  }
  return row;
}

Result<KeptTopic> TopicForm::decode(std::string_view row, std::string_view persona, const Uuid& id) {
  ByteReader reader(row);
  KeptTopic kept;
  const bool known_format = reader.u8() == kFormat;
  kept.number = reader.u64();
  kept.topic.id = to_string(id);
  kept.topic.persona_id = std::string(persona);
  kept.topic.topic = std::string(reader.text());
  kept.topic.event_count = static_cast<std::int64_t>(reader.varint());
  kept.topic.since = EventTime{reader.i64()};
  kept.topic.until = EventTime{reader.i64()};
  const std::size_t facts = reader.count(2);
  for (std::size_t i = 0; i < facts; ++i) {
    kept.topic.facts.push_back(read_fact(reader));
  }
  for (std::size_t i = 0; !reader.at_end() && i < facts; ++i) {
    kept.topic.facts[i].user_id = std::string(reader.text());
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of a topic is damaged.");
  }
  return kept;
}

std::string TopicForm::encode_head(const Head& head) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kHeadFormat).varint(static_cast<std::uint64_t>(head.topics)).varint(head.next_topic);
  writer.varint(static_cast<std::uint64_t>(head.waiting));
  writer.i64(head.waiting_since.value()).i64(head.last_turn.value()).u8(head.backlog ? 1 : 0);
  writer.varint(static_cast<std::uint64_t>(head.calls));
  writer.u8(head.timer.has_value() ? 1 : 0).i64(head.timer.value_or(LogTime{0}).value());
  return row;
}

Result<TopicHead> TopicForm::decode_head(std::string_view row) {
  ByteReader reader(row);
  TopicHead head;
  const bool known_format = reader.u8() == kHeadFormat;
  head.topics = static_cast<std::int64_t>(reader.varint());
  head.next_topic = reader.varint();
  head.waiting = static_cast<std::int64_t>(reader.varint());
  head.waiting_since = LogTime{reader.i64()};
  head.last_turn = LogTime{reader.i64()};
  head.backlog = reader.u8() != 0;
  head.calls = static_cast<std::int64_t>(reader.varint());
  const bool armed = reader.u8() != 0;
  const LogTime due{reader.i64()};
  head.timer = armed ? std::optional(due) : std::nullopt;
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The head row of the topics is damaged.");
  }
  return head;
}

void TopicForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& /*id*/, const Entry& kept,
                       evidence::Before<Entry> before) {
  if (before.existed) {
    effects.patch(kKind, kept.topic.id, {codec::topic_facts_patch(kept.topic)});
    return;
  }
  std::string value;
  codec::append_topic(value, kept.topic);
  effects.put(kKind, kept.topic.id, std::move(value), false);
}

std::vector<codec::StatCounter> TopicForm::counters(const Head& head) {
  return head.topics == 0 ? std::vector<codec::StatCounter>{}
                          : std::vector<codec::StatCounter>{{"topics", head.topics}};
}

}  // namespace turnstream::consolidation
