#include "stages/semantic/kept_fact.h"

#include <algorithm>
#include <utility>

#include "stages/common/evidence/row_parts.h"
#include "stages/common/evidence/row_writer.h"
#include "stages/semantic/timeline.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kHeadFormat = 2;
constexpr std::uint8_t kFactFormat = 5;
constexpr std::uint8_t kCurrentBit = 1;
constexpr std::uint8_t kSupersededBit = 2;
constexpr std::uint8_t kUserBit = 4;
constexpr std::uint8_t kHiddenBit = 8;
constexpr std::uint8_t kEndedBit = 16;
constexpr std::uint8_t kMadeBit = 32;
constexpr std::uint8_t kOpenBit = 1;
constexpr std::size_t kRowBytesOften = 1'024;

void write_validity(evidence::RowWriter& writer, const std::vector<model::Validity>& validity) {
  writer.varint(validity.size());
  for (const model::Validity& interval : validity) {
    writer.i64(interval.from.value()).u8(interval.to.has_value() ? 0 : kOpenBit);
    writer.i64(interval.to.value_or(EventTime{}).value());
  }
}

constexpr std::size_t kIntervalBytes = 2 * sizeof(std::int64_t) + 1;

std::vector<model::Validity> read_validity(ByteReader& reader) {
  std::vector<model::Validity> validity(reader.count(kIntervalBytes));
  for (model::Validity& interval : validity) {
    interval.from = EventTime{reader.i64()};
    const bool open = reader.u8() == kOpenBit;
    const EventTime to{reader.i64()};
    interval.to = open ? std::nullopt : std::optional(to);
  }
  return validity;
}

std::vector<std::uint32_t> read_words(ByteReader& reader) {
  std::vector<std::uint32_t> words(reader.count(sizeof(std::uint32_t)));
  std::generate(words.begin(), words.end(), [&reader] { return reader.u32(); });
  return words;
}

void write_links(evidence::RowWriter& writer, const KeptFact& kept) {
  const std::size_t count = std::min(kept.notes.size(), kNoteLinksMax);
  const auto first = static_cast<std::ptrdiff_t>(kept.fact.current ? kept.notes.size() - count : 0);
  writer.varint(count);
  std::for_each_n(kept.notes.begin() + first, count, [&writer](const NoteLink& link) { link.write(writer); });
}

/// `bytes`: empty.
void write_fact(std::string& bytes, const KeptFact& kept) {
  const model::Fact& fact = kept.fact;
  const bool ended = !fact.current && !kept.ended_by.empty();
  evidence::RowWriter writer(bytes, kRowBytesOften);
  writer.u8(kFactFormat)
      .u8(static_cast<std::uint8_t>((fact.current ? kCurrentBit : 0) |
                                    (fact.superseded_by.has_value() ? kSupersededBit : 0) |
                                    (fact.user.known() ? kUserBit : 0) | (kept.shown ? 0 : kHiddenBit) |
                                    (ended ? kEndedBit : 0) | (kept.made_of.empty() ? 0 : kMadeBit)));
  writer.varint(static_cast<std::uint64_t>(fact.confidence)).i64(kept.last_seen.value()).varint(kept.birth);
  writer.text(fact.subject).text(fact.relation).text(fact.value).text(fact.text);
  write_validity(writer, fact.validity);
  if (fact.superseded_by.has_value()) {
    writer.uuid(*fact.superseded_by);
  }
  if (fact.user.known()) {
    writer.text(fact.user.id).text(fact.user.name);
  }
  writer.with([&fact](ByteWriter& bytes_writer) { fact.sources.write(bytes_writer); });
  writer.i64(kept.last_said.value()).u64(kept.last_session);
  writer.varint(kept.words.size());
  for (const std::uint32_t word : kept.words) {
    writer.u32(word);
  }
  writer.text(fact.evidence);
  write_links(writer, kept);
  if (ended) {
    writer.varint(kept.ended_by.size());
    for (const EndSaid& end : kept.ended_by) {
      writer.with([&end](ByteWriter& bytes_writer) { evidence::write_source(bytes_writer, end.source); });
      writer.i64(end.at.value());
    }
  }
  if (!kept.made_of.empty()) {
    writer.varint(kept.made_of.size());
    std::for_each(kept.made_of.begin(), kept.made_of.end(), [&writer](const Uuid& id) { writer.uuid(id); });
  }
}

/// The beginning of a fact's row: its flags and its rank.
struct Beginning {
  std::uint8_t bits = 0;
  FactRank rank;
};

Result<Beginning> read_beginning(ByteReader& reader) {
  if (reader.u8() != kFactFormat) {
    return bad_state("A fact's row is damaged or has another format.");
  }
  Beginning beginning;
  beginning.bits = reader.u8();
  beginning.rank.current = (beginning.bits & kCurrentBit) != 0;
  beginning.rank.shown = (beginning.bits & kHiddenBit) == 0;
  beginning.rank.confidence = static_cast<std::int64_t>(reader.varint());
  beginning.rank.last_seen = LogTime{reader.i64()};
  beginning.rank.birth = reader.varint();
  return reader.ok() ? Result<Beginning>(beginning) : bad_state("A fact's row is damaged.");
}

}  // namespace

std::string hash_key(std::string_view prefix, std::uint64_t hash) {
  std::string key(prefix);
  ByteWriter(key).u64(hash);
  return key;
}

void add_links(KeptFact& kept, const std::vector<NoteLink>& links) {
  for (const NoteLink& link : links) {
    if (std::find(kept.notes.begin(), kept.notes.end(), link) == kept.notes.end()) {
      kept.notes.push_back(link);
    }
  }
}

void add_end(std::vector<EndSaid>& ends, EndSaid end) {
  const auto same = [&end](const EndSaid& other) { return other.source == end.source; };
  if (std::none_of(ends.begin(), ends.end(), same)) {
    ends.push_back(std::move(end));
    if (ends.size() > kEndsMax) {
      ends.erase(ends.begin() + 1);
    }
  }
}

void hold_again(model::Fact& fact, EventTime at) {
  if (!fact.current && at > *fact.validity.back().to) {
    fact.validity.push_back({at, std::nullopt});
    fact.current = true;
    fact.superseded_by.reset();
    if (fact.validity.size() > kValiditiesMax) {
      fact.validity.erase(fact.validity.begin());
    }
  }
  fact.validity.front().from = std::min(fact.validity.front().from, at);
}

std::string encode_fact(const KeptFact& kept) {
  std::string bytes;
  write_fact(bytes, kept);
  return bytes;
}

Result<KeptFact> decode_fact(std::string_view bytes) {
  ByteReader reader(bytes);
  TS_ASSIGN_OR_RETURN(const Beginning beginning, read_beginning(reader));
  KeptFact kept;
  model::Fact& fact = kept.fact;
  fact.current = beginning.rank.current;
  fact.confidence = beginning.rank.confidence;
  kept.last_seen = beginning.rank.last_seen;
  kept.birth = beginning.rank.birth;
  kept.shown = beginning.rank.shown;
  fact.subject = reader.text();
  fact.relation = reader.text();
  fact.value = reader.text();
  fact.text = reader.text();
  fact.validity = read_validity(reader);
  if ((beginning.bits & kSupersededBit) != 0) {
    fact.superseded_by = reader.uuid();
  }
  if ((beginning.bits & kUserBit) != 0) {
    fact.user.id = reader.text();
    fact.user.name = reader.text();
  }
  fact.sources = model::SourceList::read(reader);
  kept.last_said = EventTime{reader.i64()};
  kept.last_session = reader.u64();
  kept.words = read_words(reader);
  fact.evidence = reader.text();
  kept.notes.resize(reader.count(NoteLink::kBytesMin));
  for (NoteLink& link : kept.notes) {
    link = NoteLink::read(reader);
  }
  if ((beginning.bits & kEndedBit) != 0) {
    constexpr std::size_t kEndBytesMin = 3 + sizeof(std::int64_t);
    kept.ended_by.resize(reader.count(kEndBytesMin));
    for (EndSaid& end : kept.ended_by) {
      end.source = evidence::read_source(reader);
      end.at = EventTime{reader.i64()};
    }
  }
  if ((beginning.bits & kMadeBit) != 0) {
    kept.made_of.resize(reader.count(sizeof(Uuid)));
    std::generate(kept.made_of.begin(), kept.made_of.end(), [&reader] { return reader.uuid(); });
  }
  if (!reader.done()) {
    return bad_state("A fact's row is damaged.");
  }
  return kept;
}

Result<FactWords> decode_fact_words(std::string_view bytes) {
  ByteReader reader(bytes);
  TS_ASSIGN_OR_RETURN(const Beginning beginning, read_beginning(reader));
  constexpr int kTextsBefore = 3;  // subject, relation and value
  for (int i = 0; i < kTextsBefore; ++i) {
    reader.text();
  }
  FactWords found;
  found.text = reader.text();
  reader.bytes(reader.count(kIntervalBytes) * kIntervalBytes);
  if ((beginning.bits & kSupersededBit) != 0) {
    reader.uuid();
  }
  if ((beginning.bits & kUserBit) != 0) {
    reader.text();
    reader.text();
  }
  reader.varint();  // how many sources, and then the sources as a text
  reader.text();
  reader.i64();
  reader.u64();
  found.words = read_words(reader);
  if (!reader.ok()) {
    return bad_state("A fact's row is damaged.");
  }
  return found;
}

Result<FactRank> decode_fact_rank(std::string_view bytes) {
  ByteReader reader(bytes);
  TS_ASSIGN_OR_RETURN(const Beginning beginning, read_beginning(reader));
  return beginning.rank;
}

std::string encode_head(const Head& head) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kHeadFormat)
      .varint(static_cast<std::uint64_t>(head.facts))
      .varint(static_cast<std::uint64_t>(head.shown))
      .varint(static_cast<std::uint64_t>(head.current));
  writer.varint(head.born);
  for (const auto& bounds : {head.all, head.weak, head.gone}) {
    evidence::write_bounds(writer, bounds);
  }
  writer.u8(head.timer.has_value() ? 1 : 0).i64(head.timer.value_or(LogTime{}).value()).text(head.salt);
  return bytes;
}

Result<Head> decode_head(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.u8() != kHeadFormat) {
    return bad_state("The head row of the facts is damaged or has another format.");
  }
  Head head;
  head.facts = static_cast<std::int64_t>(reader.varint());
  head.shown = static_cast<std::int64_t>(reader.varint());
  head.current = static_cast<std::int64_t>(reader.varint());
  head.born = reader.varint();
  head.all = evidence::read_bounds(reader);
  head.weak = evidence::read_bounds(reader);
  head.gone = evidence::read_bounds(reader);
  const bool armed = reader.u8() != 0;
  const LogTime due{reader.i64()};
  head.timer = armed ? std::optional(due) : std::nullopt;
  head.salt = std::string(reader.text());
  if (!reader.done()) {
    return bad_state("The head row of the facts is damaged.");
  }
  return head;
}

}  // namespace turnstream::semantic
