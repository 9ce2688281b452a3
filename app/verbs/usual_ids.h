#pragma once
// Ids as users give them on the command line. Threads: any; pure.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/codec/named_items.h"

namespace turnstream::app {

/// The ids in the form in which records have them (codec::usual_id()): UUIDs in small letters, of a message that of its
/// item, which is then in the list once.
[[nodiscard]] inline std::vector<std::string> in_usual_form(const std::vector<std::string>& ids) {
  std::vector<std::string> usual;
  codec::NamedItems items;
  for (const std::string& id : ids) {
    if (codec::NamedItem item = items.add(id); item.is_new) {
      usual.push_back(std::move(item.id));
    }
  }
  return usual;
}

}  // namespace turnstream::app
