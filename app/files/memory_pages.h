#pragma once
// The files of one persona as text (docs/files.md): MEMORY.md, memory-index.md, daily/DATE.md, topics/NAME.md. They are
// a function of the documents alone: the same memory gives the same bytes, and access counts and the present time are
// not in them. Texts of memory cannot become Markdown, HTML or a mark of a block; but some readers make links of bare
// addresses in them. Threads: pure.

#include <map>
#include <span>
#include <string>

#include "app/files/memory_map.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::app {

/// The body of the marked block of each file, by its path below the persona's folder.
using MemoryPages = std::map<std::string, std::string>;

/// Each list of MEMORY.md and of a topic's page has at most so many entries; memory-index.md has all.
inline constexpr std::size_t kListEntriesMax = 50;

/// `documents`: of kFileKinds, that hold now. Without a memory that files show there are no pages.
[[nodiscard]] MemoryPages memory_pages(const std::string& persona, std::span<const recall::DocumentVersion> documents);

/// What is known now: the surest instructions, current facts by subject, preferences, habits, capabilities, the most important
/// insights, the newest topics, the best lines of the newest days that are over, the newest days.
[[nodiscard]] std::string memory_page(const std::string& persona, const MemoryMap& map);
/// All files, and all memories with kind, date and what they have to do with.
[[nodiscard]] std::string index_page(const std::string& persona, const MemoryMap& map);
/// The sessions of a day with their lines, then its topics. A later entry stands behind the earlier ones.
[[nodiscard]] std::string day_page(const std::string& path, const Documents& entries, const MemoryMap& map);
/// What was distilled on a topic, its insights, days and related topics.
[[nodiscard]] std::string topic_page(const std::string& path, const TopicFile& topic, const MemoryMap& map);

}  // namespace turnstream::app
