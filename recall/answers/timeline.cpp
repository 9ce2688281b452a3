#include "recall/answers/timeline.h"

#include <string>
#include <vector>

#include "pipeline/json/writer.h"
#include "recall/answers/answer.h"
#include "recall/answers/timeline_entries.h"

namespace turnstream::recall {
namespace {

/// Adds the memories that fit the query's words.
Status add_found(Timeline& timeline, const PersonaMemory& memory, Searcher& searcher, const TimelineQuery& query) {
  RecallQuery asked = query.recall;
  asked.filter.since.reset();  // They are for the entries.
  asked.filter.until.reset();
  asked.limit = kResultsMax;
  for (const Found& found : searcher.search(memory.index(), asked)) {
    if (found.message) {
      continue;
    }
    const DocumentEntry& entry = memory.index().document(found.document);
    if (!query.id || entry.id == *query.id) {
      TS_ASSIGN_OR_RETURN(Versions versions, memory.versions(entry.kind, entry.id));
      timeline.add(std::move(versions));
    }
  }
  return {};
}

Status add_all(Timeline& timeline, const PersonaMemory& memory, const TimelineQuery& query) {
  for (const auto& [kind, name] : kKinds) {
    if (!timeline.wants(kind)) {
      continue;
    }
    if (query.id) {
      TS_ASSIGN_OR_RETURN(Versions versions, memory.versions(kind, *query.id));
      timeline.add(std::move(versions));
    } else {
      TS_RETURN_IF_ERROR(memory.for_each_history(kind, [&](Versions versions) { timeline.add(std::move(versions)); }));
    }
  }
  return {};
}

/// Error "not_found" if memory has no memory of any kind with the id, and never had in the history that is kept.
Status check_id(const PersonaMemory& memory, const std::string& id) {
  for (const auto& [kind, name] : kKinds) {
    TS_ASSIGN_OR_RETURN(const Versions versions, memory.versions(kind, id));
    if (!versions.empty() && !(kind == Kind::kMemory && versions.back().document.type == "chat")) {
      return {};
    }
  }
  return make_error(error_codes::kNotFound, Reaction::kDeadLetter,
                    "The memory of this persona has no changes of this id. Messages do not change.", "/id");
}

void write_entry(json::Writer& json, const TimelineEntry& entry, Partition partition) {
  const Document& document = entry.document;
  json.begin_object().time("time", entry.time).string("change", entry.change);
  json.string("kind", kind_name(document)).string("id", document.id);
  if (!document.type.empty()) {
    json.string("type", document.type);
  }
  if (!document.subject.empty()) {
    json.string("subject", document.subject);
  }
  append_text(json, document.text);
  if (!document.place.user_id.empty()) {
    json.string("user_id", document.place.user_id);
  }
  json.millionths("confidence", document.confidence);
  json.begin_object("log").integer("partition", partition.value()).integer("offset", entry.log.value()).end_object();
  json.end_object();
}

}  // namespace

Status append_timeline(std::string& out, const Asked& asked, Searcher& searcher, const TimelineQuery& query) {
  const PersonaMemory& memory = asked.memory;
  if (query.id) {
    TS_RETURN_IF_ERROR(check_id(memory, *query.id));
  }
  Timeline timeline(memory, query.recall);
  const bool has_words = query.recall.text.find_first_not_of(" \t\r\n") != std::string::npos;
  TS_RETURN_IF_ERROR(has_words ? add_found(timeline, memory, searcher, query) : add_all(timeline, memory, query));
  TS_ASSIGN_OR_RETURN(const std::vector<TimelineEntry> entries, timeline.take());
  json::Writer json(out);
  json.begin_object();
  append_moment(json, asked);
  json.begin_array("entries");
  for (const TimelineEntry& entry : entries) {
    write_entry(json, entry, memory.moment().partition);
  }
  json.end_array().end_object();
  return {};
}

}  // namespace turnstream::recall
