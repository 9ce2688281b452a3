#include "stages/consolidation/metas/meta_reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/model/source.h"
#include "stages/common/notes/summary.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

void read_indices(const nlohmann::json& object, std::size_t insights, ProposedMeta& meta, MetaReply& reply) {
  const auto member = object.find("indices");
  if (member == object.end() || !member->is_array()) {
    return;
  }
  for (const nlohmann::json& index : *member) {
    if (!index.is_number_integer()) {
      continue;
    }
    const auto at = index.get<std::int64_t>();
    if (at < 0 || static_cast<std::size_t>(at) >= insights) {
      ++reply.out_of_range;
    } else if (std::find(meta.indices.begin(), meta.indices.end(), static_cast<std::size_t>(at)) ==
                   meta.indices.end() &&
               meta.indices.size() < model::kSourcesMax) {
      meta.indices.push_back(static_cast<std::size_t>(at));
    }
  }
}

}  // namespace

MetaReply read_meta_reply(std::string_view text, std::size_t insights) {
  MetaReply reply;
  const nlohmann::json metas = first_array(
      text, [](const nlohmann::json& element) { return element.is_object(); }, "insights");
  reply.readable = metas.is_array();
  for (const nlohmann::json& object : metas) {
    ProposedMeta meta;
    read_indices(object, insights, meta, reply);
    meta.summary = member_text(object, "summary");
    meta.summary.resize(notes::cut_at_word(meta.summary, notes::kSummaryCodePointsMax).size());
    meta.tags = member_tags(object);
    if (meta.indices.size() > 1 && !meta.summary.empty() && reply.metas.size() < insights) {
      reply.metas.push_back(std::move(meta));
    }
  }
  return reply;
}

}  // namespace turnstream::consolidation
