#pragma once
// RowLists: lists of small values, each list in a few rows with up to Form::kRowValues values: what a call adds to a list changes its
// last row, however many values that are. A call reads a list whole. The order of a list means nothing: the last value takes the
// place of one that is removed, so that all rows but the last one stay full. The caller bounds the lists. `Form` says what they are:
//   Key, Value                        Key has <
//   kRowValues                        never another number for the same rows
//   kDamage                           the message of the error for a damaged row
//   row_key(key, row)                 the key of the row with this number, from 0 on
//   write(writer, value)
//   read(reader)                      what write() wrote, at least one byte; the reader fails if that is damaged
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {

template <typename Form>
class RowLists {
 public:
  using Key = typename Form::Key;
  using Value = typename Form::Value;

  explicit RowLists(stage_api::StateView& rows) : rows_(rows) {}

  /// The values of the list; empty if there is none. Valid until finish(); another call may change them.
  Result<const std::vector<Value>*> values(const Key& key) {
    TS_ASSIGN_OR_RETURN(const List* own, list(key));
    return &own->values;
  }
  Status add(const Key& key, Value value) {
    TS_ASSIGN_OR_RETURN(List * own, list(key));
    own->changed.insert(own->values.size() / Form::kRowValues);
    own->values.push_back(std::move(value));
    return {};
  }
  /// Precondition: the list has a value at this place.
  Status replace(const Key& key, std::size_t place, Value value) {
    TS_ASSIGN_OR_RETURN(List * own, list(key));
    own->changed.insert(place / Form::kRowValues);
    own->values[place] = std::move(value);
    return {};
  }
  /// Precondition: the list has a value at this place.
  Status remove(const Key& key, std::size_t place) {
    TS_ASSIGN_OR_RETURN(List * own, list(key));
    own->changed.insert(place / Form::kRowValues);
    own->changed.insert((own->values.size() - 1) / Form::kRowValues);
    std::swap(own->values[place], own->values.back());
    own->values.pop_back();
    return {};
  }
  /// Writes the rows that changed.
  void finish() {
    for (auto& [key, own] : lists_) {
      for (const std::size_t row : std::exchange(own.changed, {})) {
        write_row(key, own.values, row);
      }
    }
  }

  /// Calls use(value) for each value of one row until it returns false. Errors: bad_state().
  template <typename Use>
  static Status read(std::string_view row, Use use) {
    ByteReader reader(row);
    const bool known_format = reader.u8() == kFormat;
    for (bool goes_on = known_format; goes_on && reader.ok() && !reader.at_end();) {
      Value value = Form::read(reader);
      goes_on = reader.ok() && use(std::move(value));
    }
    return known_format && reader.ok() ? Status() : evidence::bad_state(Form::kDamage);
  }

 private:
  static constexpr std::uint8_t kFormat = 1;
  struct List {
    std::vector<Value> values;
    std::set<std::size_t> changed;  ///< rows
  };

  Result<List*> list(const Key& key) {
    const auto [place, first] = lists_.try_emplace(key);
    List& own = place->second;
    for (std::size_t row = 0; first; ++row) {
      TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(Form::row_key(key, row)));
      if (bytes.has_value()) {
        TS_RETURN_IF_ERROR(read(*bytes, [&own](Value value) {
          own.values.push_back(std::move(value));
          return true;
        }));
      }
      if (own.values.size() > (row + 1) * Form::kRowValues) {
        return evidence::bad_state(Form::kDamage);
      }
      if (own.values.size() < (row + 1) * Form::kRowValues) {
        break;  // It was the last one.
      }
    }
    return &own;
  }

  void write_row(const Key& key, const std::vector<Value>& values, std::size_t row) {
    const std::size_t begin = row * Form::kRowValues;
    const std::size_t end = std::min(begin + Form::kRowValues, values.size());
    if (begin >= end) {
      rows_.erase(Form::row_key(key, row));
      return;
    }
    std::string bytes;
    ByteWriter writer(bytes);
    writer.u8(kFormat);
    for (std::size_t i = begin; i < end; ++i) {
      Form::write(writer, values[i]);
    }
    rows_.put(Form::row_key(key, row), bytes);
  }

  stage_api::StateView& rows_;
  std::map<Key, List> lists_;  ///< those that this call read
};

}  // namespace turnstream::consolidation
