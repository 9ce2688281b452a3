#pragma once
// RowList: a list of entries in the order in which they were appended, in rows `<prefix><n>` of 32 places each (n: 8
// bytes, big-endian). Stages need it because they cannot iterate over their keys. An entry that a walk removes leaves a
// hole. A walk skips holes; if it ends with over 32 more places than twice the entries, it moves the entries together.
// The owner stores the bounds in its own row. Errors: bad_state() for a missing or damaged row. Lifetime: borrows rows
// and bounds, for one call of a stage. Threads: the caller's.
//
// `Form` describes the entries:
//   Entry                                        a default-constructed one is a hole
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

/// The places of the list are `first` to `next` - 1, holes included. Place p is in row p / 32.
struct RowListBounds {
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  friend bool operator==(const RowListBounds&, const RowListBounds&) = default;
};

void write_bounds(ByteWriter& writer, const RowListBounds& bounds);
[[nodiscard]] RowListBounds read_bounds(ByteReader& reader);

/// The result of a visit by RowList::walk(): what the walk does with the entry.
enum class Fate {
  kStays,
  kChanged,  ///< the entry stays; the visit may have changed it, except for its id
  kLeaves,
};

template <typename Form>
class RowList {
 public:
  using Entry = typename Form::Entry;

  RowList(stage_api::StateView& rows, std::string prefix, RowListBounds& bounds)
      : rows_(rows), prefix_(std::move(prefix)), bounds_(bounds) {}

  /// The number of places, holes included.
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

  /// Removes the oldest `count` entries, or all if there are fewer, and the holes before them. Returns the entries.
  Result<std::vector<Entry>> pop_front(std::size_t count) {
    return pop_while([count](std::size_t popped) { return popped < count; });
  }

  /// Removes the oldest places until at most `places_max` are left. Returns the entries that were in them.
  Result<std::vector<Entry>> trim(std::uint64_t places_max) {
    return pop_while([this, places_max](std::size_t) { return places() > places_max; });
  }

  /// Calls visit(entry) -> Result<Fate> for each entry, oldest first.
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

  /// A UUIDv5 is never zero: its version bits are set.
  static bool is_hole(const Entry& entry) { return Form::id(entry) == Uuid{}; }

  [[nodiscard]] std::uint64_t rows_end() const { return (bounds_.next + kRowEntries - 1) / kRowEntries; }

  /// The index in row `row` of its first place that belongs to the list.
  [[nodiscard]] std::size_t place_of_first(std::uint64_t row) const {
    return row == bounds_.first / kRowEntries ? static_cast<std::size_t>(bounds_.first % kRowEntries) : 0;
  }

  /// Removes the oldest places while more(number of entries removed) is true and there are places. Returns the entries.
  template <typename More>
  Result<std::vector<Entry>> pop_while(More more) {
    std::vector<Entry> popped;
    while (bounds_.first < bounds_.next && more(popped.size())) {
      const std::uint64_t row = bounds_.first / kRowEntries;
      TS_ASSIGN_OR_RETURN(const std::vector<Entry> entries, load(row));
      auto at = static_cast<std::size_t>(bounds_.first % kRowEntries);
      for (; at < entries.size() && more(popped.size()); ++at, ++bounds_.first) {
        if (!is_hole(entries[at])) {
          popped.push_back(entries[at]);
        }
      }
      if (at == kRowEntries) {
        rows_.erase(row_key(prefix_, row));
      }
    }
    return popped;
  }

  /// Moves the entries together. Without this, a list of which only walks remove entries would grow without bound.
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
      return bad_state("A row of a list of memories is missing or damaged.");
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

/// The Form of a list of ids.
struct IdForm {
  using Entry = Uuid;
  static void write(ByteWriter& writer, const Uuid& id) { writer.uuid(id); }
  static Uuid read(ByteReader& reader) { return reader.uuid(); }
  static const Uuid& id(const Uuid& id) { return id; }
};
using IdList = RowList<IdForm>;

}  // namespace turnstream::evidence
