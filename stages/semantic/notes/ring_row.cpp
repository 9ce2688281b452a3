#include "stages/semantic/notes/ring_row.h"

#include <algorithm>
#include <cstring>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/row_writer.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kFormat = 3;
constexpr std::uint8_t kAsked = 1;
constexpr std::uint8_t kWithQuestionWord = 2;
constexpr std::size_t kQuestionStemsMax = 256;
constexpr std::size_t kStemBytes = 5;
constexpr std::size_t kUnitBytesMin = 12;
constexpr std::size_t kUnitBytesOften = 40;
constexpr std::uint32_t kUnused = ~std::uint32_t{0};

/// A ring's units have at most as many stems as two bytes can count: Ring::kUnitsMax units of kNoteCodePointsMax code points.
static_assert(Ring::kUnitsMax * kNoteCodePointsMax / 2 <= 1U << 16);
constexpr std::size_t kPlacesOfOneByte = 256;
constexpr std::uint64_t kByteMax = 0xff;
constexpr std::size_t kCountBytes = 4;
constexpr std::uint64_t kCountMax = 0xffffffff;

/// Writes so many numbers, the lowest kBytes bytes of each.
template <std::size_t kBytes, typename Number>
void write_numbers(std::string& bytes, std::size_t count, Number number) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + count * kBytes);
  char* out = bytes.data() + begin;
  for (std::size_t i = 0; i < count; ++i, out += kBytes) {
    const std::uint64_t value = number(i);
    std::memcpy(out, &value, kBytes);
  }
}

/// Reads them. Makes the reader fail, and reads none, if there are fewer.
template <std::size_t kBytes, typename Take>
void read_numbers(ByteReader& reader, std::size_t count, Take take) {
  const std::string_view bytes = reader.bytes(count * kBytes);
  for (std::size_t i = 0; i < bytes.size() / kBytes; ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * kBytes, kBytes);
    take(i, value);
  }
}

void write_said(std::string& bytes, const Said& said) {
  ByteWriter writer(bytes);
  writer.text(said.text).text(said.speaker).text(said.turn_id).text(said.session_id);
  writer.text(said.user.id).text(said.user.name);
}

void read_said(ByteReader& reader, Said& said) {
  for (std::string* text :
       {&said.text, &said.speaker, &said.turn_id, &said.session_id, &said.user.id, &said.user.name}) {
    *text = reader.text();
  }
}

void write_asked(std::string& bytes, const AskedQuestion& asked) {
  const notes::Question& question = asked.question;
  const std::size_t stems = std::min(question.stems.size(), kQuestionStemsMax);
  ByteWriter writer(bytes);
  writer.u8(
      static_cast<std::uint8_t>((question.asked ? kAsked : 0) | (question.with_question_word ? kWithQuestionWord : 0)));
  writer.varint(stems);
  write_numbers<kStemBytes>(bytes, stems,
                            [&question](std::size_t i) { return static_cast<std::uint64_t>(question.stems[i]); });
  write_said(bytes, asked);
}

void write_last(std::string& bytes, const LastSaid& last) {
  write_said(bytes, last);
  ByteWriter(bytes).u8(last.older ? 1 : 0);
}

LastSaid read_last(ByteReader& reader) {
  LastSaid last;
  read_said(reader, last);
  last.older = reader.u8() != 0;
  return last;
}

AskedQuestion read_asked(ByteReader& reader) {
  AskedQuestion asked;
  const std::uint8_t bits = reader.u8();
  asked.question.asked = (bits & kAsked) != 0;
  asked.question.with_question_word = (bits & kWithQuestionWord) != 0;
  asked.question.stems.resize(reader.count(kStemBytes));
  read_numbers<kStemBytes>(reader, asked.question.stems.size(), [&asked](std::size_t i, std::uint64_t number) {
    asked.question.stems[i] = notes::Stem{number};
  });
  read_said(reader, asked);
  return asked;
}

/// The stems that units have, in the order in which the row has them, and for each stem of the ring its place among them.
struct RowStems {
  std::vector<RingStem> stems;
  std::vector<std::uint32_t> places;  ///< meaningless for a stem that no unit has
};

RowStems stems_in_row(const Ring& ring) {
  RowStems used;
  used.places.assign(ring.stems.size(), kUnused);
  for (const RingUnit& unit : ring.units) {
    for (std::size_t i = unit.first_stem; i < unit.first_stem + unit.stems; ++i) {
      used.places[ring.places[i]] = 0;
    }
  }
  used.stems.reserve(ring.stems.size());
  for (std::size_t i = 0; i < ring.stems.size(); ++i) {
    if (used.places[i] != kUnused) {
      used.places[i] = static_cast<std::uint32_t>(used.stems.size());
      used.stems.push_back(ring.stems[i]);
    }
  }
  return used;
}

/// The stems, then their counts: each in one byte if that is enough for all, else in four.
void write_stems(std::string& bytes, const std::vector<RingStem>& stems) {
  const bool low = std::all_of(stems.begin(), stems.end(), [](const RingStem& one) { return one.holding <= kByteMax; });
  ByteWriter(bytes).varint(stems.size()).u8(low ? 1 : 0);
  write_numbers<kStemBytes>(bytes, stems.size(),
                            [&stems](std::size_t i) { return static_cast<std::uint64_t>(stems[i].stem); });
  const auto holding = [&stems](std::size_t i) { return std::min(stems[i].holding, kCountMax); };
  low ? write_numbers<1>(bytes, stems.size(), holding) : write_numbers<kCountBytes>(bytes, stems.size(), holding);
}

void read_stems(ByteReader& reader, std::vector<RingStem>& stems) {
  stems.resize(reader.count(kStemBytes + 1));
  const bool low = reader.u8() != 0;
  read_numbers<kStemBytes>(reader, stems.size(),
                           [&stems](std::size_t i, std::uint64_t number) { stems[i].stem = notes::Stem{number}; });
  const auto take = [&stems](std::size_t i, std::uint64_t number) { stems[i].holding = number; };
  low ? read_numbers<1>(reader, stems.size(), take) : read_numbers<kCountBytes>(reader, stems.size(), take);
}

void write_units(std::string& bytes, const std::vector<RingUnit>& units) {
  evidence::RowWriter writer(bytes, units.size() * kUnitBytesOften);
  writer.varint(units.size());
  for (const RingUnit& unit : units) {
    writer.varint(unit.number).i64(unit.rest).varint(unit.words).u8(unit.holding.has_value() ? 1 : 0);
    if (unit.holding.has_value()) {
      writer.uuid(unit.holding->id).varint(unit.holding->number);
    }
    writer.varint(unit.stems);
  }
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

/// The places of all units one behind the other.
template <std::size_t kBytes>
void write_places(std::string& bytes, const Ring& ring, const RowStems& used) {
  std::size_t count = 0;
  for (const RingUnit& unit : ring.units) {
    count += unit.stems;
  }
  const std::size_t begin = bytes.size();
  bytes.resize(begin + count * kBytes);
  char* out = bytes.data() + begin;
  for (const RingUnit& unit : ring.units) {
    for (std::size_t i = unit.first_stem; i < unit.first_stem + unit.stems; ++i, out += kBytes) {
      const std::uint32_t place = used.places[ring.places[i]];
      std::memcpy(out, &place, kBytes);
    }
  }
}

/// False if a place is beyond the list of stems.
bool read_places(ByteReader& reader, Ring& ring) {
  std::size_t count = 0;
  for (RingUnit& unit : ring.units) {
    unit.first_stem = count;
    count += unit.stems;
  }
  ring.places.reserve(std::min(count, reader.rest_size()));
  std::uint64_t highest = 0;
  const auto take = [&](std::size_t, std::uint64_t place) {
    ring.places.push_back(static_cast<std::uint32_t>(place));
    highest = std::max(highest, place);
  };
  ring.stems.size() <= kPlacesOfOneByte ? read_numbers<1>(reader, count, take) : read_numbers<2>(reader, count, take);
  return ring.places.size() == count && (count == 0 || highest < ring.stems.size());
}

}  // namespace

std::string encode_ring(const Ring& ring) {
  constexpr std::size_t kBytesOfHead = 256;
  std::string bytes;
  bytes.reserve(kBytesOfHead + ring.stems.size() * (kStemBytes + 1) + ring.units.size() * kUnitBytesOften +
                ring.places.size() * 2);
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(ring.heard).varint(ring.turns).i64(ring.last.value()).varint(ring.counted);
  write_asked(bytes, ring.talk.asked);
  write_last(bytes, ring.talk.user);
  write_last(bytes, ring.talk.agent);
  const RowStems used = stems_in_row(ring);
  write_stems(bytes, used.stems);
  write_units(bytes, ring.units);
  // Each in one byte if that is enough for all, else in two.
  used.stems.size() <= kPlacesOfOneByte ? write_places<1>(bytes, ring, used) : write_places<2>(bytes, ring, used);
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
  ring.talk.asked = read_asked(reader);
  ring.talk.user = read_last(reader);
  ring.talk.agent = read_last(reader);
  read_stems(reader, ring.stems);
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
