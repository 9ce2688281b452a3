#include "pipeline/codec/turn_id.h"

#include "pipeline/base/uuid5.h"

namespace turnstream::codec {
namespace {

constexpr std::size_t kUlidCharacters = 26;
constexpr std::size_t kUuidCharacters = 36;

/// 26 digits of Crockford's base 32, which has no I, L, O and U; upper or lower case. The first digit is at most 7,
/// because 26 digits have room for 130 bits and a ULID has 128.
bool is_ulid(std::string_view id) {
  constexpr std::string_view kDigits = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";
  return id.size() == kUlidCharacters && id.front() >= '0' && id.front() <= '7' &&
         id.find_first_not_of(kDigits) == std::string_view::npos;
}

/// True for "{<UUID>}", "urn:uuid:<UUID>" and the like.
bool has_text_around(std::string_view id) {
  return id.size() > kUuidCharacters && (parse_uuid(id.substr(1, kUuidCharacters)).has_value() ||
                                         parse_uuid(id.substr(id.size() - kUuidCharacters)).has_value());
}

}  // namespace

std::optional<std::string_view> turn_id_fault(std::string_view id) {
  if (is_ulid(id)) {
    return std::nullopt;
  }
  if (parse_uuid(id).has_value()) {
    return id.find_first_of("ABCDEF") == std::string_view::npos
               ? std::nullopt
               : std::optional<std::string_view>(
                     "must be a UUID in small letters, because ids are compared byte by byte");
  }
  if (has_text_around(id)) {
    return "must be the 36 characters of a UUID alone: braces and urn:uuid: do not belong to it";
  }
  return "must be a ULID (26 characters of 0-9 and A-Z without I, L, O, U, the first 0-7) or a UUID (digits of 0-9 and "
         "a-f in groups of 8-4-4-4-12)";
}

}  // namespace turnstream::codec
