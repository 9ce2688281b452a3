#include "pipeline/codec/effect_request.h"

#include "pipeline/base/sha256.h"
#include "pipeline/json/writer.h"

namespace turnstream::codec {

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

}  // namespace turnstream::codec
