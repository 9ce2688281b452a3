#pragma once
// PathList: the paths of one request for the state of files, in the order in which they were added, each once. Bounded in
// paths and bytes. Threads: one.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "pipeline/model/memory_item.h"

namespace turnstream::lifecycle {

class PathList {
 public:
  explicit PathList(std::size_t paths_max) : paths_max_(paths_max) {}

  /// Adds the item's paths, at most paths_max; false and nothing added if the others leave no room for them.
  bool add(const model::MemoryItem& item);
  [[nodiscard]] bool empty() const { return paths_.empty(); }
  /// The request: `{"paths":[…]}`.
  [[nodiscard]] std::string json() const;

 private:
  std::size_t paths_max_;
  std::size_t bytes_ = 0;
  std::vector<std::string> paths_;
  std::set<std::string> known_;
};

}  // namespace turnstream::lifecycle
