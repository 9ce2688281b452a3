#include "stages/common/evidence/rows.h"

#include <algorithm>

namespace turnstream::evidence {

std::string row_key(std::string_view prefix, const Uuid& id) {
  std::string key(prefix);
  key.append(reinterpret_cast<const char*>(id.data()), id.size());
  return key;
}

std::string row_key(std::string_view prefix, std::uint64_t number) {
  std::string key(prefix);
  append_big_endian(key, number, sizeof number);
  return key;
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

void append_big_endian(std::string& key, std::uint64_t number, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(number >> shift & 0xff));
  }
}

Error bad_state(std::string_view what) {
  return make_error(error_codes::kBadState, Reaction::kRebuildState, std::string(what));
}

}  // namespace turnstream::evidence
