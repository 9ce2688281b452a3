#include "stages/lifecycle/path_list.h"

#include <algorithm>

#include "pipeline/json/writer.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::size_t kPathBytesMax = 4096;
constexpr std::size_t kRequestBytesMax = 128 * 1024;

}  // namespace

bool PathList::add(const model::MemoryItem& item) {
  std::vector<std::string> added;
  std::size_t bytes = bytes_;
  for (const std::string& path : item.references) {
    if (added.size() < paths_max_ && !path.empty() && path.size() <= kPathBytesMax && known_.count(path) == 0 &&
        std::find(added.begin(), added.end(), path) == added.end() &&
        (!paths_.empty() || bytes + path.size() <= kRequestBytesMax)) {
      added.push_back(path);
      bytes += path.size();
    }
  }
  if (paths_.size() + added.size() > paths_max_ || bytes > kRequestBytesMax) {
    return false;
  }
  bytes_ = bytes;
  known_.insert(added.begin(), added.end());
  paths_.insert(paths_.end(), added.begin(), added.end());
  return true;
}

std::string PathList::json() const {
  std::string text;
  json::Writer json(text);
  json.begin_object().begin_array("paths");
  for (const std::string& path : paths_) {
    json.string(path);
  }
  json.end_array().end_object();
  return text;
}

}  // namespace turnstream::lifecycle
