#include "stages/consolidation/insights/insight_labels.h"

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"

namespace turnstream::consolidation {

std::string comparable_tag(std::string_view tag) {
  return normalise(tag);
}

std::string labels_of(const model::Insight& insight) {
  std::string labels;
  if (!has_labels(insight)) {
    return labels;
  }
  ByteWriter writer(labels);
  writer.u8(static_cast<std::uint8_t>(insight.domain));
  for (const std::string& tag : insight.tags) {
    writer.u32(tag_hash(comparable_tag(tag)));
  }
  return labels;
}

std::uint32_t tag_hash(std::string_view word) {
  return static_cast<std::uint32_t>(hash64(word));
}

std::size_t tags_among(std::string_view labels, const std::set<std::uint32_t>& hashes) {
  ByteReader reader(labels);
  reader.u8();
  std::size_t found = 0;
  while (reader.rest_size() >= sizeof(std::uint32_t)) {
    found += hashes.count(reader.u32());
  }
  return found;
}

LabelFilter::LabelFilter(const std::set<std::string>& comparable_tags, const std::set<model::Domain>& domains)
    : domains_(domains) {
  for (const std::string& tag : comparable_tags) {
    tags_.insert(tag_hash(tag));
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
