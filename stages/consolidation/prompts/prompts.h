#pragma once
// The prompts of requests to a model: the files of this folder, compiled in. A prompt's name, with its version, is part of
// the request, so of its hash: a changed text needs a new file with the next version (a test compares the hashes in
// sha256.txt). Threads: any; constants.

#include <string_view>

namespace turnstream::consolidation {

struct Prompt {
  std::string_view name;  ///< "<purpose>.v<version>", the file's name without ".txt"
  std::string_view text;
};

[[nodiscard]] Prompt pass2_prompt();
[[nodiscard]] Prompt flush_prompt();
[[nodiscard]] Prompt meta_prompt();
[[nodiscard]] Prompt topics_prompt();
[[nodiscard]] Prompt discovery_prompt();

}  // namespace turnstream::consolidation
