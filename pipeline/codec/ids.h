#pragma once
// The ids of everything memory consists of: UUIDv5 in one fixed namespace over a compact JSON array of strings
// (["memory","helper",turn_id,pointer]), so that anyone can recompute them: docs/topics.md. Never an offset, never a
// counter. Threads: any; pure.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"

namespace turnstream::codec {

[[nodiscard]] Uuid memory_id(std::string_view persona, std::string_view turn_id, std::string_view pointer);
/// The sources' order does not matter.
[[nodiscard]] Uuid insight_id(std::string_view persona, std::span<const std::string> source_ids);

struct FactKey {
  std::string_view subject;
  std::string_view relation;
  std::string_view value;
};
/// Precondition: the key's parts are normalised (base/utf8.h).
[[nodiscard]] Uuid fact_id(std::string_view persona, const FactKey& key);
[[nodiscard]] Uuid skill_id(std::string_view persona, std::span<const std::string> tools);
[[nodiscard]] Uuid pattern_id(std::string_view persona, std::string_view type, std::string_view key);
[[nodiscard]] Uuid episode_id(std::string_view persona, std::string_view session, std::string_view first_item);
/// `cause`: the causing record's own id; `ordinal` counts that record's effects in that stage, from 0.
[[nodiscard]] Uuid effect_id(std::string_view persona, std::string_view stage, std::string_view cause,
                             std::int64_t ordinal);

}  // namespace turnstream::codec
