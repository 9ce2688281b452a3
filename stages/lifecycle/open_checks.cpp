#include "stages/lifecycle/open_checks.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kCheckBytesMin = 4;

}  // namespace

std::string encode_checks(const std::vector<OpenCheck>& checks) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).varint(checks.size());
  for (const OpenCheck& check : checks) {
    writer.text(check.effect_id).text(check.request_hash).varint(static_cast<std::uint64_t>(check.firings));
    writer.varint(check.items.size());
    for (const Uuid& id : check.items) {
      writer.uuid(id);
    }
  }
  return row;
}

Result<std::vector<OpenCheck>> decode_checks(std::string_view row) {
  ByteReader reader(row);
  const bool known = reader.u8() == kFormat;
  std::vector<OpenCheck> checks(reader.count(kCheckBytesMin));
  for (OpenCheck& check : checks) {
    check.effect_id = std::string(reader.text());
    check.request_hash = std::string(reader.text());
    check.firings = static_cast<std::int64_t>(reader.varint());
    check.items.resize(reader.count(sizeof(Uuid)));
    for (Uuid& id : check.items) {
      id = reader.uuid();
    }
  }
  if (!known || !reader.done()) {
    return evidence::bad_state("The row of the open checks of references is damaged or has another format.");
  }
  return checks;
}

}  // namespace turnstream::lifecycle
