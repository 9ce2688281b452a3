#include "stages/common/change/opposites.h"

#include <algorithm>
#include <vector>

#include "stages/common/language/word_set.h"
#include "stages/common/language/words.h"

namespace turnstream::change {
namespace {

constexpr OppositeRow kRows[] = {
    {"married marries engaged together dating wed verheiratet verlobt",
     "divorced separated single widowed split broke ex geschieden getrennt ledig",
     "Married to Lena => Divorced from Lena"},
    {"likes like loves love enjoys enjoy prefers prefer fine ok okay great fond mag liebt liebe gern",
     "dislikes dislike hates hate detests detest loathes loathe mind minds hasst hasse",
     "Dislikes phone calls => Phone calls are fine"},
    {"allowed permitted ok okay fine erlaubt", "forbidden prohibited banned verboten",
     "Pets are forbidden => Pets are allowed"},
    {"open opens opened offen", "closed closes shut geschlossen",
     "The gym is open on Sundays => The gym is closed on Sundays"},
    {"enabled active", "disabled inactive", "The cache is enabled => The cache is disabled"},
    {"works working fixed healthy", "broken fails failing down dead kaputt",
     "The heating is broken => The heating works"},
    {"joined started begins", "left quit stopped ended gave", "Bo joined the rowing club => Bo left the rowing club"},
    {"bought owns own has have", "sold lost gone donated", "Bo has a camper => Bo sold the camper"},
};

struct ReadRow {
  language::WordSet one;
  language::WordSet other;
};

const std::vector<ReadRow>& read_rows() {
  static const std::vector<ReadRow> kRead = [] {
    std::vector<ReadRow> rows;
    for (const OppositeRow& row : kRows) {
      rows.push_back({language::WordSet(row.one), language::WordSet(row.other)});
    }
    return rows;
  }();
  return kRead;
}

bool has(const language::Words& words, const language::WordSet& wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&wanted](const language::Word& word) { return !word.quoted && wanted.has(word.lower); });
}

}  // namespace

std::span<const OppositeRow> opposite_rows() {
  return kRows;
}

bool are_opposite(std::string_view known, std::string_view said) {
  static const language::WordSet kAgain("again wieder");
  const language::Words before = language::words_of(known);
  const language::Words now = language::words_of(said);
  if (has(now, kAgain) && !has(before, kAgain)) {
    return true;
  }
  return std::any_of(read_rows().begin(), read_rows().end(), [&](const ReadRow& row) {
    const bool known_one = has(before, row.one);
    const bool known_other = has(before, row.other);
    const bool said_one = has(now, row.one);
    const bool said_other = has(now, row.other);
    return known_one != known_other && said_one != said_other && known_one == said_other;
  });
}

}  // namespace turnstream::change
