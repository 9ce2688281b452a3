#include "stages/semantic/notes/hidden.h"

#include <algorithm>
#include <string>
#include <vector>

#include "stages/common/notes/sentences.h"
#include "stages/semantic/notes/candidates.h"

namespace turnstream::semantic {
namespace {

/// The ids that the runs of sentences of the text have as notes.
std::vector<Uuid> notes_in(std::string_view persona, std::string_view text, std::string_view speaker,
                           const model::User& user) {
  const std::vector<std::string_view> sentences = notes::sentences_of(text);
  const std::size_t count = std::min(sentences.size(), kSentencesMax);
  std::vector<Uuid> ids;
  model::Note note;
  note.speaker = std::string(speaker);
  note.user = user;
  for (std::size_t first = 0; first < count; ++first) {
    note.text.clear();
    for (std::size_t i = first; i < count; ++i) {
      note.text.append(note.text.empty() ? "" : " ").append(sentences[i]);
      ids.push_back(note_id_of(persona, note));
    }
  }
  return ids;
}

std::vector<Uuid> notes_in_question(std::string_view persona, const KeptNote& kept) {
  return notes_in(persona, kept.note.reply_to.value_or(""), kept.asked_by, kept.note.user);
}

std::vector<Uuid> notes_in_before(std::string_view persona, const KeptNote& kept) {
  return notes_in(persona, kept.note.before.value_or(""), kept.note.speaker, kept.note.user);
}

Result<bool> has_any(const GoneFacts& gone, const std::vector<Uuid>& ids) {
  for (const Uuid& id : ids) {
    TS_ASSIGN_OR_RETURN(const bool has, gone.has(id));
    if (has) {
      return true;
    }
  }
  return false;
}

/// `said`: a Said with what it has besides.
template <typename Kind>
Status clear_barred(std::string_view persona, const GoneFacts& gone, Kind& said) {
  TS_ASSIGN_OR_RETURN(const bool barred, has_any(gone, notes_in(persona, said.text, said.speaker, said.user)));
  if (barred) {
    said = {};
  }
  return {};
}

bool has_any(const evidence::Forgotten& forgotten, const std::vector<Uuid>& ids) {
  return std::any_of(ids.begin(), ids.end(), [&forgotten](const Uuid& id) { return forgotten.has(to_string(id)); });
}

bool is_forgotten(std::string_view persona, const evidence::Forgotten& forgotten, const Said& said) {
  return !said.text.empty() && (forgotten.covers(source_of(persona, said)) ||
                                has_any(forgotten, notes_in(persona, said.text, said.speaker, said.user)));
}

}  // namespace

Status hide_barred(std::string_view persona, const GoneFacts& gone, KeptNote& kept) {
  TS_ASSIGN_OR_RETURN(const bool question, has_any(gone, notes_in_question(persona, kept)));
  if (question) {
    hide_question(kept);
  }
  TS_ASSIGN_OR_RETURN(const bool before, has_any(gone, notes_in_before(persona, kept)));
  if (before) {
    hide_before(kept);
  }
  return {};
}

Status hide_barred(std::string_view persona, const GoneFacts& gone, Talk& talk) {
  TS_RETURN_IF_ERROR(clear_barred(persona, gone, talk.asked));
  TS_RETURN_IF_ERROR(clear_barred(persona, gone, talk.user));
  return clear_barred(persona, gone, talk.agent);
}

void hide_forgotten(std::string_view persona, const evidence::Forgotten& forgotten, KeptNote& kept) {
  if ((kept.asked.has_value() && forgotten.covers(*kept.asked)) ||
      has_any(forgotten, notes_in_question(persona, kept))) {
    hide_question(kept);
  }
  if ((kept.before_in.has_value() && forgotten.covers(*kept.before_in)) ||
      has_any(forgotten, notes_in_before(persona, kept))) {
    hide_before(kept);
  }
}

bool forget_talk(std::string_view persona, const evidence::Forgotten& forgotten, Talk& talk) {
  bool gone = false;
  if (is_forgotten(persona, forgotten, talk.asked)) {
    talk.asked = {};
    gone = true;
  }
  for (LastSaid* last : {&talk.user, &talk.agent}) {
    if (is_forgotten(persona, forgotten, *last)) {
      *last = {};
      gone = true;
    }
  }
  return gone;
}

}  // namespace turnstream::semantic
