#pragma once
// StreamPosition: how far a client is in a stream of changes, as the text of an event's id: "0@17.2", or with several partitions
// "0@17.2,3@5.0". Each part names the last entry of a partition's journal that the client has, or that is not for it. A partition that is
// missing is at its beginning. Threads: values; pure.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "recall/read_model/journal_rows.h"

namespace turnstream::recall {

/// An id has so many partitions at most, because clients send it back in a header.
inline constexpr std::size_t kStreamPartitionsMax = 256;

using StreamPosition = std::map<Partition, JournalPlace>;

/// Leaves out partitions that are at their beginning, but for the last one: an id is not empty. Precondition: there is a partition.
[[nodiscard]] std::string position_text(const StreamPosition& position);
/// Absent if it is not such a text. Partitions must be in order, each once.
[[nodiscard]] std::optional<StreamPosition> read_position(std::string_view text);

}  // namespace turnstream::recall
