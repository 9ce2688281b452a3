#pragma once
// The rows that every DerivedTable has (derived_table.h), as JSON for people. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::evidence {

[[nodiscard]] nlohmann::json describe_head(std::string_view value, std::string_view count,
                                           std::string_view marked_count);
[[nodiscard]] nlohmann::json describe_ranks(std::string_view value);
/// The JSON of the memory's change, without the persona (the row does not contain it), plus the other rank fields.
[[nodiscard]] nlohmann::json describe_derived(std::string_view change_value, const DerivedRank& rank);
/// Shown in place of a row that cannot be read.
[[nodiscard]] nlohmann::json describe_damage(const Error& error);

/// The last 16 bytes of the key of a memory's row.
[[nodiscard]] Uuid id_in_key(std::string_view key);

}  // namespace turnstream::evidence
