#include "app/files/memory_pages.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>
#include <vector>

#include "app/files/best_lines.h"
#include "app/files/page_text.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::Kind;

constexpr const char* kIndex = "memory-index.md";
constexpr const char* kNote =
    "Turnstream writes this block from its memory and replaces it. What you write above or below it stays. All times "
    "are UTC.\n";

template <typename Keep>
Documents chosen(const MemoryMap& map, Keep keep) {
  Documents found;
  std::copy_if(map.all().begin(), map.all().end(), std::back_inserter(found),
               [&](const Document* document) { return keep(*document); });
  return found;
}

Documents of_type(const MemoryMap& map, const char* type) {
  return chosen(map, [&](const Document& document) {
    const bool has_type = document.kind == Kind::kPattern || document.kind == Kind::kSkill;
    return has_type && document.type == type;
  });
}

/// Keeps the first entries in that order; returns how many there were more.
template <typename Order>
std::size_t keep_first(Documents& list, Order order) {
  std::sort(list.begin(), list.end(), order);
  const std::size_t kept = std::min(list.size(), kListEntriesMax);
  const std::size_t more = list.size() - kept;
  list.resize(kept);
  return more;
}

/// The surest first, of equally sure ones the newest.
bool is_surer(const Document* one, const Document* other) {
  return std::tie(other->confidence, other->time, one->id) < std::tie(one->confidence, one->time, other->id);
}

/// What is drawn from other insights first; then the most important, then the newest.
bool counts_more(const Document* one, const Document* other) {
  const auto rank = [](const Document* insight) {
    return std::tuple(insight->type == "meta" ? 1 : 0, insight->importance.value_or(0), insight->time);
  };
  return rank(one) != rank(other) ? rank(one) > rank(other) : one->id < other->id;
}

/// By subject, those without one last; of one subject the newest first.
bool is_earlier_subject(const Document* one, const Document* other) {
  const bool has_none = one->subject.empty();
  const bool other_has_none = other->subject.empty();
  return std::tie(has_none, one->subject, other->time, one->id) <
         std::tie(other_has_none, other->subject, one->time, other->id);
}

std::string section(const char* heading, const std::string& points, std::size_t more) {
  if (points.empty()) {
    return "";
  }
  std::string text = std::string("\n## ") + heading + "\n\n" + points;
  if (more > 0) {
    text += "- " + std::to_string(more) + " more in " + link_text(kIndex, kIndex) + "\n";
  }
  return text;
}

std::string points_of(const Documents& list) {
  std::string points;
  for (const Document* document : list) {
    points += point_of(*document, "");
  }
  return points;
}

template <typename Order>
std::string list_section(const char* heading, Documents list, Order order) {
  const std::size_t more = keep_first(list, order);
  return section(heading, points_of(list), more);
}

std::string facts_section(const MemoryMap& map) {
  Documents facts =
      chosen(map, [](const Document& document) { return document.kind == Kind::kFact && document.holds; });
  const std::size_t more = keep_first(facts, is_surer);
  std::sort(facts.begin(), facts.end(), is_earlier_subject);
  return section("Facts", points_of(facts), more);
}

/// The most important first, of equally important ones the newest.
bool matters_more(const Document* one, const Document* other) {
  return std::tie(other->importance, other->time, one->id) < std::tie(one->importance, one->time, other->id);
}

std::string notes_section(const MemoryMap& map) {
  Documents notes =
      chosen(map, [](const Document& document) { return document.kind == Kind::kNote && document.holds; });
  const std::size_t more = keep_first(notes, matters_more);
  std::sort(notes.begin(), notes.end(), is_before);
  return section("Notes", points_of(notes), more);
}

std::string topics_section(const MemoryMap& map) {
  using Entry = std::pair<const std::string, TopicFile>;
  std::vector<const Entry*> topics;
  for (const Entry& topic : map.topics()) {
    topics.push_back(&topic);
  }
  std::stable_sort(topics.begin(), topics.end(), [](const Entry* one, const Entry* other) {
    return one->second.parts.back()->time > other->second.parts.back()->time;
  });
  const std::size_t kept = std::min(topics.size(), kListEntriesMax);
  std::string points;
  for (std::size_t i = 0; i < kept; ++i) {
    const auto& [path, topic] = *topics[i];
    points += "- " + link_text(short_text(topic.name), path) + " — " + date_text(topic.parts.back()->time) + ", " +
              number_of(lines_of(topic.parts), "line") + "\n";
  }
  return section("Topics", points, topics.size() - kept);
}

std::string best_lines_section(const MemoryMap& map) {
  std::string points;
  for (const DayLine& line : best_lines_of_days(map, kListEntriesMax)) {
    points += "- " + point_text(line.text) + " — " + date_text(line.entry->time) + " (" +
              link_to_index(*line.entry, "") + ")\n";
  }
  return section("Best lines", points, 0);
}

std::string days_section(const MemoryMap& map) {
  std::string points;
  std::size_t shown = 0;
  for (auto day = map.days().rbegin(); day != map.days().rend() && shown < kListEntriesMax; ++day, ++shown) {
    points += "- " + link_text(date_text(day->second.front()->time), day->first) + ", " +
              number_of(lines_of(day->second), "line") + "\n";
  }
  return section("Days", points, map.days().size() - shown);
}

}  // namespace

std::string memory_page(const std::string& persona, const MemoryMap& map) {
  return "# Memory of " + short_text(persona) + "\n\n" + kNote +
         list_section("Instructions", of_type(map, "instruction"), is_surer) + facts_section(map) + notes_section(map) +
         list_section("Preferences", of_type(map, "preference"), is_surer) +
         list_section("Habits", of_type(map, "habit"), is_surer) +
         list_section("Capabilities", of_type(map, "capability"), is_surer) +
         list_section("Insights", chosen(map, [](const Document& one) { return one.kind == Kind::kInsight; }),
                      counts_more) +
         topics_section(map) + best_lines_section(map) + days_section(map) +
         "\nAll memories: " + link_text(kIndex, kIndex) + "\n";
}

MemoryPages memory_pages(const std::string& persona, std::span<const recall::DocumentVersion> documents) {
  const MemoryMap map(documents);
  MemoryPages pages;
  if (map.is_empty()) {
    return pages;
  }
  pages["MEMORY.md"] = memory_page(persona, map);
  pages[kIndex] = index_page(persona, map);
  for (const auto& [path, entries] : map.days()) {
    pages[path] = day_page(path, entries, map);
  }
  for (const auto& [path, topic] : map.topics()) {
    pages[path] = topic_page(path, topic, map);
  }
  return pages;
}

}  // namespace turnstream::app
