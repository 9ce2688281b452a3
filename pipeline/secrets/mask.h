#pragma once
// Replaces secrets by masks such as "[masked:password]", in text, in JSON and in a whole turn. What a stage writes, and
// what a program prints of a record, passes through here; the log keeps the producer's bytes. A secret that one text of
// a turn shows as such is masked in all texts of that turn. Threads: any; a TurnMask belongs to one thread at a time.

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/state_export.h"

namespace turnstream::secrets {

/// `text` with its secrets masked; absent if it has none. `text` is valid UTF-8.
[[nodiscard]] std::optional<std::string> masked_text(std::string_view text);

/// The same for bytes of any kind, such as an id that a producer wrote and a log line or a header repeats. Bytes that are
/// not UTF-8 stay as they are.
[[nodiscard]] std::string masked_bytes(std::string_view bytes);

/// The JSON text with the secrets in its strings and in the names of its members masked, and the values of members such as "password"; absent if there
/// are none. A secret that one string shows as such is masked in the others too. A text that is not JSON is masked as
/// text.
[[nodiscard]] std::optional<std::string> masked_json(std::string_view json);

/// Masks the texts of a turn. Ids, enumerations and names of sessions, rooms and users stay as they are.
class TurnMask {
 public:
  /// The turn with its secrets masked, or `turn` itself if it has none. The result is valid as long as `turn` is, and
  /// until the next call.
  [[nodiscard]] const model::StateExport& masked(const model::StateExport& turn);

 private:
  model::StateExport masked_;
  std::deque<std::string> copies_;  ///< the masked texts, to which masked_ points
};

}  // namespace turnstream::secrets
