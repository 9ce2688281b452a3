#include "pipeline/evidence/id_list.h"

#include <algorithm>

#include "pipeline/evidence/rows.h"

namespace turnstream::evidence {
namespace {

constexpr std::uint64_t kRowIds = 32;
/// In the place of an id that was removed. No UUIDv5 is zero: its version bits are not.
constexpr Uuid kHole{};

}  // namespace

void write_bounds(ByteWriter& writer, const IdListBounds& bounds) {
  writer.varint(bounds.first).varint(bounds.next);
}

IdListBounds read_bounds(ByteReader& reader) {
  const std::uint64_t first = reader.varint();
  return {first, reader.varint()};
}

Status IdList::append(const Uuid& id) {
  const std::uint64_t row = bounds_.next / kRowIds;
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, load(row));
  ids.push_back(id);
  store(row, ids);
  ++bounds_.next;
  return {};
}

Result<std::optional<Uuid>> IdList::pop_front() {
  while (bounds_.first < bounds_.next) {
    const std::uint64_t row = bounds_.first / kRowIds;
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> ids, load(row));
    const Uuid id = ids[static_cast<std::size_t>(bounds_.first % kRowIds)];
    ++bounds_.first;
    if (bounds_.first % kRowIds == 0) {
      rows_.erase(row_key(prefix_, row));
    }
    if (id != kHole) {
      return std::optional<Uuid>(id);
    }
  }
  return std::optional<Uuid>();
}

Status IdList::keep_if(const std::function<Result<bool>(const Uuid& id)>& visit) {
  const std::uint64_t rows_end = (bounds_.next + kRowIds - 1) / kRowIds;
  std::vector<Uuid> kept;
  for (std::uint64_t row = bounds_.first / kRowIds; row < rows_end; ++row) {
    TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, load(row));
    bool changed = false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (ids[i] == kHole || row * kRowIds + i < bounds_.first) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const bool stays, visit(ids[i]));
      if (stays) {
        kept.push_back(ids[i]);
      } else {
        ids[i] = kHole;
        changed = true;
      }
    }
    if (changed) {
      store(row, ids);
    }
  }
  if (bounds_.next - bounds_.first > 2 * kept.size() + kRowIds) {
    close_up(kept);
  }
  return {};
}

/// Without this a list of few ids that come and go would grow for ever.
void IdList::close_up(const std::vector<Uuid>& ids) {
  clear();
  for (auto from = ids.begin(); from != ids.end();) {
    const auto to = from + std::min<std::ptrdiff_t>(kRowIds, ids.end() - from);
    store(bounds_.next / kRowIds, {from, to});
    bounds_.next += static_cast<std::uint64_t>(to - from);
    from = to;
  }
}

void IdList::clear() {
  const std::uint64_t rows_end = (bounds_.next + kRowIds - 1) / kRowIds;
  for (std::uint64_t row = bounds_.first / kRowIds; row < rows_end; ++row) {
    rows_.erase(row_key(prefix_, row));
  }
  bounds_ = {};
}

Result<std::vector<Uuid>> IdList::load(std::uint64_t row) {
  TS_ASSIGN_OR_RETURN(const auto bytes, rows_.get(row_key(prefix_, row)));
  std::vector<Uuid> ids;
  ids.reserve(kRowIds);
  ByteReader reader(bytes.value_or(std::string_view{}));
  while (!reader.at_end()) {
    ids.push_back(reader.uuid());
  }
  if (!reader.ok() || ids.size() != std::min(kRowIds, bounds_.next - row * kRowIds)) {
    return bad_state("A row of ids is missing or damaged.");
  }
  return ids;
}

void IdList::store(std::uint64_t row, const std::vector<Uuid>& ids) {
  std::string bytes;
  bytes.reserve(ids.size() * sizeof(Uuid));
  ByteWriter writer(bytes);
  for (const Uuid& id : ids) {
    writer.uuid(id);
  }
  rows_.put(row_key(prefix_, row), bytes);
}

}  // namespace turnstream::evidence
