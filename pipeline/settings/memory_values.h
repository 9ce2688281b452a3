#pragma once
// MemoryTable: checks the values of a settings command, {"<stage>":{"<name_unit>":value}}, against the rows of the
// stages, with the sentences that load() has for the same values in a file. Only settings that influence memory may
// travel in the log. Threads: immutable after construction.

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/row.h"
#include "pipeline/stage_api/setting_row.h"

namespace turnstream::settings {

class MemoryTable {
 public:
  explicit MemoryTable(std::span<const stage_api::SettingRow> rows);

  /// Checks the whole JSON text of a settings command, without knowing which values are in force. So of two settings of
  /// which one must not be greater than the other, a command must have both, unless the value of one is right with each
  /// allowed value of the other. Error "schema", reaction kDeadLetter: the first value that is
  /// refused, with its JSON pointer and what is allowed. A quoted name or value is cut, so the message is short.
  [[nodiscard]] Status check(std::string_view command) const;

 private:
  [[nodiscard]] Status check_section(const std::string& stage, const nlohmann::json& section) const;
  [[nodiscard]] Status check_value(const std::string& name, const nlohmann::json& value,
                                   const std::string& pointer) const;
  /// Refuses a value that contradicts another one of the command, or that could contradict the one in force, which the
  /// command does not name.
  [[nodiscard]] Status check_at_most(const Row& small, const nlohmann::json& values) const;
  [[nodiscard]] Error unknown(const std::string& name, const std::string& pointer) const;

  std::vector<Row> rows_;
};

}  // namespace turnstream::settings
