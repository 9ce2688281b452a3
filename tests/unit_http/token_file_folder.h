#pragma once
// TokenFolder: a new folder with a tokens file, and the lines for it. Threads: one test's.

#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>

#include "pipeline/base/sha256.h"

namespace turnstream::app {

/// A line of a tokens file for this token.
inline std::string line_for(const std::string& token, const std::string& rest) {
  return to_label(sha256(token)) + " " + rest + "\n";
}

class TokenFolder {
 public:
  TokenFolder() { REQUIRE(::mkdtemp(folder_.data()) != nullptr); }
  TokenFolder(const TokenFolder&) = delete;
  TokenFolder& operator=(const TokenFolder&) = delete;
  ~TokenFolder() { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string file() const { return folder_ + "/tokens"; }
  /// Puts another file in the place of the old one.
  void write(const std::string& text) const {
    const std::string made = folder_ + "/new";
    std::ofstream(made, std::ios::binary) << text;
    std::filesystem::rename(made, file());
  }
  void remove() const { std::filesystem::remove(file()); }

 private:
  std::string folder_ = (std::filesystem::temp_directory_path() / "http-tokens-XXXXXX").string();
};

}  // namespace turnstream::app
