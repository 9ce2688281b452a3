#pragma once
// The rows that every DerivedTable has (derived_table.h), as JSON for people. Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::evidence {

/// The constants kStats, kPrefix, kCount and kMarkedCount of a table's Form.
struct DerivedNames {
  std::string_view stats;
  std::string_view prefix;
  std::string_view count;
  std::string_view marked_count;
};
/// The JSON of the head row, a row of ranks or (from describe_memory) a memory's row; other keys: {"unknown_row": key}.
[[nodiscard]] nlohmann::json describe_row(std::string_view key, std::string_view value, const DerivedNames& names,
                                          nlohmann::json (*describe_memory)(std::string_view key,
                                                                            std::string_view value));
/// The JSON of the memory's change, without the persona (the row does not contain it), plus last_used and idle_periods.
[[nodiscard]] nlohmann::json describe_derived(std::string_view change_value, const DerivedRank& rank);
/// Returned in place of the JSON of a row that cannot be read.
[[nodiscard]] nlohmann::json describe_damage(const Error& error);

/// describe_row() for a row of a DerivedTable<Form>. The caller must include nlohmann/json.hpp.
template <typename Form>
[[nodiscard]] auto describe_row(std::string_view key, std::string_view value) {
  const auto describe_memory = [](std::string_view memory_key, std::string_view row) {
    const auto memory = Form::decode(row, {}, id_in_key(memory_key));
    if (!memory.ok()) {
      return describe_damage(memory.error());
    }
    std::string change;
    Form::append_json(change, *memory);
    return describe_derived(change, memory->rank());
  };
  return describe_row(key, value, DerivedNames{Form::kStats, Form::kPrefix, Form::kCount, Form::kMarkedCount},
                      describe_memory);
}

}  // namespace turnstream::evidence
