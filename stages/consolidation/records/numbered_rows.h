#pragma once
// NumberedRows: values in the order of their numbers, several with successive numbers in one ordered row `<prefix><number /
// values of a row>`, because a turn adds several and a pass takes many. A row is written whole: the larger the values, the
// fewer should share one. Changes wait for the next walk, or for finish(). Lifetime: borrows the rows, for one call of the stage.
// Threads: the caller's.

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

  /// `prefix`: of the keys, such as "~w/"; it must outlive this. `row_values`: how many values share a row, at most 256; never
  /// another number for the same rows.
  NumberedRows(stage_api::StateView& rows, std::string_view prefix, std::uint64_t row_values)
      : rows_(rows), prefix_(prefix), row_values_(row_values) {}

  void set(std::uint64_t number, std::string value) { changes_[number] = std::move(value); }
  void erase(std::uint64_t number) { changes_[number] = std::nullopt; }
  /// The value of that number, with what was set before; absent if there is none.
  Result<std::optional<std::string>> get(std::uint64_t number);
  /// Visits the values by number until `visit` returns false. What it sets is not seen before the next walk. `expected`: after
  /// how many values the walk is expected to end, so that it reads few rows.
  Status visit(std::size_t expected, const Visit& visit);
  /// Writes what changed. Call it last.
  Status finish();
  /// Visits the values of one row, each with its place in the row instead of its number, until `visit` returns false.
  static Status read(std::string_view row, const Visit& visit);

 private:
  using Changes = std::map<std::uint64_t, std::optional<std::string>>;
  void append(std::string& row, std::uint64_t number, std::string_view value) const;
  static std::size_t bytes_of(Changes::const_iterator begin, Changes::const_iterator end);
  Status write_row(std::uint64_t row_number, Changes::const_iterator begin, Changes::const_iterator end);

  stage_api::StateView& rows_;
  std::string_view prefix_;
  std::uint64_t row_values_;
  Changes changes_;
};

}  // namespace turnstream::consolidation
