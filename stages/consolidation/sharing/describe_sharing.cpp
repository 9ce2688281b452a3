#include "stages/consolidation/sharing/describe_sharing.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/codec/grant.h"
#include "pipeline/json/document.h"
#include "stages/common/evidence/describe.h"
#include "stages/consolidation/sharing/kept_grant.h"
#include "stages/consolidation/sharing/share_rows.h"
#include "stages/consolidation/sharing/sharing_head.h"

namespace turnstream::consolidation {
namespace {

/// Rows that hold hashes, numbers or ids alone: their name and size are shown.
constexpr std::array kPlainRows{kShareOfInsightPrefix, kShareOfTargetPrefix, kOfferPrefix};

nlohmann::json describe_head(std::string_view value) {
  const auto head = decode_sharing_head(value);
  return head.ok() ? nlohmann::json{{"grants", head->grants},
                                    {"shares", head->shares},
                                    {"waiting_insights", head->offers},
                                    {"waiting_targets", head->reviews}}
                   : evidence::describe_damage(head.error());
}

nlohmann::json describe_grant(std::string_view value) {
  const auto kept = decode_grant(value, {});
  if (!kept.ok()) {
    return evidence::describe_damage(kept.error());
  }
  std::string text;
  codec::append_grant(text, kept->grant);
  return json::parse_document(text);
}

}  // namespace

nlohmann::json describe_sharing_row(std::string_view key, std::string_view value) {
  if (key == kSharingKey) {
    return describe_head(value);
  }
  if (key.starts_with(kGrantPrefix)) {
    return describe_grant(value);
  }
  if (key.starts_with(kReviewPrefix)) {
    return {{"reviewed_target", std::string(value)}};
  }
  for (const std::string_view plain : kPlainRows) {
    if (key.starts_with(plain)) {
      return {{"row", std::string(plain)}, {"bytes", value.size()}};
    }
  }
  return nullptr;
}

}  // namespace turnstream::consolidation
