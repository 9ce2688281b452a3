#include "stages/consolidation/working/reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/decimal.h"
#include "stages/common/notes/summary.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

std::optional<std::int64_t> confidence_of(const nlohmann::json& verdict) {
  const auto member = verdict.find("confidence");
  if (member == verdict.end() || !member->is_number()) {
    return std::nullopt;
  }
  const double given = member->get<double>();
  if (!(given >= 0 && given <= 1)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(given * static_cast<double>(kMillion) + .5);
}

/// Absent if the object says neither that the entry is ephemeral nor what its insight is.
std::optional<Verdict> verdict_of(const nlohmann::json& object) {
  Verdict verdict;
  const auto flag = object.find("ephemeral");
  const bool flagged = flag != object.end() && flag->is_boolean() && flag->get<bool>();
  verdict.ephemeral = member_text(object, "type") == "ephemeral" || flagged;
  verdict.summary = member_text(object, "summary");
  verdict.summary.resize(notes::cut_at_word(verdict.summary, notes::kSummaryCodePointsMax).size());
  verdict.tags = member_tags(object);
  verdict.confidence = confidence_of(object);
  return verdict.ephemeral || !verdict.summary.empty() ? std::optional(verdict) : std::nullopt;
}

}  // namespace

Reply read_reply(std::string_view text, std::size_t entries) {
  Reply reply;
  reply.verdicts.resize(entries);
  const nlohmann::json verdicts = first_array(text, [](const auto& element) { return element.is_object(); });
  if (verdicts.is_null()) {
    return reply;
  }
  reply.readable = true;
  std::vector<bool> seen(entries, false);
  for (const nlohmann::json& object : verdicts) {
    const auto index = object.find("index");
    if (index == object.end() || !index->is_number_integer()) {
      continue;
    }
    const auto at = index->get<std::int64_t>();
    if (at < 0 || static_cast<std::size_t>(at) >= entries) {
      ++reply.out_of_range;
    } else if (!seen[static_cast<std::size_t>(at)]) {
      seen[static_cast<std::size_t>(at)] = true;
      reply.verdicts[static_cast<std::size_t>(at)] = verdict_of(object);
    }
  }
  return reply;
}

}  // namespace turnstream::consolidation
