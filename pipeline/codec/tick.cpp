#include "pipeline/codec/tick.h"

#include <array>

#include "pipeline/codec/schema_names.h"

namespace turnstream::codec {
namespace {

enum class TickKind { kTick };
constexpr auto kKinds = std::to_array<json::Choice<TickKind>>({{"tick", TickKind::kTick}});

constexpr int kPartitionPowerMax = 6;

void read_partition(Reader& reader, Node value, Tick& tick) {
  tick.partition = Partition{static_cast<std::int32_t>(reader.whole_count(value, kPartitionPowerMax))};
}

constexpr auto kTickFields = std::to_array<json::Field<Tick>>({
    {"kind", kRequired, [](Reader& r, Node v, Tick&) { r.choice<TickKind>(v, kKinds); }},
    {"partition", kRequired, read_partition},
    {"time", kRequired, [](Reader& r, Node v, Tick& t) { t.time = LogTime{r.time(v).value()}; }},
});

}  // namespace

Result<Tick> TickParser::parse(std::string_view bytes) {
  TS_RETURN_IF_ERROR(tape_.read(bytes, json::kTurnBytesMax));
  json::SchemaReader reader(tape_);
  Tick tick;
  reader.object<Tick>(json::Tape::kRoot, kTickFields, tick);
  TS_RETURN_IF_ERROR(reader.status());
  return tick;
}

}  // namespace turnstream::codec
