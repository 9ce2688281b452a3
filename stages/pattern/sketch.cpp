#include "stages/pattern/sketch.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/check.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kTurnBytesMin = 2 + 8;
constexpr std::size_t kEntryBytesMin = 3;
constexpr std::size_t kOccurrenceBytesMin = 16 + 1;

auto place_of(const std::vector<SketchEntry>& entries, std::string_view key) {
  return std::find_if(entries.begin(), entries.end(), [key](const SketchEntry& entry) { return entry.key == key; });
}

bool counted_less(const SketchEntry& a, const SketchEntry& b) {
  return a.count() < b.count();
}

bool earlier(const Occurrence& a, const Occurrence& b) {
  return a.at < b.at;
}

/// The turns of the occurrences. Each turn is written once, because many keys share it.
class TurnTable {
 public:
  std::size_t add(const Occurrence& occurrence) {
    const auto same = std::find_if(turns_.begin(), turns_.end(), [&occurrence](const Occurrence* turn) {
      return turn->at == occurrence.at && turn->source.turn_id == occurrence.source.turn_id &&
             turn->source.session_id == occurrence.source.session_id;
    });
    if (same != turns_.end()) {
      return static_cast<std::size_t>(same - turns_.begin());
    }
    turns_.push_back(&occurrence);
    return turns_.size() - 1;
  }
  void write(ByteWriter& writer) const {
    writer.varint(turns_.size());
    for (const Occurrence* turn : turns_) {
      writer.text(turn->source.turn_id).text(turn->source.session_id).i64(turn->at.value());
    }
  }

 private:
  std::vector<const Occurrence*> turns_;
};

std::vector<Occurrence> read_turns(ByteReader& reader) {
  std::vector<Occurrence> turns(reader.count(kTurnBytesMin));
  for (Occurrence& turn : turns) {
    turn.source.turn_id = std::string(reader.text());
    turn.source.session_id = std::string(reader.text());
    turn.at = EventTime{reader.i64()};
  }
  return turns;
}

void write_entry(ByteWriter& writer, const SketchEntry& entry, TurnTable& turns) {
  writer.text(entry.key).varint(static_cast<std::uint64_t>(entry.error)).varint(entry.occurrences.size());
  for (const Occurrence& occurrence : entry.occurrences) {
    const auto id = parse_uuid(occurrence.source.id);
    TS_CHECK(id.has_value());
    writer.uuid(*id).varint(turns.add(occurrence));
  }
}

/// Reads an entry; false if one of its occurrences refers to a turn that the table does not have.
bool read_entry(ByteReader& reader, const std::vector<Occurrence>& turns, SketchEntry& entry) {
  entry.key = std::string(reader.text());
  entry.error = static_cast<std::int64_t>(reader.varint());
  const std::size_t occurrences = reader.count(kOccurrenceBytesMin);
  for (std::size_t i = 0; i < occurrences; ++i) {
    const Uuid id = reader.uuid();
    const std::uint64_t turn = reader.varint();
    if (turn >= turns.size()) {
      return false;
    }
    entry.occurrences.push_back(turns[turn]);
    entry.occurrences.back().source.id = to_string(id);
  }
  return true;
}

}  // namespace

EventTime SketchEntry::first_seen() const {
  return std::min_element(occurrences.begin(), occurrences.end(), earlier)->at;
}

EventTime SketchEntry::last_seen() const {
  return std::max_element(occurrences.begin(), occurrences.end(), earlier)->at;
}

const SketchEntry& Sketch::count(std::string_view key, const Occurrence& occurrence, std::size_t keys_max) {
  SketchEntry entry{std::string(key), 0, {}};
  if (const auto known = place_of(entries_, key); known != entries_.end()) {
    entry = *known;
    entries_.erase(known);
  }
  while (entries_.size() >= std::max<std::size_t>(keys_max, 1)) {
    const auto least = std::min_element(entries_.begin(), entries_.end(), counted_less);
    if (entry.occurrences.empty()) {
      entry.error = least->count();
    }
    entries_.erase(least);
  }
  entry.occurrences.push_back(occurrence);
  return entries_.emplace_back(std::move(entry));
}

const SketchEntry* Sketch::find(std::string_view key) const {
  const auto known = place_of(entries_, key);
  return known == entries_.end() ? nullptr : &*known;
}

void Sketch::remove(std::string_view key) {
  std::erase_if(entries_, [key](const SketchEntry& entry) { return entry.key == key; });
}

bool Sketch::forget_if(const std::function<bool(const model::Source& source)>& forgotten) {
  std::size_t gone = 0;
  for (SketchEntry& entry : entries_) {
    gone +=
        std::erase_if(entry.occurrences, [&](const Occurrence& occurrence) { return forgotten(occurrence.source); });
  }
  std::erase_if(entries_, [](const SketchEntry& entry) { return entry.occurrences.empty(); });
  return gone != 0;
}

std::string Sketch::encode() const {
  std::string body;
  ByteWriter body_writer(body);
  TurnTable turns;
  body_writer.varint(entries_.size());
  for (const SketchEntry& entry : entries_) {
    write_entry(body_writer, entry, turns);
  }
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat);
  turns.write(writer);
  return bytes + body;
}

Result<Sketch> Sketch::decode(std::string_view bytes) {
  ByteReader reader(bytes);
  bool ok = reader.u8() == kFormat;
  const std::vector<Occurrence> turns = read_turns(reader);
  Sketch sketch;
  sketch.entries_.resize(reader.count(kEntryBytesMin));
  for (SketchEntry& entry : sketch.entries_) {
    ok = ok && read_entry(reader, turns, entry);
  }
  if (!ok || !reader.done()) {
    return evidence::bad_state("The row of a sketch (counts of possible patterns) is damaged or has another format.");
  }
  return sketch;
}

}  // namespace turnstream::pattern
