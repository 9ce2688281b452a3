#include "stages/common/evidence/evolution.h"

namespace turnstream::evidence {
namespace {

constexpr std::size_t kPointBytesMin = 9;

}  // namespace

void add_point(Evolution& evolution, const model::ScorePoint& point) {
  if (!evolution.empty() && evolution.back().score == point.score) {
    return;
  }
  evolution.push_back(point);
  if (evolution.size() > model::kEvolutionMax) {
    evolution.erase(evolution.begin());
  }
}

void write_evolution(ByteWriter& writer, const Evolution& evolution) {
  writer.varint(evolution.size());
  for (const model::ScorePoint& point : evolution) {
    writer.i64(point.at.value()).varint(static_cast<std::uint64_t>(point.score));
  }
}

Evolution read_evolution(ByteReader& reader) {
  Evolution evolution(reader.count(kPointBytesMin));
  for (model::ScorePoint& point : evolution) {
    point.at = EventTime{reader.i64()};
    point.score = static_cast<std::int64_t>(reader.varint());
  }
  return evolution;
}

}  // namespace turnstream::evidence
