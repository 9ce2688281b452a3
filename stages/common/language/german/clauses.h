#pragma once
// German clauses: subject and verb of a clause, and the other words in one order. The verb is the second part of a German clause, and its
// subject stands before or behind it: "Ich mag Pilze nicht" and "Pilze mag ich nicht" have the subject "ich", the verb "mag" and the words
// "Pilze nicht". Threads: any; pure. Lifetime: the words borrow the text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "stages/common/language/german/rows.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

/// What a clause is about. The text is that of an English subject (subjects.h): "user's sister", "api port".
struct GermanTheme {
  std::string text;
  GermanSubject kind = kSelfSubject;
  std::size_t end = 0;  ///< index in the sentence behind its words
};

struct GermanClause {
  GermanTheme theme;
  std::string verb;       ///< in lower case; a verb of german_rows()
  std::size_t begin = 0;  ///< index in the sentence of its first word
  std::size_t rest = 0;   ///< index in the sentence behind verb and theme
  std::size_t front = 0;  ///< how many of the words stand before the verb
  Words words;       ///< all but verb and theme, to the end of the sentence, but no more than kGermanClauseWordsMax
  bool cut = false;  ///< the sentence has more words

  /// Index in the sentence behind the words [0, at).
  [[nodiscard]] std::size_t end_in_sentence(std::size_t at) const;
};
inline constexpr std::size_t kGermanClauseWordsMax = 40;

/// The clause that begins at `begin`. `before`: the theme of the clause before, which can be left out: "… und wohne in Köln". Absent if
/// no verb of german_rows() stands there, or the words can be a question or an order: "Wohne ich …", "Spiele …".
[[nodiscard]] std::optional<GermanClause> german_clause_at(Sentence sentence, std::size_t begin,
                                                           const std::optional<GermanTheme>& before);

}  // namespace turnstream::language
