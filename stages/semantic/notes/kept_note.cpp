#include "stages/semantic/notes/kept_note.h"

#include <algorithm>
#include <compare>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/first_bytes.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/evidence/row_parts.h"
#include "stages/common/evidence/row_writer.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/evidence/source_list.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kNoteFormat = 4;
constexpr std::uint8_t kHeadFormat = 1;
constexpr std::size_t kRowBytesOften = 1'024;
constexpr std::uint8_t kUserBit = 1;
constexpr std::uint8_t kReplyBit = 2;
constexpr std::uint8_t kAskedBit = 4;
constexpr std::uint8_t kBeforeBit = 8;
constexpr std::uint8_t kBeforeInBit = 16;
constexpr std::string_view kUserSpeaks = "user";

std::uint8_t bits_of(const KeptNote& kept) {
  return static_cast<std::uint8_t>(
      (kept.note.user.known() ? kUserBit : 0) | (kept.note.reply_to.has_value() ? kReplyBit : 0) |
      (kept.asked.has_value() ? kAskedBit : 0) | (kept.note.before.has_value() ? kBeforeBit : 0) |
      (kept.before_in.has_value() ? kBeforeInBit : 0));
}

/// Makes the fields of the note what the ends say.
void take_ends(KeptNote& kept) {
  const bool holds = kept.ends.empty();
  kept.note.current = holds;
  kept.note.ended = holds ? std::nullopt : std::optional(kept.ends.front().at);
  kept.note.superseded_by = holds ? std::nullopt : kept.ends.front().superseded_by;
}

std::int64_t number_in(ByteReader& reader) {
  return static_cast<std::int64_t>(reader.varint());
}

/// A word with its first bytes as a number, which nearly always decides its place: that is one comparison instead of a call.
struct SortedWord {
  std::uint64_t first_bytes = 0;
  std::string_view text;
  friend auto operator<=>(const SortedWord&, const SortedWord&) = default;
};

/// The first eight bytes, the first one in the highest bits, with zeros behind a shorter word.
std::uint64_t first_bytes_of(std::string_view word) {
  return __builtin_bswap64(first_bytes(word.substr(0, sizeof(std::uint64_t))));
}

/// `bytes`: empty.
void write_note(std::string& bytes, const KeptNote& kept) {
  const model::Note& note = kept.note;
  evidence::RowWriter writer(bytes, kRowBytesOften);
  writer.u8(kNoteFormat).u8(bits_of(kept)).varint(kept.number).varint(kept.holders);
  writer.varint(static_cast<std::uint64_t>(note.importance)).varint(static_cast<std::uint64_t>(note.confidence));
  writer.text(note.text).text(note.speaker).text(note.about).text(note.session_id);
  if (note.user.known()) {
    writer.text(note.user.id).text(note.user.name);
  }
  if (note.reply_to.has_value()) {
    writer.text(*note.reply_to);
  }
  if (kept.asked.has_value()) {
    writer.with([&kept](ByteWriter& bytes_writer) { evidence::write_source(bytes_writer, *kept.asked); });
    writer.text(kept.asked_by);
  }
  if (note.before.has_value()) {
    writer.text(*note.before);
  }
  if (kept.before_in.has_value()) {
    writer.with([&kept](ByteWriter& bytes_writer) { evidence::write_source(bytes_writer, *kept.before_in); });
  }
  writer.i64(note.timestamp.value()).i64(note.span.from.value()).i64(note.span.to.value());
  writer.with([&note](ByteWriter& bytes_writer) { note.sources.write(bytes_writer); });
  writer.varint(kept.ends.size());
  for (const NoteEnd& end : kept.ends) {
    end.write(writer);
  }
}

/// The beginning of a note's row.
struct Beginning {
  bool known = false;  ///< the format
  std::uint8_t bits = 0;
  NoteRank rank;
};

Beginning read_beginning(ByteReader& reader) {
  Beginning beginning;
  beginning.known = reader.u8() == kNoteFormat;
  beginning.bits = reader.u8();
  beginning.rank.number = reader.varint();
  beginning.rank.holders = reader.varint();
  beginning.rank.importance = number_in(reader);
  return beginning;
}

Error damaged() {
  return evidence::bad_state("The row of a note is damaged or has another format.");
}

}  // namespace

void mark_end(KeptNote& kept, const Uuid& fact, const std::optional<NoteEnd>& end) {
  const auto known =
      std::find_if(kept.ends.begin(), kept.ends.end(), [&fact](const NoteEnd& other) { return other.fact == fact; });
  if (known != kept.ends.end() && end.has_value()) {
    *known = *end;
  } else if (known != kept.ends.end()) {
    kept.ends.erase(known);
  } else if (end.has_value() && kept.ends.size() < kNoteEndsMax) {
    kept.ends.push_back(*end);
  }
  take_ends(kept);
}

void say_again(KeptNote& kept, const KeptNote& draft) {
  const EventTime at = draft.note.timestamp;
  evidence::add_source(kept.note.sources, draft.note.sources.front());
  kept.note.confidence = std::max(kept.note.confidence, draft.note.confidence);
  if (kept.note.before != draft.note.before) {
    hide_before(kept);
  }
  std::erase_if(kept.ends, [at](const NoteEnd& end) { return end.at < at; });
  take_ends(kept);
}

void support(KeptNote& kept, model::SourceView source, std::string_view user_id) {
  if (!kept.note.user.known() || kept.note.user.id == user_id) {
    evidence::add_source(kept.note.sources, source);
  }
}

void hide_question(KeptNote& kept) {
  kept.asked.reset();
  kept.asked_by.clear();
  kept.note.reply_to.reset();
}

void hide_before(KeptNote& kept) {
  kept.before_in.reset();
  kept.note.before.reset();
}

std::string encode_note(const KeptNote& kept) {
  std::string bytes;
  write_note(bytes, kept);
  return bytes;
}

Result<KeptNote> decode_note(std::string_view bytes) {
  ByteReader reader(bytes);
  const Beginning beginning = read_beginning(reader);
  const std::uint8_t bits = beginning.bits;
  KeptNote kept;
  model::Note& note = kept.note;
  kept.number = beginning.rank.number;
  kept.holders = beginning.rank.holders;
  note.importance = beginning.rank.importance;
  note.confidence = number_in(reader);
  for (std::string* text : {&note.text, &note.speaker, &note.about, &note.session_id}) {
    *text = reader.text();
  }
  if ((bits & kUserBit) != 0) {
    note.user.id = reader.text();
    note.user.name = reader.text();
  }
  if ((bits & kReplyBit) != 0) {
    note.reply_to = std::string(reader.text());
  }
  if ((bits & kAskedBit) != 0) {
    kept.asked = evidence::read_source(reader);
    kept.asked_by = reader.text();
  }
  if ((bits & kBeforeBit) != 0) {
    note.before = std::string(reader.text());
  }
  if ((bits & kBeforeInBit) != 0) {
    kept.before_in = evidence::read_source(reader);
  }
  note.timestamp = EventTime{reader.i64()};
  note.span.from = EventTime{reader.i64()};
  note.span.to = EventTime{reader.i64()};
  note.sources = model::SourceList::read(reader);
  kept.ends.resize(reader.count(NoteEnd::kBytesMin));
  for (NoteEnd& end : kept.ends) {
    end = NoteEnd::read(reader);
  }
  take_ends(kept);
  if (!beginning.known || !reader.done()) {
    return damaged();
  }
  return kept;
}

Result<NoteRank> decode_note_rank(std::string_view bytes) {
  ByteReader reader(bytes);
  const Beginning beginning = read_beginning(reader);
  if (!beginning.known || !reader.ok()) {
    return damaged();
  }
  return beginning.rank;
}

std::string encode_note_head(const NoteHead& head) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kHeadFormat).varint(static_cast<std::uint64_t>(head.notes)).varint(head.numbers);
  writer.varint(head.sessions.size());
  for (const std::uint64_t session : head.sessions) {
    writer.u64(session);
  }
  return bytes;
}

Result<NoteHead> decode_note_head(std::string_view bytes) {
  ByteReader reader(bytes);
  const bool known = reader.u8() == kHeadFormat;
  NoteHead head;
  head.notes = number_in(reader);
  head.numbers = reader.varint();
  head.sessions.resize(reader.count(sizeof(std::uint64_t)));
  for (std::uint64_t& session : head.sessions) {
    session = reader.u64();
  }
  if (!known || !reader.done()) {
    return evidence::bad_state("The head row of the notes is damaged or has another format.");
  }
  return head;
}

Uuid note_id_of(std::string_view persona, const model::Note& note) {
  const std::string lower = to_lower(note.text);
  std::vector<SortedWord> words;
  words.reserve(lower.size() / 4 + 1);
  std::size_t at = 0;
  for (std::string_view word = next_word(lower, at); !word.empty(); word = next_word(lower, at)) {
    words.push_back({first_bytes_of(word), word});
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::string all;
  all.reserve(lower.size());
  for (const SortedWord& word : words) {
    if (!all.empty()) {
      all.push_back(' ');
    }
    all.append(word.text);
  }
  const bool is_user = note.user.known() && note.speaker == note.user.shown();
  return codec::note_id(persona, is_user ? kUserSpeaks : std::string_view(note.speaker), all, note.user.id);
}

}  // namespace turnstream::semantic
