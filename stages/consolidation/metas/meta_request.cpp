#include "stages/consolidation/metas/meta_request.h"

#include "pipeline/json/writer.h"
#include "pipeline/model/names.h"
#include "stages/consolidation/requests/chat_request.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kFormat =
    R"({"type":"object","properties":{"insights":{"type":"array","items":{"type":"object","properties":{)"
    R"("indices":{"type":"array","items":{"type":"integer"}},"summary":{"type":"string"},)"
    R"("tags":{"type":"array","items":{"type":"string"}}},"required":["indices","summary"]}}},"required":["insights"]})";

std::string items_json(std::span<const model::Insight> insights) {
  std::string text;
  json::Writer json(text);
  json.begin_object().begin_array("items");
  std::int64_t index = 0;
  for (const model::Insight& insight : insights) {
    json.begin_object().integer("index", index++).string("domain", name_in(model::kDomains, insight.domain));
    json.millionths("importance", insight.importance).begin_array("tags");
    for (const std::string& tag : insight.tags) {
      json.string(tag);
    }
    json.end_array().string("text", insight.summary).end_object();
  }
  json.end_array().end_object();
  return text;
}

}  // namespace

model::EffectRequest meta_request(std::span<const model::Insight> insights, const ModelSettings& model) {
  ChatTopic topic{kMetaPurpose, {}};
  for (const model::Insight& insight : insights) {
    topic.items.push_back(insight.id);
  }
  return chat_request(std::move(topic), meta_prompt(), items_json(insights), kFormat, model);
}

}  // namespace turnstream::consolidation
