#include "stages/consolidation/requests/chat_request.h"

#include "pipeline/json/writer.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kAttempts = 3;

}  // namespace

model::EffectRequest chat_request(ChatTopic topic, const Prompt& prompt, std::string_view content,
                                  std::string_view format, const ModelSettings& model) {
  model::EffectRequest request{.kind = "chat",
                               .purpose = std::string(topic.purpose),
                               .items = std::move(topic.items),
                               .attempt_limit = kAttempts,
                               .timeout_ms = model.timeout_ms,
                               .request = {}};
  json::Writer json(request.request);
  json.begin_object().string("model", model.name).string("prompt", prompt.name).begin_array("messages");
  json.begin_object().string("role", "system").string("content", prompt.text).end_object();
  json.begin_object().string("role", "user").string("content", content).end_object();
  json.end_array().millionths("temperature", model.temperature);
  json.integer("max_tokens", model.max_tokens).raw("format", format).end_object();
  return request;
}

}  // namespace turnstream::consolidation
