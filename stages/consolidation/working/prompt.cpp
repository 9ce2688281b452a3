#include "stages/consolidation/working/prompt.h"

#include "pipeline/json/writer.h"
#include "pipeline/model/names.h"
#include "stages/consolidation/prompts/prompts.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kAttempts = 3;
/// The JSON Schema of the answer: a help for the model, which the reader of answers does not rely on.
constexpr std::string_view kFormat =
    R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{)"
    R"("index":{"type":"integer"},"type":{"enum":["ephemeral","insight"]},"reason":{"type":"string"},)"
    R"("summary":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}},"confidence":{"type":"number"}},)"
    R"("required":["index","type"]}}},"required":["items"]})";

std::string items_json(std::span<const std::pair<Place, Entry>> batch) {
  std::string text;
  json::Writer json(text);
  json.begin_object().begin_array("items");
  std::int64_t index = 0;
  for (const auto& [place, entry] : batch) {
    json.begin_object().integer("index", index++).string("type", name_in(model::kItemTypes, entry.type));
    json.string("domain", name_in(model::kDomains, entry.domain)).millionths("importance", entry.importance);
    json.string("text", named_content(entry)).end_object();
  }
  json.end_array().end_object();
  return text;
}

}  // namespace

model::EffectRequest pass2_request(std::span<const std::pair<Place, Entry>> batch, const ModelSettings& model) {
  model::EffectRequest request{.kind = "chat",
                               .purpose = std::string(kPass2Purpose),
                               .items = {},
                               .attempt_limit = kAttempts,
                               .timeout_ms = model.timeout_ms,
                               .request = {}};
  for (const auto& [place, entry] : batch) {
    request.items.push_back(to_string(place.id));
  }
  const Prompt prompt = pass2_prompt();
  json::Writer json(request.request);
  json.begin_object().string("model", model.name).string("prompt", prompt.name).begin_array("messages");
  json.begin_object().string("role", "system").string("content", prompt.text).end_object();
  json.begin_object().string("role", "user").string("content", items_json(batch)).end_object();
  json.end_array().millionths("temperature", model.pass2_temperature);
  json.integer("max_tokens", model.pass2_max_tokens).raw("format", kFormat).end_object();
  return request;
}

}  // namespace turnstream::consolidation
