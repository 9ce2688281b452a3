#include "stages/semantic/notes/said_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::semantic {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kDraftBytesMin = 2;

evidence::RowKey said_key(std::uint64_t session, std::uint64_t turn) {
  return evidence::RowKey(kSaidPrefix).append_number(session).append_number(turn);
}

/// A draft as it stands in a row.
struct WrittenDraft {
  std::uint64_t number = 0;
  std::string_view note;
};

/// Reads the drafts of a row one after the other.
class SaidReader {
 public:
  explicit SaidReader(std::string_view bytes) : reader_(bytes) {
    if (reader_.u8() != kFormat) {
      reader_.fail();
    }
    count_ = reader_.count(kDraftBytesMin);
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool at_end() const { return reader_.at_end(); }
  WrittenDraft next() { return {reader_.varint(), reader_.text()}; }
  [[nodiscard]] bool ok() const { return reader_.ok(); }

 private:
  ByteReader reader_;
  std::size_t count_ = 0;
};

std::string row_of(const std::vector<WrittenDraft>& drafts) {
  std::size_t size = 0;
  for (const WrittenDraft& draft : drafts) {
    size += draft.note.size() + kDraftBytesMin + sizeof draft.number;
  }
  std::string row;
  row.reserve(size);
  ByteWriter writer(row);
  writer.u8(kFormat).varint(drafts.size());
  for (const WrittenDraft& draft : drafts) {
    writer.varint(draft.number).text(draft.note);
  }
  return row;
}

std::string row_of(const Drafts& drafts) {
  std::vector<std::string> notes;
  std::vector<WrittenDraft> written;
  notes.reserve(drafts.size());  // The views below point into it.
  for (const auto& [number, draft] : drafts) {
    written.push_back({number, notes.emplace_back(encode_note(draft))});
  }
  return row_of(written);
}

bool has_unit(const Ring& ring, std::uint64_t number) {
  return std::any_of(ring.units.begin(), ring.units.end(),
                     [number](const RingUnit& unit) { return unit.number == number; });
}

Error damaged() {
  return evidence::bad_state("The row of a turn's units that can be notes is missing, damaged or has another format.");
}

/// All drafts of a row, as views into it.
Result<std::vector<WrittenDraft>> written_drafts(std::string_view bytes) {
  SaidReader reader(bytes);
  std::vector<WrittenDraft> drafts;
  drafts.reserve(reader.count());
  while (!reader.at_end()) {
    drafts.push_back(reader.next());
  }
  if (!reader.ok() || drafts.size() != reader.count()) {
    return damaged();
  }
  return drafts;
}

}  // namespace

Result<Drafts> decode_said(std::string_view bytes) {
  SaidReader reader(bytes);
  Drafts drafts;
  while (!reader.at_end()) {
    const WrittenDraft draft = reader.next();
    TS_ASSIGN_OR_RETURN(KeptNote note, decode_note(draft.note));
    drafts.emplace(draft.number, std::move(note));
  }
  if (!reader.ok() || drafts.size() != reader.count()) {
    return damaged();
  }
  return drafts;
}

void SaidRows::write(std::uint64_t session, const Drafts& drafts) {
  if (!drafts.empty()) {
    rows_.put(said_key(session, turn_of_unit(drafts.begin()->first)), row_of(drafts));
  }
}

Result<KeptNote> SaidRows::read(std::uint64_t session, std::uint64_t number) {
  TS_ASSIGN_OR_RETURN(const std::string_view bytes, row(session, turn_of_unit(number)));
  for (SaidReader reader(bytes); !reader.at_end();) {
    if (const WrittenDraft draft = reader.next(); draft.number == number) {
      return decode_note(draft.note);
    }
  }
  return damaged();
}

Status SaidRows::change(std::uint64_t session, std::uint64_t number,
                        const std::function<void(KeptNote& draft)>& change) {
  const evidence::RowKey key = said_key(session, turn_of_unit(number));
  TS_ASSIGN_OR_RETURN(const auto before, rows_.get(key));
  if (!before.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(std::vector<WrittenDraft> drafts, written_drafts(*before));
  const auto draft =
      std::find_if(drafts.begin(), drafts.end(), [number](const WrittenDraft& one) { return one.number == number; });
  if (draft == drafts.end()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(KeptNote note, decode_note(draft->note));
  change(note);
  if (const std::string now = encode_note(note); now != draft->note) {
    draft->note = now;
    rows_.put(key, row_of(drafts));
  }
  return {};
}

Status SaidRows::drop(std::uint64_t session, const Ring& ring, const std::vector<RingUnit>& left) {
  std::vector<std::uint64_t> turns;
  for (const RingUnit& unit : left) {
    turns.push_back(turn_of_unit(unit.number));
  }
  std::sort(turns.begin(), turns.end());
  turns.erase(std::unique(turns.begin(), turns.end()), turns.end());
  for (const std::uint64_t turn : turns) {
    TS_RETURN_IF_ERROR(keep(session, turn, ring));
  }
  return {};
}

/// Erases the row if none of its units is in the ring; writes it again if too many are not.
Status SaidRows::keep(std::uint64_t session, std::uint64_t turn, const Ring& ring) {
  const auto staying =
      static_cast<std::size_t>(std::count_if(ring.units.begin(), ring.units.end(), [turn](const RingUnit& unit) {
        return turn_of_unit(unit.number) == turn;
      }));
  if (staying == 0) {
    rows_.erase(said_key(session, turn));
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::string_view bytes, row(session, turn));
  SaidReader reader(bytes);
  if (reader.count() <= staying + kLeftMax) {
    return {};
  }
  std::vector<WrittenDraft> kept;
  while (!reader.at_end()) {
    if (const WrittenDraft draft = reader.next(); has_unit(ring, draft.number)) {
      kept.push_back(draft);
    }
  }
  rows_.put(said_key(session, turn), row_of(kept));
  return {};
}

Status SaidRows::revise(std::uint64_t session, std::uint64_t turn, const Ring& ring,
                        const std::function<bool(std::uint64_t number, KeptNote& draft)>& stays) {
  TS_ASSIGN_OR_RETURN(const std::string_view before, row(session, turn));
  TS_ASSIGN_OR_RETURN(Drafts drafts, decode_said(before));
  for (auto entry = drafts.begin(); entry != drafts.end();) {
    const bool kept = has_unit(ring, entry->first) && stays(entry->first, entry->second);
    entry = kept ? std::next(entry) : drafts.erase(entry);
  }
  if (drafts.empty()) {
    rows_.erase(said_key(session, turn));
  } else if (const std::string now = row_of(drafts); now != before) {
    rows_.put(said_key(session, turn), now);
  }
  return {};
}

void SaidRows::erase(std::uint64_t session, const Ring& ring) {
  for (std::size_t i = 0; i < ring.units.size(); ++i) {
    const std::uint64_t turn = turn_of_unit(ring.units[i].number);
    if (i == 0 || turn_of_unit(ring.units[i - 1].number) != turn) {
      rows_.erase(said_key(session, turn));
    }
  }
}

Result<std::string_view> SaidRows::row(std::uint64_t session, std::uint64_t turn) {
  TS_ASSIGN_OR_RETURN(const auto found, rows_.get(said_key(session, turn)));
  if (!found.has_value()) {
    return damaged();
  }
  return *found;
}

}  // namespace turnstream::semantic
