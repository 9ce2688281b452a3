#include "stages/consolidation/records/source_index.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

/// What an id names: the seed of its hash.
enum class Part : std::uint64_t { kItem = 1, kTurn, kSession };

std::uint64_t hash_of(Part part, std::string_view text) {
  return hash64(text, static_cast<std::uint64_t>(part));
}

std::vector<std::uint64_t> hashes_of(std::span<const model::Source> sources) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(3 * sources.size());
  for (const model::Source& source : sources) {
    hashes.push_back(hash_of(Part::kItem, source.id));
    hashes.push_back(hash_of(Part::kTurn, source.turn_id));
    hashes.push_back(hash_of(Part::kSession, source.session_id));
  }
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

std::pair<Uuid, LogTime> id_and_time(std::string_view row) {
  ByteReader reader(row);
  const Uuid id = reader.uuid();
  return {id, LogTime{reader.i64()}};
}

std::set<std::uint64_t> hashes_of(const Forgetting& forgetting) {
  std::set<std::uint64_t> hashes;
  if (forgetting.args().session_id.has_value()) {
    hashes.insert(hash_of(Part::kSession, *forgetting.args().session_id));
  }
  for (const std::string& id : forgetting.ids()) {
    hashes.insert(hash_of(Part::kItem, id));
    hashes.insert(hash_of(Part::kTurn, id));
  }
  return hashes;
}

}  // namespace

void SourceIndex::add(const NumberedMemory& memory, std::span<const model::Source> sources) {
  const std::vector<std::uint64_t> hashes = hashes_of(sources);
  std::string row;
  row.reserve(sizeof memory.id + (1 + hashes.size()) * sizeof(std::uint64_t));
  ByteWriter writer(row);
  writer.uuid(memory.id).i64(memory.made.value());
  for (const std::uint64_t hash : hashes) {
    writer.u64(hash);
  }
  rows_.put(key_of(memory.number), row);
}

Status SourceIndex::change(std::uint64_t number, std::span<const model::Source> sources) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key_of(number)));
  if (!row.has_value()) {
    return evidence::bad_state("A row of an order of memories is missing.");
  }
  const auto [id, made] = id_and_time(*row);
  add({number, id, made}, sources);
  return {};
}

void SourceIndex::erase(std::uint64_t number) {
  rows_.erase(key_of(number));
}

evidence::RowKey SourceIndex::key_of(std::uint64_t number) const {
  return evidence::row_key(prefix_, number);
}

Result<std::vector<Uuid>> SourceIndex::oldest(std::size_t limit) {
  std::vector<Uuid> ids;
  TS_RETURN_IF_ERROR(rows_.scan(prefix_, limit, [&ids](std::string_view /*key*/, std::string_view row) {
    ids.push_back(memory_in_row(row));
    return true;
  }));
  return ids;
}

Result<OldestFirst> SourceIndex::oldest(const AgeLimit& limit) {
  OldestFirst oldest(limit);
  TS_RETURN_IF_ERROR(rows_.scan(prefix_, limit.count + 1, [&](std::string_view /*key*/, std::string_view row) {
    const auto [id, made] = id_and_time(row);
    return oldest.take(id, made);
  }));
  return oldest;
}

Result<std::vector<Uuid>> SourceIndex::candidates(const Forgetting& forgetting) {
  const std::set<std::uint64_t> forgotten = hashes_of(forgetting);
  std::set<Uuid> found;
  bool good = true;
  const auto visit = [&](std::string_view /*key*/, std::string_view row) {
    ByteReader reader(row);
    const Uuid id = reader.uuid();
    reader.i64();  // the time
    while (reader.ok() && !reader.at_end()) {
      if (forgotten.count(reader.u64()) > 0) {
        found.insert(id);
      }
    }
    good = good && reader.ok();
    return good;
  };
  TS_RETURN_IF_ERROR(rows_.scan(prefix_, std::numeric_limits<std::size_t>::max(), visit));
  if (!good) {
    return evidence::bad_state("A row of an order of memories is damaged.");
  }
  return std::vector<Uuid>(found.begin(), found.end());
}

Uuid memory_in_row(std::string_view row) {
  return ByteReader(row).uuid();
}

}  // namespace turnstream::consolidation
