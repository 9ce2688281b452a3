#include "stages/semantic/notes/ring_row.h"

#include <algorithm>
#include <cstring>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kFormat = 2;
constexpr std::uint8_t kAsked = 1;
constexpr std::uint8_t kWithQuestionWord = 2;
constexpr std::size_t kQuestionStemsMax = 256;
constexpr std::size_t kStemBytes = 5;
constexpr std::size_t kUnitBytesMin = 12;
constexpr std::uint32_t kUnused = ~std::uint32_t{0};

/// A ring's units have at most as many stems as two bytes can count: Ring::kUnitsMax units of kNoteCodePointsMax code points.
static_assert(Ring::kUnitsMax * kNoteCodePointsMax / 2 <= 1U << 16);
constexpr std::size_t kPlacesOfOneByte = 256;

void write_stem(std::string& bytes, notes::Stem stem) {
  const auto number = static_cast<std::uint64_t>(stem);
  char low_first[sizeof number];
  std::memcpy(low_first, &number, sizeof number);
  bytes.append(low_first, kStemBytes);
}

notes::Stem read_stem(ByteReader& reader) {
  std::uint64_t number = 0;
  const std::string_view bytes = reader.bytes(kStemBytes);
  bytes.copy(reinterpret_cast<char*>(&number), bytes.size());
  return notes::Stem{number};
}

void write_asked(std::string& bytes, const AskedQuestion& asked) {
  const notes::Question& question = asked.question;
  const std::size_t stems = std::min(question.stems.size(), kQuestionStemsMax);
  ByteWriter writer(bytes);
  writer.u8(
      static_cast<std::uint8_t>((question.asked ? kAsked : 0) | (question.with_question_word ? kWithQuestionWord : 0)));
  writer.varint(stems);
  for (std::size_t i = 0; i < stems; ++i) {
    write_stem(bytes, question.stems[i]);
  }
  writer.text(asked.text).text(asked.turn_id).text(asked.session_id).text(asked.user_id);
}

AskedQuestion read_asked(ByteReader& reader) {
  AskedQuestion asked;
  const std::uint8_t bits = reader.u8();
  asked.question.asked = (bits & kAsked) != 0;
  asked.question.with_question_word = (bits & kWithQuestionWord) != 0;
  asked.question.stems.resize(reader.count(kStemBytes));
  for (notes::Stem& stem : asked.question.stems) {
    stem = read_stem(reader);
  }
  for (std::string* text : {&asked.text, &asked.turn_id, &asked.session_id, &asked.user_id}) {
    *text = std::string(reader.text());
  }
  return asked;
}

/// For each stem of the ring its place in the row, kUnused for one that no unit has.
std::vector<std::uint32_t> places_in_row(const Ring& ring) {
  std::vector<std::uint32_t> places(ring.stems.size(), kUnused);
  for (const RingUnit& unit : ring.units) {
    for (std::size_t i = unit.first_stem; i < unit.first_stem + unit.stems; ++i) {
      places[ring.places[i]] = 0;
    }
  }
  std::uint32_t next = 0;
  for (std::uint32_t& place : places) {
    place = place == kUnused ? kUnused : next++;
  }
  return places;
}

std::size_t count_used(const std::vector<std::uint32_t>& places) {
  return places.size() - static_cast<std::size_t>(std::count(places.begin(), places.end(), kUnused));
}

void write_stems(std::string& bytes, const Ring& ring, const std::vector<std::uint32_t>& places) {
  ByteWriter writer(bytes);
  writer.varint(count_used(places));
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != kUnused) {
      write_stem(bytes, ring.stems[i].stem);
      writer.varint(ring.stems[i].holding);
    }
  }
}

void read_stems(ByteReader& reader, Ring& ring) {
  ring.stems.resize(reader.count(kStemBytes + 1));
  for (RingStem& one : ring.stems) {
    one.stem = read_stem(reader);
    one.holding = reader.varint();
  }
}

void write_unit(ByteWriter& writer, const RingUnit& unit) {
  writer.varint(unit.number).i64(unit.rest).varint(unit.words).u8(unit.holding.has_value() ? 1 : 0);
  if (unit.holding.has_value()) {
    writer.uuid(unit.holding->id).varint(unit.holding->number);
  }
  writer.varint(unit.stems);
}

void read_unit(ByteReader& reader, RingUnit& unit) {
  unit.number = reader.varint();
  unit.rest = reader.i64();
  unit.words = reader.varint();
  if (reader.u8() != 0) {
    unit.holding.emplace();
    unit.holding->id = reader.uuid();
    unit.holding->number = reader.varint();
  }
  unit.stems = reader.count(1);
}

/// The places of all units one behind the other, each as one byte if that is enough for all, else as two.
void write_places(std::string& bytes, const Ring& ring, const std::vector<std::uint32_t>& places) {
  const bool one_byte = count_used(places) <= kPlacesOfOneByte;
  for (const RingUnit& unit : ring.units) {
    for (std::size_t i = unit.first_stem; i < unit.first_stem + unit.stems; ++i) {
      const std::uint32_t place = places[ring.places[i]];
      bytes.push_back(static_cast<char>(place));
      if (!one_byte) {
        bytes.push_back(static_cast<char>(place >> 8));
      }
    }
  }
}

/// False if a place is beyond the list of stems.
bool read_places(ByteReader& reader, Ring& ring) {
  const std::size_t width = ring.stems.size() <= kPlacesOfOneByte ? 1 : 2;
  std::size_t count = 0;
  for (RingUnit& unit : ring.units) {
    unit.first_stem = count;
    count += unit.stems;
  }
  const std::string_view bytes = reader.bytes(count * width);
  ring.places.resize(bytes.size() / width);
  std::uint32_t highest = 0;
  for (std::size_t i = 0; i < ring.places.size(); ++i) {
    std::uint16_t place = 0;
    std::memcpy(&place, bytes.data() + i * width, width);
    ring.places[i] = place;
    highest = std::max<std::uint32_t>(highest, place);
  }
  return ring.places.empty() || highest < ring.stems.size();
}

}  // namespace

std::string encode_ring(const Ring& ring) {
  constexpr std::size_t kBytesOfHead = 256;
  std::string bytes;
  bytes.reserve(kBytesOfHead + ring.stems.size() * (kStemBytes + 1) + ring.units.size() * 2 * kUnitBytesMin +
                ring.places.size() * 2);
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(ring.heard).varint(ring.turns).i64(ring.last.value()).varint(ring.counted);
  write_asked(bytes, ring.asked);
  const std::vector<std::uint32_t> places = places_in_row(ring);
  write_stems(bytes, ring, places);
  writer.varint(ring.units.size());
  for (const RingUnit& unit : ring.units) {
    write_unit(writer, unit);
  }
  write_places(bytes, ring, places);
  return bytes;
}

Result<Ring> decode_ring(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  Ring ring;
  ring.heard = reader.varint();
  ring.turns = reader.varint();
  ring.last = LogTime{reader.i64()};
  ring.counted = reader.varint();
  ring.asked = read_asked(reader);
  read_stems(reader, ring);
  ring.units.resize(reader.count(kUnitBytesMin));
  for (RingUnit& unit : ring.units) {
    read_unit(reader, unit);
  }
  const bool good = read_places(reader, ring);
  if (!known || !good || !reader.done()) {
    return evidence::bad_state("The row of a session's units is damaged or has another format.");
  }
  return ring;
}

}  // namespace turnstream::semantic
