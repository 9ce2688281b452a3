#include "app/files/memory_map.h"

#include <algorithm>
#include <tuple>

#include "app/files/file_name.h"
#include "app/files/page_text.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::DocumentVersion;
using recall::Kind;

bool is_shown(const Document& document) {
  switch (document.kind) {
    case Kind::kPattern:
      return recall::is_stated_type(document.type);
    case Kind::kSkill:
      return document.type == "capability";
    case Kind::kMemory:
    case Kind::kEpisode:
      return false;
    default:
      return true;
  }
}

std::size_t order_of(Kind kind) {
  return static_cast<std::size_t>(std::find(kFileKinds.begin(), kFileKinds.end(), kind) - kFileKinds.begin());
}

/// The set with those of all turns that the document rests on.
std::set<std::string> united(const std::map<std::string_view, std::set<std::string>>& of_turn,
                             const Document& document) {
  std::set<std::string> all;
  for (const model::Source& source : document.sources) {
    if (const auto found = of_turn.find(source.turn_id); found != of_turn.end()) {
      all.insert(found->second.begin(), found->second.end());
    }
  }
  return all;
}

}  // namespace

std::string path_of_day(const Document& entry) {
  return "daily/" + date_text(entry.time) + ".md";
}

std::string path_of_topic(const Document& topic) {
  return "topics/" + file_name_of(topic.subject) + ".md";
}

std::size_t lines_of(const Documents& documents) {
  std::size_t lines = 0;
  for (const Document* document : documents) {
    lines += lines_in(document->text);
  }
  return lines;
}

bool is_before(const Document* one, const Document* other) {
  return std::tie(one->time, one->id) < std::tie(other->time, other->id);
}

MemoryMap::MemoryMap(std::span<const DocumentVersion> documents) {
  std::vector<const DocumentVersion*> shown;
  for (const DocumentVersion& version : documents) {
    if (is_shown(version.document)) {
      shown.push_back(&version);
    }
  }
  // Entries of a day have the same time. One record gives a session one entry.
  const auto place = [](const DocumentVersion* version) {
    const bool is_entry = version->document.kind == Kind::kDaily;
    return std::tuple(order_of(version->document.kind), version->document.time, is_entry ? version->from : Offset{},
                      std::string_view(version->document.id));
  };
  std::sort(shown.begin(), shown.end(), [&](const auto* one, const auto* other) { return place(one) < place(other); });
  for (const DocumentVersion* version : shown) {
    add(*version);
  }
}

void MemoryMap::add(const DocumentVersion& version) {
  const Document& document = version.document;
  all_.push_back(&document);
  by_id_.emplace(document.id, &document);
  const std::string topic = document.kind == Kind::kTopic ? path_of_topic(document) : "";
  const std::string day = document.kind == Kind::kDaily ? path_of_day(document) : "";
  if (!topic.empty()) {
    TopicFile& file = topics_[topic];
    file.name = document.subject;
    file.parts.push_back(&document);
  }
  if (!day.empty()) {
    days_[day].push_back(&document);
  }
  for (const model::Source& source : document.sources) {
    if (source.turn_id.empty()) {
      continue;
    }
    if (!topic.empty()) {
      topics_of_turn_[source.turn_id].insert(topic);
    } else if (!day.empty()) {
      days_of_turn_[source.turn_id].insert(day);
    } else if (document.kind == Kind::kInsight) {
      insights_of_turn_[source.turn_id].push_back(&document);
    }
  }
  if (document.kind == Kind::kInsight) {
    for (const std::string& tag : document.tags) {
      insights_of_tag_[tag].push_back(&document);
    }
  }
}

const Document* MemoryMap::find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : found->second;
}

std::set<std::string> MemoryMap::days_of(const Document& document) const {
  return united(days_of_turn_, document);
}

std::set<std::string> MemoryMap::topics_of(const Document& document) const {
  return united(topics_of_turn_, document);
}

Documents MemoryMap::insights_of(const TopicFile& topic) const {
  Documents found;
  const auto append = [&](const std::map<std::string_view, Documents>& map, std::string_view key) {
    if (const auto insights = map.find(key); insights != map.end()) {
      found.insert(found.end(), insights->second.begin(), insights->second.end());
    }
  };
  const std::string tag = to_lower(topic.name);
  append(insights_of_tag_, tag);
  for (const Document* part : topic.parts) {
    for (const model::Source& source : part->sources) {
      append(insights_of_turn_, source.turn_id);
    }
  }
  std::sort(found.begin(), found.end(), is_before);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace turnstream::app
