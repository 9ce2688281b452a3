#pragma once
// NumberedRows: values in the order of their numbers, those with 16 successive numbers in one ordered row
// `<prefix><number / 16>`, because a turn adds several and a pass takes many. Changes wait for the next walk, or for finish().
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

class NumberedRows {
 public:
  using Visit = std::function<bool(std::uint64_t number, std::string_view value)>;

  /// `prefix`: of the keys, such as "~w/"; it must outlive this.
  NumberedRows(stage_api::StateView& rows, std::string_view prefix) : rows_(rows), prefix_(prefix) {}

  void set(std::uint64_t number, std::string value) { changes_[number] = std::move(value); }
  void erase(std::uint64_t number) { changes_[number] = std::nullopt; }
  /// The value of that number, with what was set before; absent if there is none.
  Result<std::optional<std::string>> get(std::uint64_t number);
  /// Visits the values by number until `visit` returns false. What it sets is not seen before the next walk. `expected`: after
  /// how many values the walk is expected to end, so that it reads few rows.
  Status visit(std::size_t expected, const Visit& visit);
  /// Writes what changed. Call it last.
  Status finish();
  /// Visits the values of one row until `visit` returns false.
  static Status read(std::string_view key, std::string_view row, const Visit& visit);

 private:
  using Changes = std::map<std::uint64_t, std::optional<std::string>>;
  static std::size_t bytes_of(Changes::const_iterator begin, Changes::const_iterator end);
  Status write_row(std::uint64_t row_number, Changes::const_iterator begin, Changes::const_iterator end);

  stage_api::StateView& rows_;
  std::string_view prefix_;
  Changes changes_;
};

}  // namespace turnstream::consolidation
