#pragma once
// NamedItems: the items that the ids of a command name, each once. An item and its messages are one; the id of an item given twice
// is two. Threads: one.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace turnstream::codec {

struct NamedItem {
  std::string id;         ///< usual_id()
  std::size_t place = 0;  ///< among the named items
  bool is_new = true;     ///< false: an id before named it
};

class NamedItems {
 public:
  /// The item that the next id names.
  NamedItem add(std::string_view id);

 private:
  struct First {
    std::size_t place;
    bool is_message;
  };
  std::map<std::string, First> firsts_;  ///< by item: its place, and whether a message named it
  std::size_t count_ = 0;
};

}  // namespace turnstream::codec
