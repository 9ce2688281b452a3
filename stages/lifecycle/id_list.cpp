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

Status add_id(stage_api::StateView& rows, std::string_view key, const Uuid& id, std::size_t ids_max) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(rows, key));
  if (ids.size() < ids_max) {
    ids.push_back(id);
    rows.put(key, encode_ids(ids));
  }
  return {};
}

Result<bool> remove_id(stage_api::StateView& rows, std::string_view key, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(std::vector<Uuid> ids, ids_in(rows, key));
  const std::size_t before = ids.size();
  ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
  if (ids.empty()) {
    rows.erase(key);
  } else if (ids.size() < before) {
    rows.put(key, encode_ids(ids));
  }
  return ids.empty();
}

}  // namespace turnstream::lifecycle
