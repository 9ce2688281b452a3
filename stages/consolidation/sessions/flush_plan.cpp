#include "stages/consolidation/sessions/flush_plan.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;

void write_list(ByteWriter& writer, const std::vector<Uuid>& list) {
  writer.varint(list.size());
  for (const Uuid& id : list) {
    writer.uuid(id);
  }
}

std::vector<Uuid> read_list(ByteReader& reader) {
  std::vector<Uuid> list(reader.count(sizeof(Uuid)));
  std::generate(list.begin(), list.end(), [&reader] { return reader.uuid(); });
  return list;
}

}  // namespace

void FlushPlan::note_turn(const Uuid& session) {
  std::erase(forward, session);
  if (last.has_value() && *last != session) {
    std::erase(forward, *last);
    forward.insert(forward.begin(), *last);
    forward.resize(std::min(forward.size(), kForwardMax));
  }
  last = session;
}

void FlushPlan::note_clean(const Uuid& session) {
  std::erase(forward, session);
  std::erase(planned, session);
  if (last == session) {
    last.reset();
  }
}

std::string encode(const FlushPlan& plan) {
  std::string row;
  ByteWriter writer(row);
  writer.u8(kFormat).u8(plan.last.has_value() ? 1 : 0).uuid(plan.last.value_or(Uuid{}));
  write_list(writer, plan.forward);
  write_list(writer, plan.planned);
  writer.u8(plan.open.has_value() ? 1 : 0);
  if (plan.open.has_value()) {
    writer.uuid(plan.open->request).uuid(plan.open->session).varint(plan.open->end).varint(plan.open->known.size());
    for (const std::string& id : plan.open->known) {
      writer.text(id);
    }
  }
  return row;
}

Result<FlushPlan> decode_flush_plan(std::string_view row) {
  ByteReader reader(row);
  FlushPlan plan;
  const bool known_format = reader.u8() == kFormat;
  const bool has_last = reader.u8() != 0;
  const Uuid last = reader.uuid();
  plan.last = has_last ? std::optional(last) : std::nullopt;
  plan.forward = read_list(reader);
  plan.planned = read_list(reader);
  if (reader.u8() != 0) {
    FlushPlan::Open open;
    open.request = reader.uuid();
    open.session = reader.uuid();
    open.end = reader.varint();
    open.known.resize(reader.count(1));
    for (std::string& id : open.known) {
      id = std::string(reader.text());
    }
    plan.open = std::move(open);
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of the flushes that are planned is damaged.");
  }
  return plan;
}

}  // namespace turnstream::consolidation
