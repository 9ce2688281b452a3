#pragma once
// SettingsFile: a settings file with the given text, in a new folder that the destructor removes. Threads: one.

#include <fstream>
#include <string>
#include <string_view>

#include "tests/contract/temporary_folder.h"

namespace turnstream::settings {

class SettingsFile {
 public:
  explicit SettingsFile(std::string_view text) { std::ofstream(path_) << text; }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  contract::TemporaryFolder folder_;
  std::string path_ = folder_.path() + "/turnstream.yaml";
};

}  // namespace turnstream::settings
