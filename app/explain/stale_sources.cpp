#include "app/explain/stale_sources.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "app/explain/json_text.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kAnyConfidence = R"("confidence":")";
constexpr std::string_view kStale = R"("confidence":"stale")";

using Items = std::multimap<std::string, Report*, std::less<>>;

void collect(Report& sources, Items& items) {
  for (Report& source : sources) {
    source["stale"] = false;
    items.emplace(text_in(source, "id"), &source);
    collect(source["sources"], items);
  }
}

/// The persona whose sources these are: a shared insight has those of another one.
std::string owner_of(const Report& report) {
  for (const Report& thing : report["things"]) {
    if (const std::string owner = text_in(thing["value"], "source_persona_id"); !owner.empty()) {
      return owner;
    }
  }
  return text_in(report, "persona_id");
}

/// The ids of those items whose last `confidence` is stale.
Result<std::set<std::string>> stale_among(RecordFinder& finder, const std::string& persona, const Items& items) {
  std::set<std::string> stale;
  const auto take = [&](const log::Record& record) -> Result<bool> {
    const std::string_view bytes = record.value.value_or(std::string_view());
    if (!holds(bytes, stale.empty() ? kStale : kAnyConfidence)) {
      return true;
    }
    TS_ASSIGN_OR_RETURN(const model::Completion completion, codec::parse_completion(bytes));
    for (const model::Change& change : completion.changes) {
      if (change.kind != "memory" || items.count(change.id) == 0 || completion.persona_id != persona) {
        continue;
      }
      const std::string confidence = text_in(json::parse_document(change.value), "confidence");
      if (confidence == "stale") {
        stale.insert(change.id);
      } else if (!confidence.empty()) {
        stale.erase(change.id);
      }
    }
    return true;
  };
  TS_RETURN_IF_ERROR(finder.scan(finder.completion_topics(), persona, take));
  return stale;
}

}  // namespace

Status mark_stale(RecordFinder& finder, Report& report) {
  report["stale"] = false;
  Items items;
  collect(report["sources"], items);
  if (items.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::set<std::string> stale, stale_among(finder, owner_of(report), items));
  for (const auto& [id, source] : items) {
    if (stale.count(id) > 0) {
      (*source)["stale"] = true;
      report["stale"] = true;
    }
  }
  return {};
}

}  // namespace turnstream::app
