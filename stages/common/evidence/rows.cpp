#include "stages/common/evidence/rows.h"

#include <algorithm>
#include <array>

namespace turnstream::evidence {

RowKey& RowKey::append_number(std::uint64_t number, std::size_t bytes) {
  std::array<char, sizeof number> all;
  for (auto byte = all.rbegin(); byte != all.rend(); ++byte) {
    *byte = static_cast<char>(number & 0xff);
    number >>= 8;
  }
  return append(std::string_view(all.data(), all.size()).substr(all.size() - bytes));
}

std::uint64_t number_in_key(std::string_view key) {
  std::uint64_t number = 0;
  for (const char byte : key.substr(key.size() - sizeof number)) {
    number = number << 8 | static_cast<std::uint8_t>(byte);
  }
  return number;
}

Uuid id_in_key(std::string_view key) {
  Uuid id{};
  const std::string_view end = key.substr(key.size() - std::min(key.size(), id.size()));
  std::copy(end.begin(), end.end(), id.begin());
  return id;
}

Error bad_state(std::string_view what) {
  return make_error(error_codes::kBadState, Reaction::kRebuildState, std::string(what));
}

}  // namespace turnstream::evidence
