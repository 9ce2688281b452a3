#include "pipeline/codec/grant.h"

#include "pipeline/codec/insight.h"
#include "pipeline/json/fields.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/names.h"

namespace turnstream::codec {
namespace {

void write_terms(json::Writer& json, const model::Grant& grant) {
  json.begin_array("tags");
  for (const std::string& tag : grant.tags) {
    json.string(tag);
  }
  json.end_array().begin_array("domains");
  for (const model::Domain domain : grant.domains) {
    json.string(name_in(model::kDomains, domain));
  }
  json.end_array();
}

Error bad_command(std::string_view pointer, std::string_view expected) {
  return make_error(error_codes::kBadCommand, Reaction::kDeadLetter,
                    std::string(pointer) + " must be " + std::string(expected) + ".", std::string(pointer));
}

}  // namespace

void append_grant(std::string& out, const model::Grant& grant) {
  json::Writer json(out);
  json.begin_object().string("kind", "grant").string("id", grant.target).string("persona_id", grant.persona_id);
  write_terms(json, grant);
  json.time("granted_at", grant.granted_at.value()).end_object();
}

std::string share_args(const model::Insight& insight, const model::Grant& grant) {
  std::string shown;
  append_insight(shown, insight);
  std::string args;
  json::Writer json(args);
  json.begin_object().raw("insight", shown).string("source_persona_id", grant.persona_id).begin_object("grant");
  write_terms(json, grant);
  json.end_object().end_object();
  return args;
}

std::string unshare_args(std::span<const std::string> ids, std::string_view source_persona) {
  std::string args;
  json::Writer json(args);
  json.begin_object().begin_array("ids");
  for (const std::string& id : ids) {
    json.string(id);
  }
  json.end_array().string("source_persona_id", source_persona).end_object();
  return args;
}

Result<ShareArgs> parse_share_args(std::string_view command) {
  ShareArgs share;
  std::string insight;
  const bool ok = json::read_object(command, [&](json::Fields& fields) {
    json::Fields args = fields.object("args");
    insight = args.raw("insight");
    share.source_persona = args.text("source_persona_id");
  });
  if (!ok) {
    return bad_command("/args", "the arguments of share");
  }
  auto parsed = parse_insight(insight);
  if (!parsed.ok()) {
    return bad_command("/args/insight", "a whole insight");
  }
  share.insight = *std::move(parsed);
  return share;
}

Result<UnshareArgs> parse_unshare_args(std::string_view command) {
  UnshareArgs unshare;
  const bool ok = json::read_object(command, [&unshare](json::Fields& fields) {
    json::Fields args = fields.object("args");
    unshare.ids = args.texts("ids");
    unshare.source_persona = args.text("source_persona_id");
  });
  if (!ok) {
    return bad_command("/args", "the arguments of unshare");
  }
  return unshare;
}

}  // namespace turnstream::codec
