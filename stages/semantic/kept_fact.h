#pragma once
// KeptFact: a fact with what only the stage needs of it, as one row of state; and the head row of a persona. Rows:
//   facts           the head                         fact/<id>     a fact
//   slot/<hash>     a timeline (timeline.h)          word/<hash>   text facts that hold a rare word (text_index.h)
//   all/<n>         ids of all facts, oldest first   weak/<n>      ids of those that may be retired
//   gone/<id>       a fact that was forgotten, masked     gone_list/<n> all of those
// <id> is 16 bytes, <hash> 8 bytes, <n> 8 bytes big-endian. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/evidence/id_list.h"
#include "pipeline/evidence/rows.h"
#include "pipeline/model/fact.h"

namespace turnstream::semantic {

inline constexpr std::string_view kHeadKey = "facts";
inline constexpr std::string_view kFactPrefix = "fact/";
inline constexpr std::string_view kSlotPrefix = "slot/";
inline constexpr std::string_view kWordPrefix = "word/";
inline constexpr std::string_view kAllPrefix = "all/";
inline constexpr std::string_view kWeakPrefix = "weak/";
inline constexpr std::string_view kGonePrefix = "gone/";
inline constexpr std::string_view kGoneListPrefix = "gone_list/";

using evidence::bad_state;
using evidence::row_key;
[[nodiscard]] std::string hash_key(std::string_view prefix, std::uint64_t hash);

struct KeptFact {
  model::Fact fact;
  LogTime last_seen;               ///< of the record that last said it: idle time counts from here
  EventTime last_said;             ///< the newest event time at which it was said
  std::uint64_t last_session = 0;  ///< hash of the session that last said it
  bool weak = false;               ///< in the list of those that may be retired
  friend bool operator==(const KeptFact&, const KeptFact&) = default;
};

[[nodiscard]] std::string encode_fact(const KeptFact& kept);
/// Error "bad_state", reaction kRebuildState; so is that of decode_head.
Result<KeptFact> decode_fact(std::string_view bytes);

struct Head {
  std::int64_t facts = 0;
  std::int64_t current = 0;  ///< of them: not superseded
  evidence::IdListBounds all;
  evidence::IdListBounds weak;
  evidence::IdListBounds gone;
  std::optional<LogTime> timer;  ///< when weak facts are looked at next
  std::string salt;              ///< of the masks of forgotten facts; empty: none was forgotten
  friend bool operator==(const Head&, const Head&) = default;
};

[[nodiscard]] std::string encode_head(const Head& head);
Result<Head> decode_head(std::string_view bytes);

}  // namespace turnstream::semantic
