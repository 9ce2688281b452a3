#pragma once
// The marked block of a file: what the program writes there, between two lines that mark it. All other bytes of the
// file are a person's, and stay. A file whose marks are not clearly one block is left alone. Threads: pure.

#include <optional>
#include <string>
#include <string_view>

namespace turnstream::app {

inline constexpr std::string_view kBlockBegin = "<!-- turnstream:begin -->";
inline constexpr std::string_view kBlockEnd = "<!-- turnstream:end -->";

enum class BlockAction { kKeep, kWrite, kRemove, kLeaveAlone };

/// What to do with a file.
struct BlockMerge {
  BlockAction action = BlockAction::kKeep;
  std::string text;    ///< kWrite: the whole file
  std::string reason;  ///< kLeaveAlone: what is wrong with its marks, for people
};

/// `file`: absent if there is none. `body`: the lines of the block, the last one with its line feed, in which neither
/// mark stands; absent: the block shall go. A file without marks gets the block at its end, behind an empty line. A
/// block goes with its marks, and the file with it if nothing but white space is left.
[[nodiscard]] BlockMerge merge_block(const std::optional<std::string>& file, const std::optional<std::string>& body);

}  // namespace turnstream::app
