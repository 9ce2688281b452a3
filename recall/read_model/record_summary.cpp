#include "recall/read_model/record_summary.h"

#include <algorithm>
#include <string_view>

#include "recall/read_model/stage_roles.h"

namespace turnstream::recall {
namespace {

constexpr std::string_view kTurn = "turn";

}  // namespace

RecordSummarizer::RecordSummarizer(const log::Record& record) : is_turn_(record.header("kind") == kTurn) {
  summary_.outcome = is_turn_ ? "remembered" : record.header("kind").value_or("");
}

void RecordSummarizer::take(const model::Completion& part) {
  if (summary_.stages.empty() || summary_.stages.back().stage != part.stage) {
    summary_.stages.emplace_back().stage = part.stage;
  }
  StageCounts& counts = summary_.stages.back();
  counts.added += std::max<std::int64_t>(part.items_added, 0);
  counts.updated += std::max<std::int64_t>(part.items_updated, 0);
  counts.removed += std::max<std::int64_t>(part.items_removed, 0);
  if (!is_turn_ || part.stage != kAdmissionGate) {
    return;
  }
  if (part.turn_id) {
    summary_.turn_id = *part.turn_id;
  }
  if (part.error) {
    summary_.outcome = "refused";
  } else if (part.duplicate_of) {
    summary_.outcome = "duplicate";
  }
}

}  // namespace turnstream::recall
