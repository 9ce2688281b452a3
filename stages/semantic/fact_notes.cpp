#include "stages/semantic/fact_notes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"

namespace turnstream::semantic {
namespace {

/// The words in lower case, each between two blanks, so that a run of them is found as a part.
std::string words_of(std::string_view text) {
  const std::string lower = to_lower(text);
  std::string words;
  words.reserve(lower.size() + 2);
  words.push_back(' ');
  std::size_t at = 0;
  for (std::string_view word = next_word(lower, at); !word.empty(); word = next_word(lower, at)) {
    words.append(word);
    words.push_back(' ');
  }
  return words;
}

bool is_ascii_word(char c) {
  return ascii::is_of(ascii::kWord, c);
}

/// Whether the text has the sentence as it is written, between two signs of ASCII. Then it has its words as words_of() gives them.
bool quotes(std::string_view text, std::string_view sentence) {
  const std::size_t begin = is_ascii_word(sentence.front()) ? text.find(sentence) : std::string_view::npos;
  if (begin == std::string_view::npos) {
    return false;
  }
  const auto divides = [text](std::size_t at) {
    return at >= text.size() || (ascii::is_of(ascii::kAscii, text[at]) && !is_ascii_word(text[at]));
  };
  return (begin == 0 || divides(begin - 1)) && divides(begin + sentence.size());
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
    std::string said;
    for (auto unit = begin; unit != end; ++unit) {
      if (quotes(unit->text, sentence)) {
        claim.notes = {unit->link};
        break;
      }
      if (said.empty()) {
        said = words_of(sentence);
      }
      if (said.size() == 1) {
        break;  // It has no word.
      }
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
