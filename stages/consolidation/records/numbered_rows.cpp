#include "stages/consolidation/records/numbered_rows.h"

#include <limits>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kRowsBeside = 32;
constexpr std::size_t kBytesBeside = 4;  ///< of a value: its place and its size
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

/// Calls use(number, value) for each value in the row until it returns false. `first`: the lowest number that the row can
/// have. Errors: bad_state().
template <typename Use>
Status read_row(std::uint64_t first, std::string_view row, Use use) {
  ByteReader reader(row);
  const bool known_format = reader.u8() == kFormat;
  bool goes_on = known_format;
  while (goes_on && reader.ok() && !reader.at_end()) {
    const std::uint64_t number = first + reader.u8();
    const std::string_view value = reader.text();
    goes_on = reader.ok() && use(number, value);
  }
  return known_format && reader.ok() ? Status() : evidence::bad_state("A row of numbered values is damaged.");
}

}  // namespace

void NumberedRows::append(std::string& row, std::uint64_t number, std::string_view value) const {
  ByteWriter(row).u8(static_cast<std::uint8_t>(number % row_values_)).text(value);
}

std::size_t NumberedRows::bytes_of(Changes::const_iterator begin, Changes::const_iterator end) {
  std::size_t bytes = 1;
  for (; begin != end; ++begin) {
    bytes += begin->second.has_value() ? begin->second->size() + kBytesBeside : 0;
  }
  return bytes;
}

Result<std::optional<std::string>> NumberedRows::get(std::uint64_t number) {
  if (const auto changed = changes_.find(number); changed != changes_.end()) {
    return changed->second;
  }
  std::optional<std::string> found;
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(evidence::row_key(prefix_, number / row_values_)));
  if (row.has_value()) {
    TS_RETURN_IF_ERROR(read_row(number - number % row_values_, *row, [&](std::uint64_t other, std::string_view value) {
      if (other == number) {
        found = std::string(value);
      }
      return other < number;
    }));
  }
  return found;
}

Status NumberedRows::visit(std::size_t expected, const Visit& visit) {
  TS_RETURN_IF_ERROR(finish());
  std::uint64_t next = 0;
  bool ended = false;
  Status damaged;
  const auto visit_value = [&](std::uint64_t number, std::string_view value) {
    ended = !visit(number, value);
    return !ended;
  };
  const std::size_t full_rows = expected / row_values_;
  for (const std::size_t rows_max : {full_rows + 2, full_rows + kRowsBeside, kAll}) {
    std::size_t rows = 0;
    TS_RETURN_IF_ERROR(rows_.scan(prefix_, rows_max, [&](std::string_view key, std::string_view row) {
      ++rows;
      const std::uint64_t number = evidence::number_in_key(key);
      if (number < next) {
        return true;  // visited with fewer rows
      }
      next = number + 1;
      damaged = read_row(number * row_values_, row, visit_value);
      return damaged.ok() && !ended;
    }));
    TS_RETURN_IF_ERROR(damaged);
    if (ended || rows < rows_max) {
      break;
    }
  }
  return {};
}

Status NumberedRows::read(std::string_view row, const Visit& visit) {
  return read_row(0, row, visit);
}

Status NumberedRows::finish() {
  for (auto begin = changes_.cbegin(); begin != changes_.cend();) {
    const std::uint64_t row_number = begin->first / row_values_;
    auto end = begin;
    while (end != changes_.cend() && end->first / row_values_ == row_number) {
      ++end;
    }
    TS_RETURN_IF_ERROR(write_row(row_number, begin, end));
    begin = end;
  }
  changes_.clear();
  return {};
}

Status NumberedRows::write_row(std::uint64_t row_number, Changes::const_iterator begin, Changes::const_iterator end) {
  const evidence::RowKey key = evidence::row_key(prefix_, row_number);
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
  const std::string_view before = row.value_or(std::string_view());
  std::string after;
  after.reserve(before.size() + bytes_of(begin, end));
  after.push_back(static_cast<char>(kFormat));
  const auto append_changes = [&](std::uint64_t until) {
    for (; begin != end && begin->first < until; ++begin) {
      if (begin->second.has_value()) {
        append(after, begin->first, *begin->second);
      }
    }
  };
  if (row.has_value()) {
    std::size_t copied = 1;  // behind the format
    TS_RETURN_IF_ERROR(read_row(row_number * row_values_, before, [&](std::uint64_t number, std::string_view value) {
      append_changes(number);
      const auto value_end = static_cast<std::size_t>(value.data() + value.size() - before.data());
      if (begin == end || begin->first != number) {
        after.append(before.substr(copied, value_end - copied));
      }
      copied = value_end;
      return true;
    }));
  }
  append_changes((row_number + 1) * row_values_);
  if (after.size() > 1) {
    rows_.put(key, after);
  } else if (row.has_value()) {
    rows_.erase(key);
  }
  return {};
}

}  // namespace turnstream::consolidation
