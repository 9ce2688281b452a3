#pragma once
// Uuid: 16 bytes, and the name-based version 5 of RFC 4122 (SHA-1 of a namespace and a name). Threads: any.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

using Uuid = std::array<std::uint8_t, 16>;

/// Of a UUID that is a hash itself, as version 5 is. Of iteration in its order nothing may come.
struct UuidHash {
  std::size_t operator()(const Uuid& id) const {
    std::size_t hash = 0;
    std::memcpy(&hash, id.data() + id.size() - sizeof hash, sizeof hash);
    return hash;
  }
};

[[nodiscard]] Uuid uuid5(const Uuid& name_space, std::string_view name);

/// The usual 36 characters, lower case.
[[nodiscard]] std::string to_string(const Uuid& uuid);
void append_uuid(std::string& out, const Uuid& uuid);

/// Absent unless `text` is exactly the form to_string() writes (upper-case digits are read too).
[[nodiscard]] std::optional<Uuid> parse_uuid(std::string_view text);

}  // namespace turnstream
