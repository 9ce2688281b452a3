#include "pipeline/codec/effect_request.h"

#include <nlohmann/json.hpp>

#include "pipeline/base/sha256.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {
namespace {

std::string text_of(const nlohmann::json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

}  // namespace

std::string request_hash(const model::EffectRequest& request) {
  Sha256 hash;
  for (const std::string_view text :
       {std::string_view(request.kind), std::string_view("\n"), std::string_view(request.purpose),
        std::string_view("\n"), std::string_view(request.request)}) {
    hash.update(text);
  }
  return to_label(hash.digest());
}

void append_effect_request(std::string& out, const EffectAddress& address, const model::EffectRequest& request) {
  json::Writer json(out);
  json.begin_object().string("kind", request.kind).string("effect_id", address.effect_id);
  json.string("request_hash", request_hash(request)).string("persona_id", address.persona_id);
  json.string("stage", address.stage).string("purpose", request.purpose).begin_array("items");
  for (const std::string& item : request.items) {
    json.string(item);
  }
  json.end_array().integer("attempt_limit", request.attempt_limit).integer("timeout_ms", request.timeout_ms);
  json.raw("request", request.request).end_object();
}

void append_effect_cancel(std::string& out, const EffectAddress& address, std::string_view reason) {
  json::Writer json(out);
  json.begin_object().string("kind", "cancel").string("effect_id", address.effect_id);
  json.string("persona_id", address.persona_id).string("stage", address.stage).string("reason", reason).end_object();
}

std::optional<EffectRequestHead> peek_effect_request(std::string_view bytes) {
  const auto record = json::parse_document(bytes);
  if (!record.is_object()) {
    return std::nullopt;
  }
  const std::string kind = text_of(record, "kind");
  EffectRequestHead head{kind == "cancel", text_of(record, "effect_id"), text_of(record, "request_hash"),
                         text_of(record, "persona_id")};
  const bool is_request = kind == "chat" || kind == "embed" || kind == "stat";
  if (head.effect_id.empty() || head.persona_id.empty() || !(head.is_cancel || is_request)) {
    return std::nullopt;
  }
  return head;
}

}  // namespace turnstream::codec
