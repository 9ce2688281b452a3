#include "recall/answers/timeline.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/json/writer.h"
#include "recall/answers/answer.h"

namespace turnstream::recall {
namespace {

constexpr std::int64_t kConfidenceMoved = 100'000;
constexpr std::string_view kBegan = "began";

struct Entry {
  std::int64_t time = 0;
  std::string_view change;
  Offset log;
  Document document;  ///< without sources, which entries do not show
};

/// A bound of a fact's validity.
struct Bound {
  std::int64_t time = 0;
  bool is_end = false;

  friend bool operator==(const Bound&, const Bound&) = default;
};

std::vector<Bound> bounds_of(const Document& fact) {
  std::vector<Bound> bounds;
  const nlohmann::json validity = json::parse_document(fact.validity.empty() ? "[]" : fact.validity);
  for (const nlohmann::json& window : validity) {
    if (const auto from = parse_time(json::text_member(window, "from"))) {
      bounds.push_back({*from, false});
    }
    if (const auto to = parse_time(json::text_member(window, "to"))) {
      bounds.push_back({*to, true});
    }
  }
  return bounds;
}

class Timeline {
 public:
  Timeline(const PersonaMemory& memory, const RecallFilter& filter) : memory_(memory), filter_(filter) {}

  Status add(std::vector<DocumentVersion> versions) {
    if (versions.empty() || !passes(versions.back().document)) {
      return {};
    }
    for (DocumentVersion& version : versions) {
      version.document.sources.clear();
    }
    const bool is_fact = versions.front().document.kind == Kind::kFact;
    TS_RETURN_IF_ERROR(is_fact ? add_fact(versions) : add_other(versions));
    const DocumentVersion& last = versions.back();
    if (!last.to) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const LogTime time, memory_.log_time(*last.to));
    push({time.value(), "removed", *last.to, last.document});
    return {};
  }

  /// The newest ones, the oldest of them first.
  std::vector<Entry> take(std::size_t limit) {
    const auto key = [](const Entry& entry) {  // what ends comes before what takes its place
      const bool begins = entry.change == kBegan;
      return std::tuple(entry.time, entry.log, begins, entry.document.kind, std::string_view(entry.document.id),
                        entry.change);
    };
    std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
    if (entries_.size() > limit) {
      entries_.erase(entries_.begin(), entries_.end() - static_cast<std::ptrdiff_t>(limit));
    }
    return std::move(entries_);
  }

 private:
  [[nodiscard]] bool passes(const Document& document) const {
    const auto has = [](const std::vector<std::string>& list, std::string_view name) {
      return list.empty() || std::find(list.begin(), list.end(), name) != list.end();
    };
    const bool is_pattern = document.kind == Kind::kPattern && has(filter_.kinds, "pattern");
    return (has(filter_.kinds, kind_name(document)) || is_pattern) && has(filter_.types, document.type) &&
           (!filter_.current || document.holds);
  }

  void push(Entry entry) {
    const EventTime time{entry.time};
    if ((!filter_.since || time >= *filter_.since) && (!filter_.until || time < *filter_.until)) {
      entries_.push_back(std::move(entry));
    }
  }

  static bool says_the_same(const Document& a, const Document& b) {
    return a.text == b.text && a.subject == b.subject && a.type == b.type;
  }

  /// The bounds as the last version has them, each with the first version that has it.
  Status add_fact(const std::vector<DocumentVersion>& versions) {
    std::vector<std::vector<Bound>> bounds;
    for (const DocumentVersion& version : versions) {
      bounds.push_back(bounds_of(version.document));
    }
    for (const Bound& bound : bounds.back()) {
      const auto first = std::find_if(bounds.begin(), bounds.end(), [&](const std::vector<Bound>& of_version) {
        return std::find(of_version.begin(), of_version.end(), bound) != of_version.end();
      });
      const DocumentVersion& version = versions[static_cast<std::size_t>(first - bounds.begin())];
      push({bound.time, bound.is_end ? "ended" : kBegan, version.from, version.document});
    }
    for (std::size_t i = 1; i < versions.size(); ++i) {
      if (!says_the_same(versions[i].document, versions[i - 1].document)) {
        TS_ASSIGN_OR_RETURN(const LogTime time, memory_.log_time(versions[i].from));
        push({time.value(), "changed", versions[i].from, versions[i].document});
      }
    }
    return {};
  }

  Status add_other(const std::vector<DocumentVersion>& versions) {
    const Document* told = nullptr;
    for (const auto& [from, to, document] : versions) {
      const bool is_told = told != nullptr && says_the_same(document, *told) &&
                           std::abs(document.confidence - told->confidence) < kConfidenceMoved;
      if (!is_told) {
        push({document.time.value(), told == nullptr ? kBegan : "changed", from, document});
        told = &document;
      }
    }
    return {};
  }

  const PersonaMemory& memory_;
  const RecallFilter& filter_;
  std::vector<Entry> entries_;
};

/// Adds the memories that fit the query's words.
Status add_found(Timeline& timeline, const PersonaMemory& memory, Searcher& searcher, const TimelineQuery& query) {
  RecallQuery asked = query.recall;
  asked.filter.since.reset();  // They are for the entries.
  asked.filter.until.reset();
  asked.limit = kResultsMax;
  for (const Found& found : searcher.search(memory.index(), asked)) {
    if (!found.message) {
      const DocumentEntry& entry = memory.index().document(found.document);
      TS_ASSIGN_OR_RETURN(std::vector<DocumentVersion> versions, memory.versions(entry.kind, entry.id));
      TS_RETURN_IF_ERROR(timeline.add(std::move(versions)));
    }
  }
  return {};
}

Status add_all(Timeline& timeline, const PersonaMemory& memory, const TimelineQuery& query) {
  Status status;
  for (const auto& [kind, name] : kKinds) {
    if (query.id) {
      TS_ASSIGN_OR_RETURN(std::vector<DocumentVersion> versions, memory.versions(kind, *query.id));
      status = timeline.add(std::move(versions));
    } else {
      const Status read = memory.for_each_history(kind, [&](std::vector<DocumentVersion> versions) {
        status = status.ok() ? timeline.add(std::move(versions)) : status;
      });
      TS_RETURN_IF_ERROR(read);
    }
    TS_RETURN_IF_ERROR(status);
  }
  return {};
}

void write_entry(json::Writer& json, const Entry& entry, Partition partition) {
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
  json.millionths("confidence", document.confidence);
  json.begin_object("log").integer("partition", partition.value()).integer("offset", entry.log.value()).end_object();
  json.end_object();
}

}  // namespace

Status append_timeline(std::string& out, const PersonaMemory& memory, Searcher& searcher, const TimelineQuery& query) {
  Timeline timeline(memory, query.recall.filter);
  const bool has_words = query.recall.text.find_first_not_of(" \t\r\n") != std::string::npos;
  TS_RETURN_IF_ERROR(has_words ? add_found(timeline, memory, searcher, query) : add_all(timeline, memory, query));
  json::Writer json(out);
  json.begin_object();
  append_moment(json, memory);
  json.begin_array("entries");
  for (const Entry& entry : timeline.take(query.recall.limit)) {
    write_entry(json, entry, memory.moment().partition);
  }
  json.end_array().end_object();
  return {};
}

}  // namespace turnstream::recall
