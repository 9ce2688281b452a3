#include "stages/lifecycle/id_list.h"

#include <algorithm>
#include <string>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::uint8_t kFormat = 1;

std::string encode_ids(const std::vector<Uuid>& ids) {
  std::string row;
  row.reserve(1 + ids.size() * sizeof(Uuid));
  ByteWriter writer(row);
  writer.u8(kFormat);
  for (const Uuid& id : ids) {
    writer.uuid(id);
  }
  return row;
}

}  // namespace

Result<std::vector<Uuid>> decode_ids(std::string_view row) {
  ByteReader reader(row);
  std::vector<Uuid> ids;
  bool readable = reader.u8() == kFormat;
  for (; readable && !reader.at_end(); readable = reader.ok()) {
    ids.push_back(reader.uuid());
  }
  if (!readable || ids.empty()) {
    return evidence::bad_state("A row with ids of long-term items is damaged or has another format.");
  }
  return ids;
}

Result<std::vector<Uuid>> ids_in(stage_api::StateView& rows, std::string_view key) {
  TS_ASSIGN_OR_RETURN(const auto row, rows.get(key));
  return row.has_value() ? decode_ids(*row) : Result<std::vector<Uuid>>(std::vector<Uuid>());
}

void put_ids(stage_api::StateView& rows, std::string_view key, const std::vector<Uuid>& ids) {
  if (ids.empty()) {
    rows.erase(key);
  } else {
    rows.put(key, encode_ids(ids));
  }
}

Result<bool> remove_id(stage_api::StateView& rows, std::string_view key, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(rows, key));
  const std::size_t before = ids.size();
  ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
  if (ids.empty() || ids.size() < before) {
    put_ids(rows, key, ids);
  }
  return ids.empty();
}

}  // namespace turnstream::lifecycle
