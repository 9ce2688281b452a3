#pragma once
// SettingsFile: a settings file of the given text in the test's own folder, gone with the object.
// Threads: one test's.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace turnstream::settings {

class SettingsFile {
 public:
  explicit SettingsFile(std::string_view text) {
    std::string pattern = (std::filesystem::temp_directory_path() / "turnstream-settings-XXXXXX").string();
    const int descriptor = ::mkstemp(pattern.data());
    ::close(descriptor);
    path_ = pattern;
    std::ofstream(path_) << text;
  }
  SettingsFile(const SettingsFile&) = delete;
  SettingsFile& operator=(const SettingsFile&) = delete;
  ~SettingsFile() { std::remove(path_.c_str()); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace turnstream::settings
