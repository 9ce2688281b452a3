#include "stages/consolidation/insights/insight_labels.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"

namespace turnstream::consolidation {
namespace {

std::uint32_t hash_of(std::string_view comparable) {
  return static_cast<std::uint32_t>(hash64(comparable));
}

}  // namespace

std::string comparable_tag(std::string_view tag) {
  return normalise(tag);
}

std::string labels_of(const model::Insight& insight) {
  std::string labels;
  if (insight.type != model::InsightType::kExtracted && insight.type != model::InsightType::kMeta) {
    return labels;
  }
  ByteWriter writer(labels);
  writer.u8(static_cast<std::uint8_t>(insight.domain));
  for (const std::string& tag : insight.tags) {
    writer.u32(hash_of(comparable_tag(tag)));
  }
  return labels;
}

LabelFilter::LabelFilter(const std::set<std::string>& comparable_tags, const std::set<model::Domain>& domains)
    : domains_(domains) {
  for (const std::string& tag : comparable_tags) {
    tags_.insert(hash_of(tag));
  }
}

bool LabelFilter::may_accept(std::string_view labels) const {
  if (labels.empty()) {
    return false;
  }
  ByteReader reader(labels);
  const auto domain = static_cast<model::Domain>(reader.u8());
  if (!domains_.empty() && domains_.count(domain) == 0) {
    return false;
  }
  bool found = tags_.empty();
  while (!found && reader.rest_size() >= sizeof(std::uint32_t)) {
    found = tags_.count(reader.u32()) > 0;
  }
  return found;
}

}  // namespace turnstream::consolidation
