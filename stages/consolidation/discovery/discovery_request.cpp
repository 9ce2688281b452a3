#include "stages/consolidation/discovery/discovery_request.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/json/writer.h"
#include "stages/common/evidence/row_parts.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/requests/chat_request.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kFormat =
    R"({"type":"object","properties":{"connections":{"$ref":"#/$defs/list"},"contradictions":{"$ref":"#/$defs/list"},)"
    R"("open_questions":{"$ref":"#/$defs/list"}},"required":["connections","contradictions","open_questions"],)"
    R"("$defs":{"list":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},)"
    R"("indices":{"type":"array","items":{"type":"integer"}}},"required":["text","indices"]}}}})";

}  // namespace

model::EffectRequest discovery_request(std::span<const model::Topic> topics, std::span<const Contradiction> known,
                                       const ModelSettings& model) {
  ChatTopic about{kDiscoveryPurpose, {}};
  std::string content;
  json::Writer json(content);
  json.begin_object().begin_array("items");
  std::int64_t index = 0;
  for (const model::Topic& topic : topics) {
    about.items.push_back(topic.id);
    json.begin_object().integer("index", index++).string("topic", topic.topic).begin_array("facts");
    for (const model::TopicFact& fact : topic.facts) {
      json.string(fact.text);
    }
    json.end_array().end_object();
  }
  json.end_array().begin_array("contradictions");
  for (const Contradiction& pair : known) {
    about.items.insert(about.items.end(), {pair.old_id, pair.new_id});
    json.string(sentence_of(pair));
  }
  json.end_array().end_object();
  return chat_request(std::move(about), discovery_prompt(), content, kFormat, model);
}

std::string encode(const DiscoveryNote& note) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.text(note.model);
  evidence::write_texts(writer, note.pairs);
  evidence::write_texts(writer, note.topics);
  return bytes;
}

Result<DiscoveryNote> decode_discovery_note(std::string_view bytes) {
  ByteReader reader(bytes);
  DiscoveryNote note;
  note.model = std::string(reader.text());
  note.pairs = evidence::read_texts(reader);
  note.topics = evidence::read_texts(reader);
  if (!reader.done()) {
    return evidence::bad_state("The note of a request for discoveries is damaged.");
  }
  return note;
}

}  // namespace turnstream::consolidation
