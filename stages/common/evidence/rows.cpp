#include "stages/common/evidence/rows.h"

namespace turnstream::evidence {

std::string row_key(std::string_view prefix, const Uuid& id) {
  std::string key(prefix);
  key.append(reinterpret_cast<const char*>(id.data()), id.size());
  return key;
}

std::string row_key(std::string_view prefix, std::uint64_t number) {
  std::string key(prefix);
  for (int shift = 56; shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(number >> shift & 0xff));
  }
  return key;
}

std::uint64_t number_in_key(std::string_view key) {
  std::uint64_t number = 0;
  for (const char byte : key.substr(key.size() - sizeof number)) {
    number = number << 8 | static_cast<std::uint8_t>(byte);
  }
  return number;
}

Error bad_state(std::string_view what) {
  return make_error(error_codes::kBadState, Reaction::kRebuildState, std::string(what));
}

}  // namespace turnstream::evidence
