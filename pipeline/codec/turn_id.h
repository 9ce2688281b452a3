#pragma once
// The form of a turn's id: a ULID or a UUID. Ids are compared byte by byte everywhere, so a UUID is accepted only in
// small letters, in which this program writes its own ids: a UUID has one spelling and cannot name two turns. A ULID is
// accepted in either case, and in another case it is another id. Threads: any; pure.

#include <optional>
#include <string_view>

namespace turnstream::codec {

/// Absent if `id` is a ULID or a UUID in small letters; else what it must be, for a sentence such as "/turn_id must …".
[[nodiscard]] std::optional<std::string_view> turn_id_fault(std::string_view id);

}  // namespace turnstream::codec
