#include "stages/semantic/notes/note_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/codec/note.h"

namespace turnstream::semantic {
namespace {

constexpr std::size_t kImportanceBytes = 4;
/// Reserved for the JSON of a note, which can be longer: so it does not grow step by step.
constexpr std::size_t kJsonBytes = 1'024;

evidence::RowKey rank_key(std::int64_t importance, std::uint64_t number) {
  evidence::RowKey key(kNoteRankPrefix);
  key.append_number(static_cast<std::uint64_t>(importance), kImportanceBytes).append_number(number);
  return key;
}

evidence::RowKey rank_key(const KeptNote& kept) {
  return rank_key(kept.note.importance, kept.number);
}

}  // namespace

void NoteForm::report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const KeptNote& kept,
                      evidence::Before<KeptNote> before) {
  if (before.entry != nullptr && before.entry->note == kept.note) {
    return;  // Only fields that the change does not contain differ, so no change is reported.
  }
  std::string json;
  json.reserve(kJsonBytes);
  codec::append_note(json, persona, id, kept.note);
  effects.put(kKind, to_string(id), std::move(json), before.existed);
}

std::vector<codec::StatCounter> NoteForm::counters(const NoteHead& head) {
  return head.notes == 0 ? std::vector<codec::StatCounter>() : std::vector<codec::StatCounter>{{"notes", head.notes}};
}

KeptNote* NoteTable::add(const Uuid& id, KeptNote&& kept) {
  kept.number = ++head.numbers;
  ++head.notes;
  std::string row;
  ByteWriter(row).uuid(id);
  context().state().put(rank_key(kept), row);
  return PersonaTable::add(id, std::move(kept));
}

/// Most notes have one holder, and nothing else reads them in the record with which they leave: of these the rank is enough.
Status NoteTable::release(const Uuid& id, std::uint64_t number) {
  if (touched().find(id) == touched().end()) {
    TS_ASSIGN_OR_RETURN(const auto row, context().state().get(key(id)));
    if (!row.has_value()) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const NoteRank rank, decode_note_rank(*row));
    if (rank.number != number) {
      return {};
    }
    if (rank.holders == 1) {
      context().state().erase(rank_key(rank.importance, rank.number));
      --head.notes;
      return PersonaTable::remove(id);
    }
  }
  TS_ASSIGN_OR_RETURN(KeptNote * kept, find(id));
  if (kept == nullptr || kept->number != number) {
    return {};
  }
  --kept->holders;
  return kept->holders == 0 ? remove(id) : Status();
}

Status NoteTable::remove(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const KeptNote* kept, find(id));
  if (kept == nullptr) {
    return evidence::bad_state("The order of the notes names a note that is missing.");
  }
  context().state().erase(rank_key(*kept));
  --head.notes;
  return PersonaTable::remove(id);
}

Status NoteTable::evict(std::int64_t notes_max) {
  if (head.notes <= notes_max) {
    return {};
  }
  const auto surplus = static_cast<std::size_t>(head.notes - notes_max);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> leaving, first_ids(std::min(surplus, kEvictionsMax)));
  for (const Uuid& id : leaving) {
    TS_RETURN_IF_ERROR(remove(id));
  }
  return {};
}

Result<std::vector<Uuid>> NoteTable::ids() {
  return first_ids(std::numeric_limits<std::size_t>::max());
}

Result<std::vector<Uuid>> NoteTable::first_ids(std::size_t count) {
  std::vector<Uuid> ids;
  TS_RETURN_IF_ERROR(context().state().scan(kNoteRankPrefix, count, [&ids](std::string_view, std::string_view row) {
    ids.push_back(ByteReader(row).uuid());
    return true;
  }));
  return ids;
}

Status NoteTable::finish() {
  if (head.notes == 0 && head.sessions.empty()) {
    head.numbers = 0;
  }
  return PersonaTable::finish();
}

}  // namespace turnstream::semantic
