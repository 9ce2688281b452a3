#pragma once
// files_with(): which files of a folder contain a text, byte by byte. Threads: any.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace turnstream::contract {

/// The names of the regular files below `folder` that contain `text`. A compressed file shows a text that occurs once in
/// a block.
inline std::vector<std::string> files_with(const std::string& folder, const std::string& text) {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    if (entry.is_regular_file() && bytes.find(text) != std::string::npos) {
      found.push_back(entry.path().filename().string());
    }
  }
  return found;
}

}  // namespace turnstream::contract
