#include "pipeline/log/record.h"

namespace turnstream::log {

std::optional<std::string_view> Record::header(std::string_view name) const {
  for (auto it = headers.rbegin(); it != headers.rend(); ++it) {
    if (it->name == name) {
      return it->value;
    }
  }
  return std::nullopt;
}

std::size_t Record::size_bytes() const {
  std::size_t bytes = sizeof(Record) + headers.size() * sizeof(Header);
  bytes += key ? key->size() : 0;
  bytes += value ? value->size() : 0;
  return bytes;
}

}  // namespace turnstream::log
