#pragma once
// The ids of items, episodes, derived memories, insights and effects: UUIDv5 in one fixed namespace over a compact JSON
// array of strings, such as ["memory","helper",turn_id,pointer]; docs/topics.md lists the arrays in use. Ids never
// depend on offsets or on counters of the process, so a replay gives the same ids. Threads: any; pure.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"

namespace turnstream::codec {

[[nodiscard]] Uuid memory_id(std::string_view persona, std::string_view turn_id, std::string_view pointer);
/// The order of `source_ids` does not matter.
[[nodiscard]] Uuid insight_id(std::string_view persona, std::span<const std::string> source_ids);

struct FactKey {
  std::string_view subject;
  std::string_view relation;
  std::string_view value;
};
/// Precondition: subject, relation and value are in the normal form of normalise() (base/utf8.h); behind "user/" the subject has
/// the id of a user as it is.
[[nodiscard]] Uuid fact_id(std::string_view persona, const FactKey& key);
/// `words`: the different words of the text in lower case and ascending order, with a blank between them. `user_id`: of the note;
/// empty: no user.
[[nodiscard]] Uuid note_id(std::string_view persona, std::string_view speaker, std::string_view words,
                           std::string_view user_id = {});
[[nodiscard]] Uuid skill_id(std::string_view persona, std::span<const std::string> tools);
/// `user_id`: who stated it; empty: no user.
[[nodiscard]] Uuid pattern_id(std::string_view persona, std::string_view type, std::string_view key,
                              std::string_view user_id = {});
[[nodiscard]] Uuid episode_id(std::string_view persona, std::string_view session, std::string_view first_item);
/// `cause`: the id of the record at which the topic was distilled.
[[nodiscard]] Uuid topic_id(std::string_view persona, std::string_view topic, std::string_view cause);
/// `cause`: the id of the record at which the messages of the session were flushed.
[[nodiscard]] Uuid daily_id(std::string_view persona, std::string_view session, std::string_view cause);
/// `cause`: the id of the causing record; `ordinal`: the number of this effect among those that the stage requested
/// for that record, from 0.
[[nodiscard]] Uuid effect_id(std::string_view persona, std::string_view stage, std::string_view cause,
                             std::int64_t ordinal);

/// What a stage makes for a record: an event of that kind and type. `ordinal`: its number among those of the same kind and
/// type that the stage makes for the persona and the record, from 0.
struct EventKey {
  std::string_view kind;
  std::string_view type;
  std::string_view stage;
  std::string_view cause;
  std::int64_t ordinal = 0;
};
[[nodiscard]] Uuid event_id(std::string_view persona, const EventKey& key);
/// A command that consolidation sends for `persona` to the persona `target`. `kind`: share or unshare.
[[nodiscard]] Uuid share_command_id(std::string_view kind, std::string_view persona, std::string_view target,
                                    std::string_view cause, std::int64_t ordinal);

}  // namespace turnstream::codec
