#pragma once
// SourceTree: what a memory rests on, as nested lists down to the words of turns, from the read model alone. It is bounded in depth
// and length and says what it leaves out. Threads: one. Lifetime: borrows all that it is given.

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/page/html.h"
#include "app/page/memory_markup.h"
#include "pipeline/base/result.h"
#include "recall/answers/recall.h"

namespace turnstream::app {

class SourceTree {
 public:
  SourceTree(recall::Recall& recall, const MemoryPlace& place, Html& html)
      : recall_(recall), place_(place), html_(html) {}

  /// The sources of `memory`, an answer of recall, except itself; and of an item or message, where it comes from.
  void write(const nlohmann::json& memory);

 private:
  void write_list(const nlohmann::json& memory);
  void write_source(const nlohmann::json& source);
  void write_found(const nlohmann::json& memory);
  /// The memory with the id, or what was said in the turn of an item that left memory.
  Result<std::vector<nlohmann::json>> find(const nlohmann::json& source);
  void write_origin(const nlohmann::json& provenance);
  void write_turn(const std::string& turn);
  [[nodiscard]] bool is_on_path(const std::string& id) const;

  recall::Recall& recall_;
  const MemoryPlace& place_;
  Html& html_;
  std::vector<std::string> path_;  ///< the ids from the root down to the memory that is written
  std::size_t looked_up_ = 0;
};

}  // namespace turnstream::app
