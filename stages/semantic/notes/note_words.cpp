#include "stages/semantic/notes/note_words.h"

#include "stages/common/evidence/rows.h"
#include "stages/semantic/notes/kept_note.h"

namespace turnstream::semantic {
namespace {

evidence::RowKey settled_key() {
  return evidence::RowKey(kNoteWordsPrefix).append(std::string_view("settled"));
}
evidence::RowKey recent_key() {
  return evidence::RowKey(kNoteWordsPrefix).append(std::string_view("recent"));
}

}  // namespace

Status NoteWords::load() {
  TS_ASSIGN_OR_RETURN(const auto settled, rows_.get(settled_key()));
  TS_ASSIGN_OR_RETURN(const auto recent, rows_.get(recent_key()));
  TS_ASSIGN_OR_RETURN(statistics_, notes::WordStatistics::parse(settled.value_or(""), recent.value_or("")));
  return {};
}

void NoteWords::finish() {
  if (!statistics_.has_value()) {
    return;
  }
  if (statistics_->settled_changed()) {
    rows_.put(settled_key(), statistics_->settled_row());
  }
  rows_.put(recent_key(), statistics_->recent_row());
}

void NoteWords::clear() {
  statistics_.reset();
  rows_.erase(settled_key());
  rows_.erase(recent_key());
}

}  // namespace turnstream::semantic
