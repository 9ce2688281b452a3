#pragma once
// list_personas: whose memory the read model has, and how much of each. It reads rows alone and loads no index. Threads: any;
// the caller keeps records from being applied meanwhile. Lifetime: borrows the store.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::recall {

inline constexpr std::size_t kPersonasMax = 200;
/// A page ends early when so many rows were read for it.
inline constexpr std::size_t kPersonaRowsMax = 100'000;

struct PersonaSummary {
  std::string persona;
  std::int64_t messages = 0;
  std::int64_t memories = 0;       ///< all that recall can return but messages
  std::optional<EventTime> since;  ///< of the first message of the log; absent without messages
  std::optional<EventTime> last;   ///< of the last message of the log; absent without messages
};

/// In order of the bytes of the names.
struct PersonaPage {
  std::vector<PersonaSummary> personas;
  std::optional<std::string> next;  ///< the `after` of the next page; absent on the last page
};

struct PersonaPageLimits {
  std::size_t personas = kPersonasMax;
  std::size_t rows = kPersonaRowsMax;  ///< at least one persona is in a page, however many rows it has
};

/// At most `limit` personas with documents, in the order of their rows, behind `after` (empty: from the first on). Errors: of the store;
/// "state_unusable" for damaged rows.
Result<std::vector<std::string>> personas_behind(store::KeyValueStore& store, store::TableId table,
                                                 const std::string& after, std::size_t limit);

/// The personas behind the name `after`; empty: from the first one on. Errors: of the store; "state_unusable" for damaged rows.
Result<PersonaPage> list_personas(store::KeyValueStore& store, store::TableId table, std::string_view after,
                                  const PersonaPageLimits& limits = {});

}  // namespace turnstream::recall
