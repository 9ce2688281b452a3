#include "pipeline/codec/named_items.h"

#include <utility>

#include "pipeline/codec/message_id.h"

namespace turnstream::codec {

NamedItem NamedItems::add(std::string_view id) {
  std::string usual = usual_id(id);
  const bool is_message = usual.size() < id.size();
  const auto [first, is_first] = firsts_.try_emplace(usual, First{count_, is_message});
  const bool is_new = is_first || (!is_message && !first->second.is_message);
  return {std::move(usual), is_new ? count_++ : first->second.place, is_new};
}

}  // namespace turnstream::codec
