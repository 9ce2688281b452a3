#include <cstddef>
#include <set>
#include <string>

#include "app/files/memory_pages.h"
#include "app/files/page_text.h"

namespace turnstream::app {
namespace {

using recall::Document;

constexpr const char* kUp = "../";

/// A list of links to files, the first ones of them.
std::string links_section(const char* heading, const std::set<std::string>& paths, const MemoryMap& map) {
  if (paths.empty()) {
    return "";
  }
  std::string text = std::string("\n## ") + heading + "\n\n";
  std::size_t count = 0;
  for (const std::string& path : paths) {
    if (++count > kListEntriesMax) {
      break;
    }
    const auto topic = map.topics().find(path);
    const std::string words = topic == map.topics().end() ? title_of(path) : topic->second.name;
    text += "- " + link_text(short_text(words), kUp + path) + "\n";
  }
  return text;
}

}  // namespace

std::string day_page(const std::string& path, const Documents& entries, const MemoryMap& map) {
  std::string text = "# " + short_text(title_of(path)) + "\n";
  std::set<std::string> topics;
  const std::string* session = nullptr;  // of the entry before
  for (const Document* entry : entries) {
    if (session == nullptr || *session != entry->place.session_id) {
      text += "\n## Session " + short_text(entry->place.session_id) + "\n";
      session = &entry->place.session_id;
    }
    text += "\n" + points_of_lines(entry->text) + "\n(" + link_to_index(*entry, kUp) + ")\n";
    topics.merge(map.topics_of(*entry));
  }
  return text + links_section("Topics of this day", topics, map);
}

std::string topic_page(const std::string& path, const TopicFile& topic, const MemoryMap& map) {
  std::string text = "# " + short_text(topic.name) + "\n";
  std::set<std::string> days;
  std::set<std::string> related;
  for (const Document* part : topic.parts) {
    text += "\n## Until " + date_text(part->time) + "\n\n" + points_of_lines(part->text) + "\n(" +
            link_to_index(*part, kUp) + ")\n";
    days.merge(map.days_of(*part));
    related.merge(map.topics_of(*part));
  }
  related.erase(path);
  Documents insights = map.insights_of(topic);
  if (insights.size() > kListEntriesMax) {
    insights.erase(insights.begin(), insights.end() - static_cast<std::ptrdiff_t>(kListEntriesMax));
  }
  text += insights.empty() ? "" : "\n## Insights\n\n";
  for (const Document* insight : insights) {
    text += point_of(*insight, kUp);
  }
  return text + links_section("Days", days, map) + links_section("Related topics", related, map);
}

}  // namespace turnstream::app
