#include <cstddef>
#include <set>
#include <string>

#include "app/files/memory_pages.h"
#include "app/files/page_text.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::Kind;

constexpr std::size_t kReferencesMax = 8;  ///< of each sort, in a row

std::string file_point(const std::string& path, const std::string& what) {
  return "- " + link_text(short_text(path), path) + ": " + what + "\n";
}

std::string files_section(const MemoryMap& map) {
  std::string text = "\n## Files\n\n" + file_point("MEMORY.md", "what is known now");
  for (const auto& [path, entries] : map.days()) {
    text += file_point(path, number_of(lines_of(entries), "line"));
  }
  for (const auto& [path, topic] : map.topics()) {
    text += file_point(path, "the topic " + short_text(topic.name));
  }
  return text;
}

std::string words_of(const Document& document) {
  switch (document.kind) {
    case Kind::kTopic:
      return short_text(document.subject + ": " + document.text);
    case Kind::kDaily:
      return short_text("session " + document.place.session_id + ": " + document.text);
    default:
      return short_text(document.text);
  }
}

/// Links to files, and to the memories in this page that a memory was drawn from.
class References {
 public:
  void add_file(const std::string& path) { add(link_text(short_text(title_of(path)), path)); }
  void add_memory(const Document& document) { add(link_to_index(document, "")); }
  /// Ends one sort of references.
  void next_sort() { count_ = 0; }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(const std::string& link) {
    if (++count_ <= kReferencesMax) {
      text_ += (text_.empty() ? "" : ", ") + link;
    } else if (count_ == kReferencesMax + 1) {
      text_ += " …";
    }
  }

  std::string text_;
  std::size_t count_ = 0;
};

std::string references_of(const Document& document, const MemoryMap& map) {
  References references;
  if (document.kind == Kind::kTopic) {
    references.add_file(path_of_topic(document));
    references.next_sort();
  }
  for (const std::string& day :
       document.kind == Kind::kDaily ? std::set{path_of_day(document)} : map.days_of(document)) {
    references.add_file(day);
  }
  references.next_sort();
  if (document.kind != Kind::kTopic) {
    for (const std::string& topic : map.topics_of(document)) {
      references.add_file(topic);
    }
    references.next_sort();
  }
  for (const model::Source& source : document.sources) {
    if (const Document* from = source.turn_id.empty() ? map.find(source.id) : nullptr) {
      references.add_memory(*from);
    }
  }
  return references.text();
}

}  // namespace

std::string index_page(const std::string& persona, const MemoryMap& map) {
  std::string text = "# Index of the memory of " + short_text(persona) + "\n" + files_section(map) +
                     "\n## Memories\n\n`turnstream explain ID` says where a memory comes from.\n\n"
                     "| id | kind | date | memory | see |\n|---|---|---|---|---|\n";
  for (const Document* document : map.all()) {
    text += "| <a id=\"" + anchor_of(*document) + "\"></a>" + short_text(document->id) + " | " + kind_of(*document) +
            " | " + date_text(document->time) + " | " + words_of(*document) + " | " + references_of(*document, map) +
            " |\n";
  }
  return text;
}

}  // namespace turnstream::app
