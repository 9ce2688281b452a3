#pragma once
// RowList: entries in order of arrival, each named by an id, over rows `<prefix><n>` of 32 entries each (n: 8 bytes
// big-endian): a stage has no other way to walk its rows. An entry that was removed leaves a hole, which walks skip,
// and close up once most places are holes. The bounds are part of the owner's own row; it stores them. Errors:
// bad_state() for a row that is missing or damaged. Lifetime:
// borrows rows and bounds, for one call of a stage. Threads: the caller's.
//
// `Form` says what the entries are:
//   Entry                                        made from nothing it is a hole
//   write(writer, entry), read(reader), id(entry)

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::evidence {

/// Positions from `first` to before `next` are in the list, holes among them. A row goes when its last entry has left.
struct RowListBounds {
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  friend bool operator==(const RowListBounds&, const RowListBounds&) = default;
};

void write_bounds(ByteWriter& writer, const RowListBounds& bounds);
[[nodiscard]] RowListBounds read_bounds(ByteReader& reader);

/// What a walk makes of an entry.
enum class Fate {
  kStays,
  kChanged,  ///< and stays, under the same id
  kLeaves,
};

template <typename Form>
class RowList {
 public:
  using Entry = typename Form::Entry;

  RowList(stage_api::StateView& rows, std::string prefix, RowListBounds& bounds)
      : rows_(rows), prefix_(std::move(prefix)), bounds_(bounds) {}

  /// Holes among them.
  [[nodiscard]] std::uint64_t places() const { return bounds_.next - bounds_.first; }

  Status append(const Entry& entry) { return append(std::vector<Entry>{entry}); }
  Status append(const std::vector<Entry>& entries) {
    for (auto from = entries.begin(); from != entries.end();) {
      const std::uint64_t row = bounds_.next / kRowEntries;
      TS_ASSIGN_OR_RETURN(std::vector<Entry> kept, load(row));
      const auto room = static_cast<std::ptrdiff_t>(kRowEntries - kept.size());
      const auto to = from + std::min(room, entries.end() - from);
      kept.insert(kept.end(), from, to);
      store(row, kept);
      bounds_.next += static_cast<std::uint64_t>(to - from);
      from = to;
    }
    return {};
  }

  /// The oldest `count` entries leave, or all if there are fewer. Holes are passed over.
  Result<std::vector<Entry>> pop_front(std::size_t count) {
    std::vector<Entry> popped;
    while (popped.size() < count && bounds_.first < bounds_.next) {
      const std::uint64_t row = bounds_.first / kRowEntries;
      TS_ASSIGN_OR_RETURN(const std::vector<Entry> entries, load(row));
      auto at = static_cast<std::size_t>(bounds_.first % kRowEntries);
      for (; popped.size() < count && at < entries.size(); ++at) {
        if (!is_hole(entries[at])) {
          popped.push_back(entries[at]);
        }
      }
      bounds_.first = row * kRowEntries + at;
      if (at == kRowEntries) {
        rows_.erase(row_key(prefix_, row));
      }
    }
    return popped;
  }

  /// Calls visit(entry) -> Result<Fate> with each, oldest first.
  template <typename Visit>
  Status walk(Visit visit) {
    std::uint64_t staying = 0;
    for (std::uint64_t row = bounds_.first / kRowEntries; row < rows_end(); ++row) {
      TS_ASSIGN_OR_RETURN(std::vector<Entry> entries, load(row));
      bool changed = false;
      for (std::size_t i = place_of_first(row); i < entries.size(); ++i) {
        if (is_hole(entries[i])) {
          continue;
        }
        TS_ASSIGN_OR_RETURN(const Fate fate, visit(entries[i]));
        staying += fate == Fate::kLeaves ? 0 : 1;
        changed = changed || fate != Fate::kStays;
        if (fate == Fate::kLeaves) {
          entries[i] = Entry{};
        }
      }
      if (changed) {
        store(row, entries);
      }
    }
    return places() > 2 * staying + kRowEntries ? close_up() : Status();
  }

  void clear() {
    for (std::uint64_t row = bounds_.first / kRowEntries; row < rows_end(); ++row) {
      rows_.erase(row_key(prefix_, row));
    }
    bounds_ = {};
  }

 private:
  static constexpr std::uint64_t kRowEntries = 32;

  /// No UUIDv5 is zero: its version bits are not.
  static bool is_hole(const Entry& entry) { return Form::id(entry) == Uuid{}; }

  [[nodiscard]] std::uint64_t rows_end() const { return (bounds_.next + kRowEntries - 1) / kRowEntries; }

  /// Where in that row the list begins.
  [[nodiscard]] std::size_t place_of_first(std::uint64_t row) const {
    return row == bounds_.first / kRowEntries ? static_cast<std::size_t>(bounds_.first % kRowEntries) : 0;
  }

  /// Without this a list of few entries that come and go would grow for ever.
  Status close_up() {
    TS_ASSIGN_OR_RETURN(const std::vector<Entry> entries, pop_front(places()));
    clear();
    return append(entries);
  }

  Result<std::vector<Entry>> load(std::uint64_t row) {
    TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(row_key(prefix_, row)));
    std::vector<Entry> entries;
    entries.reserve(kRowEntries);
    ByteReader reader(bytes.value_or(std::string_view{}));
    while (!reader.at_end()) {
      entries.push_back(Form::read(reader));
    }
    if (!reader.ok() || entries.size() != std::min(kRowEntries, bounds_.next - row * kRowEntries)) {
      return bad_state("A row of a list is missing or damaged.");
    }
    return entries;
  }

  void store(std::uint64_t row, const std::vector<Entry>& entries) {
    std::string bytes;
    bytes.reserve(entries.size() * sizeof(Entry));
    ByteWriter writer(bytes);
    for (const Entry& entry : entries) {
      Form::write(writer, entry);
    }
    rows_.put(row_key(prefix_, row), bytes);
  }

  stage_api::StateView& rows_;
  std::string prefix_;
  RowListBounds& bounds_;
};

/// Ids alone.
struct IdForm {
  using Entry = Uuid;
  static void write(ByteWriter& writer, const Uuid& id) { writer.uuid(id); }
  static Uuid read(ByteReader& reader) { return reader.uuid(); }
  static const Uuid& id(const Uuid& id) { return id; }
};
using IdList = RowList<IdForm>;

}  // namespace turnstream::evidence
