#pragma once
// Ids as users give them on the command line. Threads: any; pure.

#include <map>
#include <string>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/message_id.h"

namespace turnstream::app {

/// The ids, those that are UUIDs in the form in which records have them: in small letters. The id of a message becomes that of
/// its item, which is then in the list once.
[[nodiscard]] inline std::vector<std::string> in_usual_form(const std::vector<std::string>& ids) {
  std::vector<std::string> usual;
  std::map<std::string, bool> known;  // whether a message named it
  for (const std::string& id : ids) {
    std::string item(codec::item_of(id));
    const bool is_message = item.size() < id.size();
    if (const auto uuid = parse_uuid(item); uuid.has_value()) {
      item = to_string(*uuid);
    }
    const auto [first, is_new] = known.try_emplace(item, is_message);
    if (is_new || (!is_message && !first->second)) {
      usual.push_back(std::move(item));
    }
  }
  return usual;
}

}  // namespace turnstream::app
