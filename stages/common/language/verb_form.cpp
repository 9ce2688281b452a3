#include "stages/common/language/verb_form.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "stages/common/language/lexicon.h"

namespace turnstream::language {
namespace {

/// Past forms that differ from the plain form and are not spelled with -ed; in alphabetical order.
constexpr auto kPast = std::to_array<std::string_view>(
    {"ate",    "became", "been",   "began",      "bought", "broke",  "broken", "brought", "built",   "came",
     "caught", "chose",  "chosen", "did",        "done",   "drank",  "drew",   "driven",  "drove",   "eaten",
     "fallen", "fell",   "felt",   "flew",       "forgot", "fought", "found",  "froze",   "gave",    "given",
     "gone",   "got",    "gotten", "grew",       "had",    "heard",  "held",   "hid",     "kept",    "knew",
     "known",  "led",    "left",   "lost",       "made",   "meant",  "met",    "paid",    "ran",     "rode",
     "rose",   "said",   "sang",   "sat",        "saw",    "seen",   "sent",   "shot",    "slept",   "sold",
     "spent",  "spoke",  "spoken", "stole",      "stood",  "stuck",  "swam",   "taken",   "taught",  "thought",
     "threw",  "told",   "took",   "understood", "went",   "woke",   "won",    "wore",    "written", "wrote"});
/// Verbs that are also a passing state: "always open the window".
constexpr auto kVerbsToo = std::to_array<std::string_view>({"calm", "empty", "free", "open", "warm"});

template <std::size_t N>
bool is_listed(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace

bool can_be_plain_verb(const Word& word) {
  constexpr std::uint64_t kNoVerb =
      kPronoun | kDeterminer | kDeictic | kPreposition | kNumber | kTime | kQuestionWord | kConjunction | kKin;
  const bool past = (word.lower.size() > 4 && word.lower.ends_with("ed") && !word.is("need") && !word.is("feed")) ||
                    is_listed(kPast, word.lower);
  const bool helps = word.in(kAuxiliary) && !word.is("do") && !word.is("have");
  const bool activity = word.lower.size() > 5 && word.lower.ends_with("ing");
  const bool state = word.in(kPassing) && !is_listed(kVerbsToo, word.lower);
  return !word.punctuation && !past && !helps && !activity && !state && !word.in(kNoVerb);
}

}  // namespace turnstream::language
