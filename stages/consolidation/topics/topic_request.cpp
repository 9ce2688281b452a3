#include "stages/consolidation/topics/topic_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/json/writer.h"
#include "stages/common/notes/summary.h"
#include "stages/consolidation/requests/chat_request.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kFormat =
    R"({"type":"object","properties":{"facts":{"type":"array","items":{"type":"string"}}},"required":["facts"]})";

}  // namespace

model::EffectRequest topics_request(const TopicCall& call, const ModelSettings& model) {
  ChatTopic about{kTopicsPurpose, {}};
  std::string content;
  json::Writer json(content);
  json.begin_object().string("topic", call.topic).begin_array("items");
  for (const TopicEvent& event : call.events) {
    if (event.text.empty()) {
      continue;
    }
    json.begin_object().integer("index", static_cast<std::int64_t>(about.items.size()));
    json.time("date", event.at.value()).integer("count", event.count).string("text", event.text).end_object();
    about.items.push_back(event.sources.front().id);
  }
  json.end_array().end_object();
  return chat_request(std::move(about), topics_prompt(), content, kFormat, model);
}

TopicReply read_topic_reply(std::string_view text, std::size_t facts_max) {
  TopicReply reply;
  const nlohmann::json facts = first_array(
      text, [](const nlohmann::json& element) { return element.is_string(); }, "facts");
  reply.readable = facts.is_array();
  for (const nlohmann::json& element : facts) {
    std::string fact = cleaned(element.get_ref<const std::string&>());
    fact.resize(notes::cut_at_word(fact, notes::kSummaryCodePointsMax).size());
    if (!fact.empty() && reply.facts.size() < facts_max &&
        std::find(reply.facts.begin(), reply.facts.end(), fact) == reply.facts.end()) {
      reply.facts.push_back(std::move(fact));
    }
  }
  return reply;
}

}  // namespace turnstream::consolidation
