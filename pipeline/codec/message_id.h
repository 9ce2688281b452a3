#pragma once
// The ids of messages. A message is one side of a turn; its id is that of its chat item and the side: "<item>#user",
// "<item>#assistant", and "<item>@<turn>#user" if the turn collapsed into the item of another turn. Commands that name a message
// mean its item. Threads: any; pure.

#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"

namespace turnstream::codec {

/// The item of a message id; any other text, such as an item's or a turn's id, as it is. A view into `id`.
[[nodiscard]] inline std::string_view item_of(std::string_view id) {
  constexpr std::size_t kUuidCharacters = 36;
  const bool is_message = (id.ends_with("#user") || id.ends_with("#assistant")) && id.size() > kUuidCharacters &&
                          (id[kUuidCharacters] == '#' || id[kUuidCharacters] == '@') &&
                          parse_uuid(id.substr(0, kUuidCharacters)).has_value();
  return is_message ? id.substr(0, kUuidCharacters) : id;
}

/// What an id that a user or a command gives means: the item of a message, and a UUID in small letters, in which records
/// have all UUIDs, of memories and of turns. Any other text as it is: a ULID in another case is another id.
[[nodiscard]] inline std::string usual_id(std::string_view id) {
  const std::string_view named = item_of(id);
  const auto uuid = parse_uuid(named);
  return uuid ? to_string(*uuid) : std::string(named);
}

}  // namespace turnstream::codec
