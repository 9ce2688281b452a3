#pragma once
// The rows that all stages of derived things have (derived_table.h), as JSON for people. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::evidence {

[[nodiscard]] nlohmann::json describe_head(std::string_view value, std::string_view count,
                                           std::string_view marked_count);
[[nodiscard]] nlohmann::json describe_ranks(std::string_view value);
/// The value of its change, without the persona, whom the row does not know, and with what walks look at.
[[nodiscard]] nlohmann::json describe_derived(std::string_view change_value, const DerivedRank& rank);
/// What stands for a row that cannot be read.
[[nodiscard]] nlohmann::json describe_damage(const Error& error);

/// The id at the end of a thing's key; whatever is there if it is no such key.
[[nodiscard]] Uuid id_in_key(std::string_view key);

}  // namespace turnstream::evidence
