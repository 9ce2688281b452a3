#pragma once
// Ids as users give them on the command line. Threads: any; pure.

#include <string>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/message_id.h"

namespace turnstream::app {

/// The ids, those that are UUIDs in the form in which records have them: in small letters. The id of a message becomes that of
/// its item.
[[nodiscard]] inline std::vector<std::string> in_usual_form(std::vector<std::string> ids) {
  for (std::string& id : ids) {
    id = std::string(codec::item_of(id));
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      id = to_string(*uuid);
    }
  }
  return ids;
}

}  // namespace turnstream::app
