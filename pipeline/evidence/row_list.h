#pragma once
// RowList: entries in order of arrival, each named by an id, over rows `<prefix><n>` of 32 entries each (n: 8 bytes
// big-endian): a stage has no other way to walk its rows. An entry that was removed leaves a hole, which walks skip,
// and close up once most places are holes. The bounds are part of the owner's own row; it stores them. Lifetime:
// borrows rows and bounds, for one call of a stage. Threads: the caller's.
//
// `Form` says what the entries are:
//   Entry                                        comparable; made from nothing it is a hole
//   write(writer, entry), read(reader), id(entry)

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/evidence/rows.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::evidence {

/// Positions from `first` to before `next` are in the list, holes among them. A row goes when its last entry has left.
struct RowListBounds {
  std::uint64_t first = 0;
  std::uint64_t next = 0;
  friend bool operator==(const RowListBounds&, const RowListBounds&) = default;
};

void write_bounds(ByteWriter& writer, const RowListBounds& bounds);
[[nodiscard]] RowListBounds read_bounds(ByteReader& reader);

template <typename Form>
class RowList {
 public:
  using Entry = typename Form::Entry;

  RowList(stage_api::StateView& rows, std::string prefix, RowListBounds& bounds)
      : rows_(rows), prefix_(std::move(prefix)), bounds_(bounds) {}

  Status append(const Entry& entry) {
    const std::uint64_t row = bounds_.next / kRowEntries;
    TS_ASSIGN_OR_RETURN(std::vector<Entry> entries, load(row));
    entries.push_back(entry);
    store(row, entries);
    ++bounds_.next;
    return {};
  }

  /// The oldest entry leaves; absent if the list is empty. A hole is passed over.
  Result<std::optional<Entry>> pop_front() {
    while (bounds_.first < bounds_.next) {
      const std::uint64_t row = bounds_.first / kRowEntries;
      TS_ASSIGN_OR_RETURN(const std::vector<Entry> entries, load(row));
      const Entry entry = entries[static_cast<std::size_t>(bounds_.first % kRowEntries)];
      ++bounds_.first;
      if (bounds_.first % kRowEntries == 0) {
        rows_.erase(row_key(prefix_, row));
      }
      if (!is_hole(entry)) {
        return std::optional<Entry>(entry);
      }
    }
    return std::optional<Entry>();
  }

  /// Calls visit(entry) -> Result<bool> with each, oldest first, which may change all but its id; where it answers
  /// false the entry is removed.
  template <typename Visit>
  Status keep_if(Visit visit) {
    std::vector<Entry> kept;
    for (std::uint64_t row = bounds_.first / kRowEntries; row < rows_end(); ++row) {
      TS_ASSIGN_OR_RETURN(std::vector<Entry> entries, load(row));
      bool changed = false;
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (is_hole(entries[i]) || row * kRowEntries + i < bounds_.first) {
          continue;
        }
        const Entry before = entries[i];
        TS_ASSIGN_OR_RETURN(const bool stays, visit(entries[i]));
        if (stays) {
          kept.push_back(entries[i]);
        } else {
          entries[i] = Entry{};
        }
        changed = changed || entries[i] != before;
      }
      if (changed) {
        store(row, entries);
      }
    }
    if (bounds_.next - bounds_.first > 2 * kept.size() + kRowEntries) {
      close_up(kept);
    }
    return {};
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

  /// Without this a list of few entries that come and go would grow for ever.
  void close_up(const std::vector<Entry>& entries) {
    clear();
    for (auto from = entries.begin(); from != entries.end();) {
      const auto to = from + std::min<std::ptrdiff_t>(kRowEntries, entries.end() - from);
      store(bounds_.next / kRowEntries, {from, to});
      bounds_.next += static_cast<std::uint64_t>(to - from);
      from = to;
    }
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
