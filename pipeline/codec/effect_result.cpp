#include "pipeline/codec/effect_result.h"

#include <array>

#include "pipeline/codec/schema_names.h"

namespace turnstream::codec {
namespace {

constexpr auto kKinds = std::to_array<json::Choice<EffectKind>>(
    {{"chat", EffectKind::kChat}, {"embed", EffectKind::kEmbed}, {"stat", EffectKind::kStat}});
constexpr auto kStatuses = std::to_array<json::Choice<EffectStatus>>({{"ok", EffectStatus::kOk},
                                                                      {"failed", EffectStatus::kFailed},
                                                                      {"refused_budget", EffectStatus::kRefusedBudget},
                                                                      {"timeout", EffectStatus::kTimeout}});

struct ErrorFields {};

constexpr auto kErrorFields = std::to_array<json::Field<ErrorFields>>({
    {"code", kRequired, [](Reader& r, Node v, ErrorFields&) { r.string(v); }},
    {"message", kRequired, [](Reader& r, Node v, ErrorFields&) { r.string(v); }},
});

constexpr auto kUsageFields = std::to_array<json::Field<EffectResult>>({
    {"tokens_in", kOptional, [](Reader& r, Node v, EffectResult& e) { e.tokens_in = r.whole_count(v); }},
    {"tokens_out", kOptional, [](Reader& r, Node v, EffectResult& e) { e.tokens_out = r.whole_count(v); }},
    {"cost_usd", kOptional,
     [](Reader& r, Node v, EffectResult& e) {
       r.count(v);
       e.cost_usd_json = r.node(v).text;
     }},
});

constexpr auto kResultFields = std::to_array<json::Field<EffectResult>>({
    {"kind", kRequired, [](Reader& r, Node v, EffectResult& e) { e.kind = r.choice<EffectKind>(v, kKinds); }},
    {"effect_id", kRequired,
     [](Reader& r, Node v, EffectResult& e) { e.effect_id = r.non_empty_string(v, kIdCodePointsMax); }},
    {"request_hash", kRequired,
     [](Reader& r, Node v, EffectResult& e) { e.request_hash = r.non_empty_string(v, kIdCodePointsMax); }},
    {"persona_id", kRequired,
     [](Reader& r, Node v, EffectResult& e) { e.persona_id = r.non_empty_string(v, kIdCodePointsMax); }},
    {"status", kRequired, [](Reader& r, Node v, EffectResult& e) { e.status = r.choice<EffectStatus>(v, kStatuses); }},
    {"response", kOptional,
     [](Reader& r, Node v, EffectResult& e) { r.unless_null(v, [&] { e.response_json = r.object_json(v); }); }},
    {"error", kOptional,
     [](Reader& r, Node v, EffectResult& e) {
       r.unless_null(v, [&] {
         ErrorFields fields;
         r.object<ErrorFields>(v, kErrorFields, fields);
         e.error_json = r.node(v).text;
       });
     }},
    {"usage", kOptional,
     [](Reader& r, Node v, EffectResult& e) { r.unless_null(v, [&] { r.object<EffectResult>(v, kUsageFields, e); }); }},
    {"performed_at", kRequired, [](Reader& r, Node v, EffectResult& e) { e.performed_at = r.time(v); }},
});

}  // namespace

Result<const EffectResult*> EffectResultParser::parse(std::string_view bytes) {
  result_ = {};
  result_.cost_usd_json = "0";
  TS_RETURN_IF_ERROR(tape_.read(bytes, json::kLogBytesMax));
  json::SchemaReader reader(tape_);
  TS_ASSIGN_OR_RETURN(result_.kind, reader.kind<EffectKind>(kKinds, error_codes::kUnknownEffect));
  reader.object<EffectResult>(json::Tape::kRoot, kResultFields, result_);
  if (result_.status == EffectStatus::kOk && !result_.response_json) {
    const json::NodeIndex response = reader.member(json::Tape::kRoot, "response");
    response == json::Tape::kNone ? reader.missing(json::Tape::kRoot, "response")
                                  : reader.wrong_type(response, "object");
  }
  TS_RETURN_IF_ERROR(reader.status());
  return &result_;
}

}  // namespace turnstream::codec
