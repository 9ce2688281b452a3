#include "pipeline/base/uuid5.h"

#include <uuid/uuid.h>

namespace turnstream {
namespace {

constexpr std::size_t kTextSize = 36;

}  // namespace

Uuid uuid5(const Uuid& name_space, std::string_view name) {
  Uuid uuid{};
  uuid_generate_sha1(uuid.data(), name_space.data(), name.data(), name.size());
  return uuid;
}

void append_uuid(std::string& out, const Uuid& uuid) {
  const std::size_t before = out.size();
  out.resize(before + kTextSize + 1);  // libuuid writes a zero after the text.
  uuid_unparse_lower(uuid.data(), out.data() + before);
  out.pop_back();
}

std::string to_string(const Uuid& uuid) {
  std::string text;
  append_uuid(text, uuid);
  return text;
}

std::optional<Uuid> parse_uuid(std::string_view text) {
  Uuid uuid{};
  if (text.size() != kTextSize || uuid_parse(std::string(text).c_str(), uuid.data()) != 0) {
    return std::nullopt;
  }
  return uuid;
}

}  // namespace turnstream
