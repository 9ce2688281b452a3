#pragma once
// Uuid: 16 bytes, and the name-based version 5 of RFC 4122, the SHA-1 of a namespace UUID and a name. Threads: any.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

using Uuid = std::array<std::uint8_t, 16>;

/// Hash for unordered containers. It takes the last bytes of the id as they are, which suffices because a version 5
/// UUID is itself a hash. What the program writes must not depend on the iteration order of such a container.
struct UuidHash {
  std::size_t operator()(const Uuid& id) const {
    std::size_t hash = 0;
    std::memcpy(&hash, id.data() + id.size() - sizeof hash, sizeof hash);
    return hash;
  }
};

[[nodiscard]] Uuid uuid5(const Uuid& name_space, std::string_view name);

/// The 36 characters of the usual form: lower-case hexadecimal digits in groups of 8-4-4-4-12.
[[nodiscard]] std::string to_string(const Uuid& uuid);
void append_uuid(std::string& out, const Uuid& uuid);

/// Reads the form that to_string() writes; its letters may also be upper case. Absent for any other text.
[[nodiscard]] std::optional<Uuid> parse_uuid(std::string_view text);

}  // namespace turnstream
