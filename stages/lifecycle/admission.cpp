#include "stages/lifecycle/admission.h"

#include <algorithm>
#include <functional>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/memory_item.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/evidence/source_list.h"
#include "stages/lifecycle/strength.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::int64_t kAccessesMax = 1'000'000'000'000;
constexpr std::string_view kLongTermMember = R"("tier":"long_term")";

/// Whether the item has the member, or a content that contains it. It saves the parsing of most items that stay in the ring.
/// std::string::find would stop at each quote, and take ten times as long.
bool may_be_promoted(std::string_view item) {
  static const std::boyer_moore_horspool_searcher kSearcher(kLongTermMember.begin(), kLongTermMember.end());
  return std::search(item.begin(), item.end(), kSearcher) != item.end();
}

void add_sources(model::SourceList& sources, const model::MemoryItem& item, std::size_t sources_max) {
  if (item.sources.empty()) {
    evidence::add_source(sources, {item.id, item.provenance.turn_id, item.session_id}, sources_max);
  }
  for (const model::SourceView source : item.sources) {
    evidence::add_source(sources, source, sources_max);
  }
}

/// Makes an archived item long-term again. Returns whether it was archived.
bool restore(KeptItem& kept) {
  const bool archived = kept.archived();
  kept.item.tier = model::Tier::kLongTerm;
  if (archived) {
    kept.archived_at = LogTime{0};
    kept.checked_at = LogTime{0};
  }
  return archived;
}

struct Admission {
  Work& work;
  std::vector<Uuid> with_references = {};
  std::vector<std::string> restored = {};

  Status take(Promoted promoted) {
    model::MemoryItem& item = promoted.item;
    const auto id = parse_uuid(item.id);
    if (!id.has_value()) {
      return evidence::bad_state("A promoted item has an id that is not a UUID.");
    }
    TS_ASSIGN_OR_RETURN(KeptItem * known, work.book.find(*id));
    if (known != nullptr) {
      // A producer used a turn id again after the id had left the turn window. The first item is kept.
      work.book.show_again(*id);
      return {};
    }
    const std::uint64_t hash = content_hash(item);
    TS_ASSIGN_OR_RETURN(KeptItem * same, work.book.find_same(item, hash));
    if (same != nullptr) {
      merge_into(*same, item);
      return {};
    }
    if (!item.references.empty()) {
      with_references.push_back(*id);
    }
    return work.book.add(*id, std::move(item), hash, promoted.json);
  }

  void merge_into(KeptItem& kept, const model::MemoryItem& item) {
    const std::size_t references = kept.item.references.size();
    merge(kept.item, item, work.input.log_time, work.settings);
    if (restore(kept)) {
      restored.push_back(kept.item.id);
    }
    if (kept.item.references.size() > references) {
      with_references.push_back(*parse_uuid(kept.item.id));
    }
    ++work.book.head.merged;
    work.book.remove_foreign(item.id);
    work.announce("merge", model::MergeEvent{kept.item.id, {item.id}});
  }
};

}  // namespace

Result<std::vector<Promoted>> promoted_items(const stage_api::Input& input) {
  std::vector<Promoted> promoted;
  for (const stage_api::UpstreamCompletion& completion : input.upstream) {
    if (completion.stage != "episodic") {
      continue;
    }
    TS_RETURN_IF_ERROR(completion.each_change([&promoted](const model::Change& change) -> Status {
      if (change.op != model::ChangeOp::kPut || change.kind != "memory" || !may_be_promoted(change.value)) {
        return {};
      }
      TS_ASSIGN_OR_RETURN(model::MemoryItem item, codec::parse_memory_item(change.value));
      if (item.tier == model::Tier::kLongTerm) {
        promoted.push_back({std::move(item), change.value});
      }
      return {};
    }));
  }
  return promoted;
}

Result<std::vector<Uuid>> admit(Work& work, std::vector<Promoted> promoted) {
  Admission admission{work};
  work.context.effects().processed(static_cast<std::int64_t>(promoted.size()));
  for (Promoted& item : promoted) {
    TS_RETURN_IF_ERROR(admission.take(std::move(item)));
  }
  work.announce_items("restore", std::move(admission.restored), "merge");
  return std::move(admission.with_references);
}

void merge(model::MemoryItem& kept, const model::MemoryItem& merged, LogTime at, const LifecycleSettings& settings) {
  const auto sources_max = static_cast<std::size_t>(settings.sources_max);
  if (kept.sources.empty()) {
    add_sources(kept.sources, kept, sources_max);
  }
  add_sources(kept.sources, merged, sources_max);
  kept.occurrences += merged.occurrences;
  kept.base_importance = std::max(kept.base_importance, merged.base_importance);
  kept.importance = std::max(kept.importance, merged.importance);
  kept.consolidated_at = at;
  kept.ephemeral = kept.ephemeral && merged.ephemeral;
  for (const std::string& reference : merged.references) {
    if (kept.references.size() < sources_max &&
        std::find(kept.references.begin(), kept.references.end(), reference) == kept.references.end()) {
      kept.references.push_back(reference);
    }
  }
}

Status apply_access(Work& work) {
  TS_ASSIGN_OR_RETURN(const model::AccessArgs access, codec::parse_access_args(work.input.value));
  std::vector<std::string> restored;
  for (const auto& [id, count] : access.counts) {
    const auto uuid = parse_uuid(id);
    TS_ASSIGN_OR_RETURN(KeptItem * kept, uuid.has_value() ? work.book.find(*uuid) : Result<KeptItem*>(nullptr));
    work.context.effects().processed(kept != nullptr ? 1 : 0);
    if (kept == nullptr || count <= 0) {
      continue;
    }
    model::MemoryItem& item = kept->item;
    item.access_count += std::min(count, kAccessesMax - item.access_count);
    item.last_accessed_at = work.input.log_time;
    item.importance = accessed_importance(item, work.settings);
    if (restore(*kept)) {
      restored.push_back(item.id);
    }
  }
  work.announce_items("restore", std::move(restored), "access");
  return {};
}

}  // namespace turnstream::lifecycle
