#include "pipeline/codec/named_items.h"

#include <utility>

#include "pipeline/base/uuid5.h"
#include "pipeline/codec/message_id.h"

namespace turnstream::codec {

NamedItem NamedItems::add(std::string_view id) {
  const std::string_view item = item_of(id);
  const bool is_message = item.size() < id.size();
  const auto uuid = parse_uuid(item);
  std::string usual = uuid ? to_string(*uuid) : std::string(item);
  const auto [first, is_first] = firsts_.try_emplace(usual, First{count_, is_message});
  const bool is_new = is_first || (!is_message && !first->second.is_message);
  return {std::move(usual), is_new ? count_++ : first->second.place, is_new};
}

}  // namespace turnstream::codec
