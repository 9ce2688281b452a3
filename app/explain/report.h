#pragma once
// Prints an explanation as text, at most 100 columns wide if ids and names are not longer, or as one JSON document
// (docs/explain.md). Threads: any; pure but for the stream.

#include <ostream>
#include <string>
#include <vector>

#include "app/explain/memory_story.h"
#include "app/explain/turn_story.h"

namespace turnstream::app {

void print_memory(std::ostream& out, const MemoryStory& story);
void print_turn(std::ostream& out, const TurnStory& story);

/// Prints the sources as a tree that ends at topic, partition, offset and pointer.
void print_sources(std::ostream& out, const std::vector<SourceStory>& sources, const std::string& indent);

[[nodiscard]] std::string memory_json(const MemoryStory& story);
[[nodiscard]] std::string turn_json(const TurnStory& story);
[[nodiscard]] std::string candidates_json(const std::vector<IdCandidate>& candidates);

}  // namespace turnstream::app
