#include "stages/consolidation/sessions/flush_request.h"

#include "pipeline/json/writer.h"
#include "stages/consolidation/prompts/prompts.h"
#include "stages/consolidation/sessions/window_lines.h"
#include "stages/consolidation/speech/quote.h"

namespace turnstream::consolidation {
namespace {

/// The stage asks again itself, in another cycle.
constexpr std::int64_t kAttempts = 1;
constexpr std::string_view kFormat =
    R"({"type":"object","properties":{"items":{"type":"array","items":{"type":"string"}}},"required":["items"]})";

void write_texts(json::Writer& json, std::string_view name, const std::vector<std::string>& texts) {
  json.begin_array(name);
  for (const std::string& text : texts) {
    json.string(text);
  }
  json.end_array();
}

std::string content_of(const Window& window, const KnownTexts& known) {
  std::string content;
  json::Writer json(content);
  json.begin_object().begin_array("messages");
  for (const Message& message : window.messages) {
    json.begin_object().string("speaker", message.speaker).string("date", spoken_date(message.at));
    json.string("text", message.text).end_object();
  }
  json.end_array().begin_object("known");
  write_texts(json, "daily_log", known.daily_lines);
  write_texts(json, "insights", known.insights);
  json.end_object().end_object();
  return content;
}

}  // namespace

ShownWords words_of(const KnownTexts& known) {
  ShownWords words;
  for (const auto* texts : {&known.daily_lines, &known.insights}) {
    for (const std::string& text : *texts) {
      words.add(text);
    }
  }
  return words;
}

model::EffectRequest flush_request(const Window& window, std::vector<std::string> items, const KnownTexts& known,
                                   const ModelSettings& model) {
  model::EffectRequest request{.kind = "chat",
                               .purpose = std::string(kFlushPurpose),
                               .items = std::move(items),
                               .attempt_limit = kAttempts,
                               .timeout_ms = model.timeout_ms,
                               .request = {}};
  const Prompt prompt = flush_prompt();
  json::Writer json(request.request);
  json.begin_object().string("model", model.name).string("prompt", prompt.name).begin_array("messages");
  json.begin_object().string("role", "system").string("content", prompt.text).end_object();
  json.begin_object().string("role", "user").string("content", content_of(window, known)).end_object();
  json.end_array().millionths("temperature", model.temperature);
  json.integer("max_tokens", model.max_tokens).raw("format", kFormat).end_object();
  return request;
}

}  // namespace turnstream::consolidation
