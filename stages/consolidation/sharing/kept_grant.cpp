#include "stages/consolidation/sharing/kept_grant.h"

#include <algorithm>
#include <set>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/label_bounds.h"
#include "pipeline/base/sha256.h"
#include "pipeline/model/names.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kTagsMax = 100;

Error bad_command(std::string_view pointer, std::string_view rule) {
  return make_error(error_codes::kBadCommand, Reaction::kDeadLetter, std::string(pointer) + " " + std::string(rule),
                    std::string(pointer));
}

Result<std::vector<model::Domain>> domains_from(const std::vector<std::string>& names) {
  std::vector<model::Domain> domains;
  for (const std::string& name : names) {
    const auto domain = value_in(model::kDomains, name);
    if (!domain.has_value()) {
      return bad_command("/args/domains", "must name domains: chat, code, academy or self.");
    }
    if (std::find(domains.begin(), domains.end(), *domain) == domains.end()) {
      domains.push_back(*domain);
    }
  }
  return domains;
}

}  // namespace

std::set<std::string> comparable_tags(const model::Grant& grant) {
  std::set<std::string> tags;
  for (const std::string& tag : grant.tags) {
    tags.insert(comparable_tag(tag));
  }
  return tags;
}

Uuid target_key(std::string_view target) {
  const Sha256Digest digest = sha256(target);
  Uuid key{};
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

std::string encode(const KeptGrant& kept) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).text(kept.grant.target).i64(kept.grant.granted_at.value()).u32(kept.generation);
  writer.varint(kept.grant.tags.size());
  for (const std::string& tag : kept.grant.tags) {
    writer.text(tag);
  }
  writer.varint(kept.grant.domains.size());
  for (const model::Domain domain : kept.grant.domains) {
    writer.u8(static_cast<std::uint8_t>(domain));
  }
  return row;
}

Result<KeptGrant> decode_grant(std::string_view row, std::string_view persona) {
  ByteReader reader(row);
  KeptGrant kept;
  const bool known_format = reader.u8() == kFormat;
  kept.grant.persona_id = std::string(persona);
  kept.grant.target = std::string(reader.text());
  kept.grant.granted_at = LogTime{reader.i64()};
  kept.generation = reader.u32();
  for (std::size_t left = reader.count(1); left > 0; --left) {
    kept.grant.tags.emplace_back(reader.text());
  }
  for (std::size_t left = reader.count(1); left > 0; --left) {
    const std::uint8_t domain = reader.u8();
    if (domain > static_cast<std::uint8_t>(model::Domain::kSelf)) {
      reader.fail();
    }
    kept.grant.domains.push_back(static_cast<model::Domain>(domain));
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of a grant is damaged.");
  }
  kept.tags = comparable_tags(kept.grant);
  return kept;
}

Result<model::Grant> grant_from(const model::GrantArgs& args, std::string_view persona, LogTime now) {
  if (args.target == persona) {
    return bad_command("/args/target", "must be another persona.");
  }
  const auto is_too_long = [](const std::string& tag) { return tag.size() > kTagBytesMax; };
  if (args.tags.size() > kTagsMax || std::any_of(args.tags.begin(), args.tags.end(), is_too_long)) {
    return bad_command("/args/tags", "must have at most " + std::to_string(kTagsMax) + " tags of at most " +
                                         std::to_string(kTagBytesMax) + " bytes.");
  }
  model::Grant grant;
  grant.persona_id = std::string(persona);
  grant.target = args.target;
  grant.tags = args.tags;
  TS_ASSIGN_OR_RETURN(grant.domains, domains_from(args.domains));
  grant.granted_at = now;
  return grant;
}

bool covers(const KeptGrant& kept, const model::Insight& insight) {
  if (insight.type != model::InsightType::kExtracted && insight.type != model::InsightType::kMeta) {
    return false;
  }
  const auto& domains = kept.grant.domains;
  if (!domains.empty() && std::find(domains.begin(), domains.end(), insight.domain) == domains.end()) {
    return false;
  }
  return kept.tags.empty() || std::any_of(insight.tags.begin(), insight.tags.end(), [&kept](const std::string& tag) {
           return kept.tags.count(comparable_tag(tag)) > 0;
         });
}

LabelFilter filter_of(const KeptGrant& kept) {
  return {kept.tags, {kept.grant.domains.begin(), kept.grant.domains.end()}};
}

}  // namespace turnstream::consolidation
