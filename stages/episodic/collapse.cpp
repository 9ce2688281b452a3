#include "stages/episodic/collapse.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/source_list.h"
#include "stages/episodic/importance.h"

namespace turnstream::episodic {
namespace {

model::SourceView source_of(const model::MemoryItem& item) {
  return {item.id, item.provenance.turn_id, item.session_id};
}

}  // namespace

std::uint64_t content_hash(const model::MemoryItem& item) {
  return hash64(normalise(item.content), static_cast<std::uint64_t>(item.type));
}

bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b) {
  return a.type == b.type && normalise(a.content) == normalise(b.content);
}

void collapse(model::MemoryItem& kept, const model::MemoryItem& repeated, const EpisodicSettings& settings) {
  const auto sources_max = static_cast<std::size_t>(settings.sources_max);
  if (kept.sources.empty()) {
    kept.sources.push_back(source_of(kept));
  }
  evidence::add_source(kept.sources, source_of(repeated), sources_max);
  ++kept.occurrences;
  kept.base_importance = std::max(kept.base_importance, repeated.base_importance);
  kept.importance = importance(kept.base_importance, kept.access_count, settings);
  kept.ephemeral = kept.ephemeral && repeated.ephemeral;
  for (const std::string& reference : repeated.references) {
    if (kept.references.size() < sources_max &&
        std::find(kept.references.begin(), kept.references.end(), reference) == kept.references.end()) {
      kept.references.push_back(reference);
    }
  }
}

}  // namespace turnstream::episodic
