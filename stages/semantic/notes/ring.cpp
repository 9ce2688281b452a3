#include "stages/semantic/notes/ring.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/notes/choice.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::uint8_t kAsked = 1;
constexpr std::uint8_t kWithQuestionWord = 2;
constexpr std::size_t kQuestionStemsMax = 256;
constexpr std::size_t kStemBytes = 5;
constexpr std::size_t kUnitBytesMin = 12;
constexpr std::int64_t kHopeless = notes::kRepetitionMax + notes::kRepetitionMax / 2;

void write_stems(ByteWriter& writer, const notes::Stems& stems, std::size_t stems_max) {
  const std::size_t count = std::min(stems.size(), stems_max);
  writer.varint(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<std::uint64_t>(stems[i]);
    writer.u32(static_cast<std::uint32_t>(number)).u8(static_cast<std::uint8_t>(number >> 32));
  }
}

notes::Stems read_stems(ByteReader& reader) {
  notes::Stems stems(reader.count(kStemBytes));
  for (notes::Stem& stem : stems) {
    const std::uint64_t low = reader.u32();
    const std::uint64_t high = reader.u8();
    stem = notes::Stem{high << 32 | low};
  }
  return stems;
}

void write_asked(ByteWriter& writer, const AskedQuestion& asked) {
  const notes::Question& question = asked.question;
  writer.u8(
      static_cast<std::uint8_t>((question.asked ? kAsked : 0) | (question.with_question_word ? kWithQuestionWord : 0)));
  write_stems(writer, question.stems, kQuestionStemsMax);
  writer.text(asked.text).text(asked.turn_id).text(asked.session_id).text(asked.user_id);
}

AskedQuestion read_asked(ByteReader& reader) {
  AskedQuestion asked;
  const std::uint8_t bits = reader.u8();
  asked.question.asked = (bits & kAsked) != 0;
  asked.question.with_question_word = (bits & kWithQuestionWord) != 0;
  asked.question.stems = read_stems(reader);
  for (std::string* text : {&asked.text, &asked.turn_id, &asked.session_id, &asked.user_id}) {
    *text = std::string(reader.text());
  }
  return asked;
}

/// Moves the units for which `leaves(place)` is true from the ring to `dropped`.
template <typename Leaves>
void drop_if(Ring& ring, std::vector<RingUnit>& dropped, Leaves leaves) {
  std::vector<RingUnit> kept;
  kept.reserve(ring.units.size());
  for (std::size_t i = 0; i < ring.units.size(); ++i) {
    (leaves(i) ? dropped : kept).push_back(std::move(ring.units[i]));
  }
  ring.units = std::move(kept);
}

}  // namespace

std::string encode_ring(const Ring& ring) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(ring.heard).i64(ring.last.value());
  write_asked(writer, ring.asked);
  writer.varint(ring.units.size());
  for (const RingUnit& one : ring.units) {
    writer.varint(one.number).i64(one.rest).varint(one.unit.words).u8(one.holding.has_value() ? 1 : 0);
    if (one.holding.has_value()) {
      writer.uuid(one.holding->id).varint(one.holding->number);
    }
    write_stems(writer, one.unit.stems, one.unit.stems.size());
  }
  return bytes;
}

Result<Ring> decode_ring(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  Ring ring;
  ring.heard = reader.varint();
  ring.last = LogTime{reader.i64()};
  ring.asked = read_asked(reader);
  ring.units.resize(reader.count(kUnitBytesMin));
  for (RingUnit& one : ring.units) {
    one.number = reader.varint();
    one.rest = reader.i64();
    one.unit.words = static_cast<std::size_t>(reader.varint());
    if (reader.u8() != 0) {
      one.holding.emplace();
      one.holding->id = reader.uuid();
      one.holding->number = reader.varint();
    }
    one.unit.stems = read_stems(reader);
  }
  if (!known || !reader.done()) {
    return evidence::bad_state("The row of a session's units is damaged or has another format.");
  }
  return ring;
}

void rescore(Ring& ring, const notes::WordStatistics& statistics) {
  notes::Rarities rarities(statistics);
  for (RingUnit& one : ring.units) {
    one.unit.rarities = rarities.of(one.unit.stems);
    one.unit.score = one.rest + notes::score_of_rarities(one.unit.rarities, one.unit.words);
  }
}

std::vector<RingUnit> drop_hopeless(Ring& ring, std::size_t best) {
  std::vector<RingUnit> dropped;
  std::vector<std::int64_t> scores;
  for (const RingUnit& one : ring.units) {
    scores.push_back(one.unit.score);
  }
  if (best > 0 && scores.size() > best) {
    const auto last = scores.begin() + static_cast<std::ptrdiff_t>(best) - 1;
    std::nth_element(scores.begin(), last, scores.end(), std::greater<>());
    const std::int64_t lowest = *last - kHopeless;
    drop_if(ring, dropped, [&](std::size_t place) { return ring.units[place].unit.score < lowest; });
  }
  if (ring.units.size() > Ring::kUnitsMax) {
    std::vector<std::pair<std::int64_t, std::uint64_t>> order;  // the lowest score first, of equal ones the newest
    for (const RingUnit& one : ring.units) {
      order.emplace_back(one.unit.score, ~one.number);
    }
    const auto first_kept = order.begin() + static_cast<std::ptrdiff_t>(order.size() - Ring::kUnitsMax);
    std::nth_element(order.begin(), first_kept, order.end());
    const auto lowest = *first_kept;
    drop_if(ring, dropped, [&](std::size_t place) {
      return std::pair(ring.units[place].unit.score, ~ring.units[place].number) < lowest;
    });
  }
  return dropped;
}

std::vector<std::size_t> best_places(Ring& ring, std::size_t best) {
  std::vector<notes::ScoredUnit> units;
  units.reserve(ring.units.size());
  for (RingUnit& one : ring.units) {
    units.push_back(std::move(one.unit));
  }
  std::vector<std::size_t> places = notes::best_units(units, best);
  for (std::size_t i = 0; i < units.size(); ++i) {
    ring.units[i].unit = std::move(units[i]);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace turnstream::semantic
