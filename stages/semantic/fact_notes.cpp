#include "stages/semantic/fact_notes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "pipeline/base/utf8.h"

namespace turnstream::semantic {
namespace {

/// The words in lower case, each between two blanks, so that a run of them is found as a part.
std::string words_of(std::string_view text) {
  const std::string lower = to_lower(text);
  std::string words = " ";
  std::size_t at = 0;
  for (std::string_view word = next_word(lower, at); !word.empty(); word = next_word(lower, at)) {
    words.append(word).append(" ");
  }
  return words;
}

bool is_of_note(const KeptFact& kept, const Uuid& note) {
  return std::any_of(kept.notes.begin(), kept.notes.end(), [&note](const NoteLink& link) { return link.note == note; });
}

}  // namespace

void link_claims(std::vector<Claim>& claims, const std::vector<HeardUnit>& heard) {
  std::vector<std::string> words(heard.size());
  for (Claim& claim : claims) {
    const std::string_view sentence = claim.said.empty() ? claim.evidence : claim.said;
    const auto begin = std::find_if(heard.begin(), heard.end(),
                                    [&claim](const HeardUnit& unit) { return unit.pointer == claim.pointer; });
    if (begin == heard.end() || claim.statement.ended || sentence.empty()) {
      continue;
    }
    const auto end =
        std::find_if(begin, heard.end(), [&claim](const HeardUnit& unit) { return unit.pointer != claim.pointer; });
    if (end - begin == 1 && begin->side == Side::kRecord) {
      claim.notes = {begin->link};  // a record of one unit
      continue;
    }
    const std::string said = words_of(sentence);
    for (auto unit = begin; unit != end && said.size() > 1; ++unit) {
      std::string& unit_words = words[static_cast<std::size_t>(unit - heard.begin())];
      if (unit_words.empty()) {
        unit_words = words_of(unit->text);
      }
      if (unit_words.find(said) != std::string::npos) {
        claim.notes = {unit->link};
        break;
      }
      if (said.find(unit_words) != std::string::npos) {
        claim.notes.push_back(unit->link);
      }
    }
  }
}

Status mark_notes(FactTable& facts, const FactBook& book, NoteBook& notes) {
  TS_ASSIGN_OR_RETURN(const std::vector<FactTurn> turned, facts.turned());
  for (const FactTurn& turn : turned) {
    const KeptFact* successor = nullptr;
    if (turn.end.has_value() && turn.end->superseded_by.has_value()) {
      TS_ASSIGN_OR_RETURN(successor, facts.find(*turn.end->superseded_by));
    }
    for (const NoteLink& link : turn.notes) {
      if (successor != nullptr && is_of_note(*successor, link.note)) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const bool marked, notes.mark(link, turn.id, turn.end));
      if (marked && successor != nullptr) {
        TS_RETURN_IF_ERROR(facts.show(*turn.end->superseded_by));
      }
    }
  }
  for (const Confirmed& confirmed : book.confirmed()) {
    for (const NoteLink& link : confirmed.notes) {
      TS_RETURN_IF_ERROR(notes.support(link, confirmed.source));
    }
  }
  return {};
}

}  // namespace turnstream::semantic
